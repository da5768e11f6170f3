-- Bring back what worked: posts that did well and have rested, as drafts with new words.

alter table public.app_settings add column evergreen_rest_months smallint not null default 6
  check (evergreen_rest_months between 1 and 24);
comment on column public.app_settings.evergreen_rest_months is
  'How many months a post rests before it may be brought back, and before it may be brought back again.';

alter table public.generated_content
  add column brought_back_from uuid references public.generated_content (id) on delete set null,
  add column brought_back jsonb check (jsonb_typeof(brought_back) = 'object' and octet_length(brought_back::text) <= 4000);
comment on column public.generated_content.brought_back_from is 'The post of which it is a new version (public.bring_back_content).';
comment on column public.generated_content.brought_back is
  'What that post was and did, kept for when it is gone (shared/posts/brought-back.ts). Null: not brought back.';
create index generated_content_brought_back on public.generated_content (brought_back_from) where brought_back_from is not null;

-- A post that comes back from the bin after the one that it was made of is gone comes back without it.
create function private.drop_gone_origin() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if not exists (select from public.generated_content c where c.id = new.brought_back_from) then
    new.brought_back_from := null;
  end if;
  return new;
end $$;
revoke all on function private.drop_gone_origin() from public;
create trigger generated_content_origin before insert on public.generated_content
  for each row when (new.brought_back_from is not null) execute function private.drop_gone_origin();

-- Once a person has changed its words, they are no longer those of the earlier post.
create function private.renew_words() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.brought_back := new.brought_back || '{"words": "new"}';
  return new;
end $$;
revoke all on function private.renew_words() from public;
create trigger generated_content_renewed before update of caption on public.generated_content
  for each row when (new.brought_back ->> 'words' <> 'new' and new.caption is distinct from old.caption
    and new.brought_back is not distinct from old.brought_back)
  execute function private.renew_words();

-- Since when a post must not have gone out, to be rested.
create function private.rested_before(at timestamptz) returns timestamptz
  language sql stable set search_path = ''
  as $$ select at - make_interval(months => coalesce((select max(s.evergreen_rest_months) from public.app_settings s), 6)) $$;

-- The posts that were brought back within the rest, with the latest version of each, and those that they were made of.
create function private.resting_contents(at timestamptz) returns table (id uuid, draft uuid, since timestamptz)
  language sql stable rows 100 set search_path = ''
  as $$
    with recursive versions as (
      select c.id, c.brought_back_from, greatest(c.created_at, p.latest) as since
      from public.generated_content c
        left join lateral (select max(p.scheduled_time) as latest from public.scheduled_posts p
          where p.content_id = c.id and p.status <> 'cancelled') p on true
      where c.brought_back_from is not null
    ), line as (
      select v.brought_back_from as id, v.id as draft, v.since from versions v where v.since > private.rested_before($1)
      union
      select v.brought_back_from, l.draft, l.since from line l join versions v on v.id = l.id
    )
    select distinct on (l.id) l.id, l.draft, l.since from line l order by l.id, l.since desc
  $$;

-- The posts that may be brought back, the best first: published before the rest and not since, with a success of
-- `at_least` at an account (public.post_successes), not brought back within the rest, and of no series that goes on, which
-- repeats by itself. Each as in shared/memory/evergreen.ts, of the account where it did best.
create function public.evergreen_posts(
  at_least double precision, account uuid default null, most integer default 20, at timestamptz default now()
) returns jsonb
  language sql stable set search_path = ''
  as $$
    with good as materialized (
      select distinct on (p.content_id) p.content_id, s.delivery_id, s.published_at, s.success
      from public.post_successes($2, $4) s join public.scheduled_posts p on p.id = s.post_id
      where s.success >= $1 and s.published_at <= private.rested_before($4)
      order by p.content_id, s.success desc, s.delivery_id
    ), rested as (
      select g.* from good g join public.generated_content c on c.id = g.content_id
      where not exists (select from public.post_facts f where f.content_id = g.content_id and f.published_at > private.rested_before($4))
        and not exists (select from public.scheduled_posts p where p.content_id = g.content_id and p.status in ('scheduled', 'publishing'))
        and g.content_id not in (select r.id from private.resting_contents($4) r)
        and not exists (select from public.post_series s where s.id = c.series_id and s.stopped_at is null)
      order by g.success desc, g.published_at desc, g.content_id limit least(greatest($3, 1), 50)
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'postId', d.scheduled_post_id,
      'text', left(private.text_for(c, d.account_id, d.platform), 2000), 'success', r.success, 'publishedAt', r.published_at,
      'platform', d.platform, 'accountId', d.account_id, 'account', coalesce(a.account_label, d.account_label),
      'url', d.remote_url, 'figures', d.figures) order by r.success desc, r.published_at desc, c.id), '[]')
    from rested r join public.generated_content c on c.id = r.content_id
      join public.post_deliveries d on d.id = r.delivery_id
      left join public.social_accounts a on a.id = d.account_id
  $$;

