-- Posts from the archives that platforms hand out, with what was posted before Local Agent.

create table public.archived_posts (
  id uuid primary key default gen_random_uuid(),
  imported_at timestamptz not null default now(),
  source text not null check (source ~ '\S' and char_length(source) <= 300),
  platform text not null check (private.is_platform_list(array[platform])),
  account_id uuid,
  remote_id text check (char_length(remote_id) between 1 and 500),
  url text check (char_length(url) <= 2048 and url ~ '^https?://'),
  text text not null default '' check (char_length(text) <= 100000),
  posted_at timestamptz,
  is_reply boolean not null default false,
  media jsonb not null default '[]' check (jsonb_typeof(media) = 'array' and pg_column_size(media) <= 262144),
  figures jsonb not null default '{}' check (jsonb_typeof(figures) = 'object' and pg_column_size(figures) <= 4096),
  words tsvector generated always as (to_tsvector('simple', text)) stored
);
comment on table public.archived_posts is
  'What was posted before, from the archives that platforms hand out. Posts that were published from here are not among them.';
comment on column public.archived_posts.source is 'Whose archive it came from, such as "X @baker": all of one account have the same.';
comment on column public.archived_posts.account_id is
  'The account here that posted it; null where it is not known. It outlives the account, which may come back (Undo).';
comment on column public.archived_posts.remote_id is
  'The id on the platform (Bluesky: the at:// address, Mastodon: that of the status); null where the archive names none.';
comment on column public.archived_posts.posted_at is 'Null where the archive does not say when.';
comment on column public.archived_posts.is_reply is 'An answer to another person''s post.';
comment on column public.archived_posts.media is '[{ kind: image or video, alt }]: what was in it. The files stay in the archive.';
comment on column public.archived_posts.figures is
  'What the archive says: some of { impressions, reach, likes, comments, shares, saves, clicks, watchSeconds }.';

create unique index archived_posts_remote_id on public.archived_posts (platform, remote_id) where remote_id is not null;
-- Archives without ids: a post is known by its text and time.
create unique index archived_posts_text on public.archived_posts (platform, md5(text), posted_at) nulls not distinct
  where remote_id is null;
create index archived_posts_words on public.archived_posts using gin (words);
create index archived_posts_account on public.archived_posts (account_id, posted_at);
create index archived_posts_source on public.archived_posts (source);

alter table public.archived_posts enable row level security;
create policy members_all on public.archived_posts for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.archived_posts is 'Members import and remove archives.';
revoke all on public.archived_posts from anon, authenticated;
grant select, insert, update, delete on public.archived_posts to authenticated, service_role;

create view public.archive_sources with (security_invoker = true) as
select source, min(platform) as platform,
  (array_agg(account_id order by imported_at desc) filter (where account_id is not null))[1] as account_id,
  count(*) as posts, min(posted_at) as first_at, max(posted_at) as last_at, max(imported_at) as imported_at
from public.archived_posts group by source;
comment on view public.archive_sources is 'The archives that were imported.';
revoke all on public.archive_sources from anon, authenticated;
grant select on public.archive_sources to authenticated, service_role;

-- Texts are compared without case and white space, which platforms change.
create function private.bare_text(words text) returns text
  language sql immutable set search_path = ''
  as $$ select nullif(lower(regexp_replace(words, '\s+', '', 'g')), '') $$;

-- Keeps posts of an archive: [{ remote_id, url, text, posted_at, is_reply, media, figures }]. Those that are there get the
-- account and figures that were not known; those that were published from here are left out. With is_dry_run nothing is
-- written. Returns { added, known, published }: how many of each.
create function public.import_archived_posts(
  of_platform text, of_source text, of_account uuid, posts jsonb, is_dry_run boolean default false
) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  all_posts integer := jsonb_array_length(posts);
  ours integer;
  added integer;
  beginning timestamptz;
  ending timestamptz;
  kept jsonb;
