-- What worked: one narrow row for each published post at each account, what is usual there, and what the Insights screen asks.

create table public.post_facts (
  delivery_id uuid primary key references public.post_deliveries (id) on delete cascade,
  post_id uuid not null,
  content_id uuid not null,
  platform text not null,
  account_id uuid,
  project_id uuid,
  published_at timestamptz not null,
  by_hand boolean not null,
  impressions bigint,
  reach bigint,
  likes bigint,
  comments bigint,
  shares bigint,
  saves bigint,
  clicks bigint,
  watch_seconds bigint,
  engagement bigint,
  characters integer not null,
  media text not null,
  template text,
  hashtags text[] not null,
  labels text[] not null
);
comment on table public.post_facts is
  'What insights are computed from: a row for each delivery that is published, kept by triggers. Nobody else writes here.';
comment on column public.post_facts.post_id is 'Its place in the timeline (scheduled_posts).';
comment on column public.post_facts.account_id is 'The account, also where it was removed since. Null: posted by hand where there was none.';
comment on column public.post_facts.engagement is
  'Likes, comments, shares, saves and clicks together, as far as they are known. Null where none is.';
comment on column public.post_facts.characters is 'The length of the text as it was sent, without the first comment.';
comment on column public.post_facts.media is 'text, image, carousel or video, as it was sent.';
comment on column public.post_facts.hashtags is 'In lower case, each once.';

create index post_facts_published on public.post_facts (published_at, delivery_id);
create index post_facts_account on public.post_facts (account_id, published_at);
create index post_facts_content on public.post_facts (content_id);

alter table public.post_facts enable row level security;
create policy members_read on public.post_facts for select to authenticated using ((select private.is_member()));
comment on policy members_read on public.post_facts is 'Members see the facts; triggers keep them.';
revoke all on public.post_facts from anon, authenticated;
grant select on public.post_facts to authenticated;
grant select, insert, update, delete on public.post_facts to service_role;

-- A figure of post_deliveries.figures; null where it is not known, or is no figure.
create function private.figure(figures jsonb, name text) returns bigint
  language sql immutable set search_path = ''
  as $$
    select case when jsonb_typeof(figures -> name) = 'number' and (figures ->> name)::numeric between 0 and 9007199254740991
      then (figures ->> name)::numeric::bigint end
  $$;

-- Hashtags or labels as they are compared.
create function private.compared_words(words text[]) returns text[]
  language sql immutable set search_path = ''
  as $$ select coalesce(array_agg(distinct lower(w)), '{}') from unnest(words) w where btrim(w) <> '' $$;