-- Copies a published post that has rested to a draft, which remembers it. 'done'; 'known' for a repeated call; 'gone';
-- 'unpublished'; 'resting' with `until` when and, where it was brought back already, as which `draft`.
create function public.bring_back_content(content uuid, new_id uuid, at timestamptz default now()) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  rest interval := at - private.rested_before(at);
  latest timestamptz;
  resting record;
  source public.generated_content;
begin
  select * into source from public.generated_content c where c.id = bring_back_content.content for update;
  if source.id is null then
    return '{"state": "gone"}';
  elsif exists (select from public.generated_content c where c.id = new_id and c.brought_back_from = source.id) then
    return '{"state": "known"}';
  end if;
  select max(f.published_at) into latest from public.post_facts f where f.content_id = source.id;
  select r.draft, r.since into resting from private.resting_contents(at) r where r.id = source.id;
  if latest is null then
    return '{"state": "unpublished"}';
  elsif resting.draft is not null then
    return jsonb_build_object('state', 'resting', 'until', resting.since + rest, 'draft', resting.draft);
  elsif latest > private.rested_before(at) then
    return jsonb_build_object('state', 'resting', 'until', latest + rest, 'draft', null);
  end if;
  insert into public.generated_content (id, project_id, template_id, template_name, content_type, platforms, account_ids, caption, hashtags,
      media_url, media, alternatives, account_versions, first_comment, as_document, link_card, options, sources, writer, saved_at,
      brought_back_from, brought_back)
    select new_id, source.project_id, source.template_id, source.template_name, source.content_type, source.platforms, source.account_ids,
      source.caption, source.hashtags, source.media_url, source.media, source.alternatives, source.account_versions, source.first_comment,
      source.as_document, source.link_card, source.options, source.sources, source.writer, at, source.id,
      jsonb_build_object('words', 'same', 'success', b.success, 'publishedAt', b.published_at, 'platform', b.platform, 'account', b.label,
        'begins', left(btrim(regexp_replace(source.caption, '\s+', ' ', 'g')), 120))
    from (
      select d.published_at, d.platform, coalesce(a.account_label, d.account_label) as label, s.success
      from public.post_facts f join public.post_deliveries d on d.id = f.delivery_id
        left join public.social_accounts a on a.id = d.account_id
        left join (select known.* from (select distinct f.account_id from public.post_facts f
            where f.content_id = source.id and f.account_id is not null) own
          cross join lateral public.post_successes(own.account_id, at) known) s on s.delivery_id = f.delivery_id
      where f.content_id = source.id order by s.success desc nulls last, d.published_at limit 1
    ) b;
  return '{"state": "done"}';
end $$;

revoke all on function private.rested_before(timestamptz), private.resting_contents(timestamptz) from public;
revoke all on function public.evergreen_posts(double precision, uuid, integer, timestamptz),
  public.bring_back_content(uuid, uuid, timestamptz) from public, anon;
grant execute on function private.rested_before(timestamptz), private.resting_contents(timestamptz),
  public.evergreen_posts(double precision, uuid, integer, timestamptz), public.bring_back_content(uuid, uuid, timestamptz)
  to authenticated, service_role;