begin
  if jsonb_typeof(posts) is distinct from 'array' or all_posts > 1000 then
    raise exception 'At most 1,000 posts of an archive are kept at once.' using errcode = '22023';
  end if;
  -- A person may have said a day later that a post is out.
  select coalesce(min(p.posted_at), '-infinity') - interval '2 days', coalesce(max(p.posted_at), 'infinity') + interval '2 days'
    into beginning, ending from jsonb_to_recordset(posts) as p (posted_at timestamptz);
  with told as materialized (
    select t.place, t.post, t.post ->> 'remote_id' as remote_id, t.post ->> 'url' as url, private.bare_text(t.post ->> 'text') as words,
      (t.post ->> 'posted_at')::timestamptz as posted_at
    from jsonb_array_elements(posts) with ordinality as t (post, place)
  ), sent as materialized (
    select d.account_id, d.published_at, split_part(part.value ->> 'remoteId', ' ', 1) as remote_id,
      coalesce(part.value ->> 'url', d.remote_url) as url,
      private.bare_text(coalesce(d.outgoing -> 'parts' ->> (coalesce(part.place, 1) - 1)::integer,
        c.caption || array_to_string(c.hashtags, ''))) as words
    from public.post_deliveries d
      join public.scheduled_posts p on p.id = d.scheduled_post_id join public.generated_content c on c.id = p.content_id
      left join lateral jsonb_array_elements(d.parts) with ordinality as part (value, place) on true
    where d.platform = of_platform and d.state = 'published' and d.published_at between beginning and ending
  ), published as (
    select t.place from told t join sent s on s.remote_id = t.remote_id
    union select t.place from told t join sent s on s.url = t.url
    union select t.place from told t join sent s on s.words = t.words
      where s.published_at - t.posted_at between interval '-1 day' and interval '1 day'
        and (of_account is null or s.account_id is null or s.account_id = of_account)
  )
  select coalesce(jsonb_agg(t.post) filter (where u.place is null), '[]'), count(u.place) into kept, ours
    from told t left join published u on u.place = t.place;

  if is_dry_run then
    select count(*) into added from (
      select distinct on (coalesce(p.remote_id, md5(p.text) || ' ' || coalesce(p.posted_at::text, ''))) p.*
      from jsonb_to_recordset(kept) as p (remote_id text, text text, posted_at timestamptz)) p
    where not exists (select from public.archived_posts a where a.platform = of_platform and a.remote_id = p.remote_id)
      and not (p.remote_id is null and exists (select from public.archived_posts a
        where a.platform = of_platform and a.remote_id is null and md5(a.text) = md5(p.text) and a.posted_at is not distinct from p.posted_at));
  else
    -- Two statements, each over its own index: one with "or" would compare each post with each.
    update public.archived_posts a
    set account_id = coalesce(a.account_id, of_account), figures = a.figures || p.figures
    from jsonb_to_recordset(kept) as p (remote_id text, figures jsonb)
    where a.platform = of_platform and a.remote_id = p.remote_id
      and ((a.account_id is null and of_account is not null) or a.figures || p.figures <> a.figures);
    update public.archived_posts a
    set account_id = coalesce(a.account_id, of_account), figures = a.figures || p.figures
    from jsonb_to_recordset(kept) as p (remote_id text, text text, posted_at timestamptz, figures jsonb)
    where p.remote_id is null and a.platform = of_platform and a.remote_id is null and md5(a.text) = md5(p.text)
      and a.posted_at is not distinct from p.posted_at
      and ((a.account_id is null and of_account is not null) or a.figures || p.figures <> a.figures);
    insert into public.archived_posts (source, platform, account_id, remote_id, url, text, posted_at, is_reply, media, figures)
      select of_source, of_platform, of_account, p.remote_id, p.url, p.text, p.posted_at, p.is_reply, p.media, p.figures
      from jsonb_to_recordset(kept) as p (
        remote_id text, url text, text text, posted_at timestamptz, is_reply boolean, media jsonb, figures jsonb)
      on conflict do nothing;
    get diagnostics added = row_count;
  end if;
  return jsonb_build_object('added', added, 'known', all_posts - ours - added, 'published', ours);
end $$;

revoke all on function private.bare_text(text) from public;
revoke all on function public.import_archived_posts(text, text, uuid, jsonb, boolean) from public, anon;
grant execute on function private.bare_text(text), public.import_archived_posts(text, text, uuid, jsonb, boolean)
  to authenticated, service_role;