-- Writes the facts of deliveries anew.
create function private.keep_post_facts(deliveries uuid[]) returns void
  language sql security definer set search_path = ''
  as $$
    insert into public.post_facts as f
    select d.id, d.scheduled_post_id, c.id, d.platform, a.id, c.project_id, d.published_at, d.by_hand,
      k.impressions, k.reach, k.likes, k.comments, k.shares, k.saves, k.clicks, k.watch_seconds,
      case when coalesce(k.likes, k.comments, k.shares, k.saves, k.clicks) is not null then
        coalesce(k.likes, 0) + coalesce(k.comments, 0) + coalesce(k.shares, 0) + coalesce(k.saves, 0) + coalesce(k.clicks, 0) end,
      coalesce(
        (select sum(char_length(part)) from jsonb_array_elements_text(d.outgoing -> 'parts') with ordinality p (part, place)
          where not coalesce((d.outgoing ->> 'hasFirstComment')::boolean, false) or p.place < jsonb_array_length(d.outgoing -> 'parts')),
        char_length(coalesce(w.own ->> 'caption', c.caption))),
      case
        when d.outgoing ? 'media' then private.content_type_of(d.outgoing -> 'media')
        when c.media <> '[]' then private.content_type_of(c.media)
        else c.content_type end,
      c.template_name,
      private.compared_words(case when jsonb_typeof(w.own -> 'hashtags') = 'array'
        then array(select jsonb_array_elements_text(w.own -> 'hashtags')) else c.hashtags end),
      private.compared_words(c.labels)
    from public.post_deliveries d
      join public.scheduled_posts p on p.id = d.scheduled_post_id
      join public.generated_content c on c.id = p.content_id
      cross join lateral (select coalesce(d.account_id, d.removed_account_id) as id) a
      cross join lateral (select coalesce(c.account_versions -> a.id::text, c.alternatives -> d.platform) as own) w
      cross join lateral (select private.figure(d.figures, 'impressions') as impressions, private.figure(d.figures, 'reach') as reach,
        private.figure(d.figures, 'likes') as likes, private.figure(d.figures, 'comments') as comments,
        private.figure(d.figures, 'shares') as shares, private.figure(d.figures, 'saves') as saves,
        private.figure(d.figures, 'clicks') as clicks, private.figure(d.figures, 'watchSeconds') as watch_seconds) k
    where d.id = any (deliveries) and d.state = 'published' and d.published_at is not null
    on conflict (delivery_id) do update set platform = excluded.platform, account_id = excluded.account_id,
      project_id = excluded.project_id, published_at = excluded.published_at, by_hand = excluded.by_hand,
      impressions = excluded.impressions, reach = excluded.reach, likes = excluded.likes, comments = excluded.comments,
      shares = excluded.shares, saves = excluded.saves, clicks = excluded.clicks, watch_seconds = excluded.watch_seconds,
      engagement = excluded.engagement, characters = excluded.characters, media = excluded.media, template = excluded.template,
      hashtags = excluded.hashtags, labels = excluded.labels
  $$;

create function private.follow_delivery_facts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.state = 'published' and new.published_at is not null then
    perform private.keep_post_facts(array[new.id]);
  elsif tg_op = 'UPDATE' then
    delete from public.post_facts f where f.delivery_id = new.id;
  end if;
  return null;
end $$;
create trigger post_deliveries_made_facts after insert on public.post_deliveries
  for each row when (new.state = 'published') execute function private.follow_delivery_facts();
create trigger post_deliveries_facts after update of state, figures, published_at, by_hand, account_id, removed_account_id, outgoing
  on public.post_deliveries for each row
  when ((old.state = 'published' or new.state = 'published') and (old.state is distinct from new.state
    or old.figures is distinct from new.figures or old.published_at is distinct from new.published_at
    or old.by_hand is distinct from new.by_hand or old.outgoing is distinct from new.outgoing
    or coalesce(old.account_id, old.removed_account_id) is distinct from coalesce(new.account_id, new.removed_account_id)))
  execute function private.follow_delivery_facts();

create function private.follow_content_facts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.keep_post_facts(array(select f.delivery_id from public.post_facts f where f.content_id = new.id));
  return null;
end $$;
create trigger generated_content_facts after update on public.generated_content for each row
  when (old.project_id is distinct from new.project_id or old.template_name is distinct from new.template_name
    or old.labels is distinct from new.labels or old.caption is distinct from new.caption or old.hashtags is distinct from new.hashtags
    or old.alternatives is distinct from new.alternatives or old.account_versions is distinct from new.account_versions
    or old.media is distinct from new.media)
  execute function private.follow_content_facts();
revoke all on function private.figure(jsonb, text), private.compared_words(text[]), private.keep_post_facts(uuid[]),
  private.follow_delivery_facts(), private.follow_content_facts() from public;

select private.keep_post_facts(array(select id from public.post_deliveries where state = 'published'));

-- What is usual at each account: the basis of its success ('reach' or 'impressions' where more than half of its posts have
-- it, else 'count'), and the median of its posts between a day and 180 days old; where that is 0, as it is where most
-- posts get nothing, their mean. No row under 5 posts, or where all are 0.
create function private.account_usuals(of_account uuid, at timestamptz) returns table (account_id uuid, basis text, usual double precision)
  language sql stable rows 20 set search_path = '' set plan_cache_mode = 'force_custom_plan'
  as $$
    with recent as (
      -- One pass over the posts; only the numbers of the basis are sorted then.
      select f.account_id, count(*) as posts, count(nullif(f.reach, 0)) as reached, count(nullif(f.impressions, 0)) as shown,
        array_agg(f.engagement / nullif(f.reach, 0)::double precision) as by_reach,
        array_agg(f.engagement / nullif(f.impressions, 0)::double precision) as by_impressions,
        array_agg(f.engagement::double precision) as by_count
      from public.post_facts f
      where f.published_at > at - interval '180 days' and f.published_at <= at - interval '1 day'
        and f.engagement is not null and f.account_id is not null and (of_account is null or f.account_id = of_account)
      group by f.account_id
    ), based as (
      select r.*, case when 2 * r.reached > r.posts then 'reach' when 2 * r.shown > r.posts then 'impressions' else 'count' end as basis
      from recent r
    )
    select b.account_id, b.basis, m.usual from based b cross join lateral (
      select coalesce(nullif(percentile_cont(0.5) within group (order by measure), 0), avg(measure)) as usual
      from unnest(case b.basis when 'reach' then b.by_reach when 'impressions' then b.by_impressions else b.by_count end) measure
      having count(measure) >= 5 and max(measure) > 0) m
  $$;

-- The facts of published posts with their success. Short enough to become a part of the query that asks.
create function private.scored_posts(since timestamptz, until timestamptz, of_platform text, of_account uuid, of_project uuid, at timestamptz)
  returns table (delivery_id uuid, post_id uuid, content_id uuid, platform text, account_id uuid, project_id uuid, published_at timestamptz,
    by_hand boolean, impressions bigint, reach bigint, likes bigint, comments bigint, shares bigint, saves bigint, clicks bigint,
    watch_seconds bigint, engagement bigint, characters integer, media text, template text, hashtags text[], labels text[], basis text,
    success double precision)
  language sql stable rows 1000
  as $$
    select f.delivery_id, f.post_id, f.content_id, f.platform, f.account_id, f.project_id, f.published_at, f.by_hand, f.impressions, f.reach,
      f.likes, f.comments, f.shares, f.saves, f.clicks, f.watch_seconds, f.engagement, f.characters, f.media, f.template, f.hashtags, f.labels, u.basis,
      case when f.published_at <= at - interval '1 day' then
        f.engagement::double precision / (case u.basis when 'reach' then nullif(f.reach, 0) when 'impressions' then nullif(f.impressions, 0) else 1 end) / u.usual end
    from public.post_facts f left join private.account_usuals(of_account, at) u on u.account_id = f.account_id
    where f.published_at >= since and f.published_at < until
      and (of_platform is null or f.platform = of_platform) and (of_account is null or f.account_id = of_account)
      and (of_project is null or f.project_id = of_project)
  $$;

-- The success of every published post of an account, or of all accounts for null: its engagement (per reach or impression
-- where most of the account's posts have that) as a multiple of what is usual there (private.account_usuals); 1 is usual.
-- Null: not known, published less than a day ago, or too few posts at the account to say.
create function public.post_successes(account uuid, at timestamptz default now())
  returns table (delivery_id uuid, post_id uuid, published_at timestamptz, engagement bigint, success double precision)
  language sql stable set search_path = ''
  as $$
    select s.delivery_id, s.post_id, s.published_at, s.engagement, s.success
    from private.scored_posts('-infinity', 'infinity', null, account, null, at) s
  $$;

revoke all on function private.account_usuals(uuid, timestamptz),
  private.scored_posts(timestamptz, timestamptz, text, uuid, uuid, timestamptz) from public;
revoke all on function public.post_successes(uuid, timestamptz) from public, anon;
grant execute on function private.account_usuals(uuid, timestamptz),
  private.scored_posts(timestamptz, timestamptz, text, uuid, uuid, timestamptz), public.post_successes(uuid, timestamptz)
  to authenticated, service_role;
