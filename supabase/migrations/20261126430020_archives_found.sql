-- What the archives of platforms hold is found together with what was posted here.

alter table public.archived_posts drop column words;
alter table public.archived_posts
  add column words tsvector generated always as (private.words_of(text)) stored,
  add column marks integer[] generated always as (private.marks_of(text)) stored;
create index archived_posts_words on public.archived_posts using gin (words);
create index archived_posts_marks on public.archived_posts using gin (marks);
create index archived_posts_posted on public.archived_posts (posted_at desc nulls last);

-- Of a post here or, without one, of an archive.
create or replace function private.posted_before(post uuid, account uuid, platform text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', c.id, 'postId', p.id, 'at', p.scheduled_time, 'isOut', p.status = 'published',
      'text', left(private.text_for(c, account, platform), 20000), 'places', private.places_of(p))
    from public.scheduled_posts p join public.generated_content c on c.id = p.content_id where p.id = post
    union all
    select jsonb_build_object('id', a.id, 'postId', null, 'at', a.posted_at, 'isOut', true, 'text', left(a.text, 20000),
      'places', jsonb_build_array(jsonb_build_object('deliveryId', null, 'platform', a.platform, 'accountId', a.account_id,
        'account', (select o.account_label from public.social_accounts o where o.id = a.account_id), 'at', a.posted_at,
        'url', a.url, 'figures', a.figures)))
    from public.archived_posts a where a.id = post
  $$;

create or replace function public.find_posted(
  query text, account uuid default null, platform text default null, before timestamptz default null, most integer default 20
) returns jsonb
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
declare
  wanted tsquery := private.search_query(query);
begin
  return (
    with ours as materialized (
      select w.post_id, w.at, w.words
      from public.post_words w join public.scheduled_posts p on p.id = w.post_id
      where w.words @@ wanted and ($4 is null or w.at < $4) and p.status not in ('cancelled', 'failed')
        and ($2 is null and $3 is null or w.post_id in (select private.posts_at($2, $3)))
      order by w.at desc limit 1000
    ), archived as materialized (
      select a.id, a.posted_at, a.words from public.archived_posts a
      where a.words @@ wanted and ($4 is null or a.posted_at < $4) and ($2 is null or a.account_id = $2) and ($3 is null or a.platform = $3)
      order by a.posted_at desc nulls last limit 1000
    ), found as (
      select * from ours union all select * from archived
    ), best as (
      select f.post_id, f.at, ts_rank_cd(f.words, wanted) as rank from found f
      order by rank desc, f.at desc nulls last, f.post_id limit least(greatest($5, 1), 50)
    )
    select coalesce(jsonb_agg(private.posted_before(b.post_id, $2, $3) order by b.rank desc, b.at desc nulls last, b.post_id), '[]') from best b);
end $$;

create or replace function public.near_duplicates(
  wanted text, account uuid default null, platform text default null, other_than uuid default null, most integer default 3
) returns jsonb
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
declare
  said_now text[] := private.said(wanted);
  marks_now integer[] := private.marks_of(wanted);
  series uuid := (select c.series_id from public.generated_content c where c.id = other_than);
begin
  if cardinality(said_now) < 3 then
    return '[]';
  end if;
  return (
    with marked as materialized (
      select w.post_id, w.at, w.marks from public.post_words w where w.marks && marks_now order by w.at desc limit 2000
    ), archived as materialized (
      select a.id, a.posted_at, a.marks from public.archived_posts a
      where a.marks && marks_now and not a.is_reply and ($2 is null or a.account_id = $2) and ($3 is null or a.platform = $3)
      order by a.posted_at desc nulls last limit 2000
    ), likely as materialized (
      select m.post_id, m.at from (select * from marked union all select * from archived) m
      order by cardinality(array(select unnest(m.marks) intersect select unnest(marks_now))) desc, m.at desc nulls last limit 50
    ), alike as (
      select l.post_id, l.at, case when $2 is null and $3 is null
          then (select max(private.alikeness(said_now, private.said(one))) from unnest(private.texts_of(c)) one)
          else private.alikeness(said_now, private.said(private.text_for(c, $2, $3))) end as likeness
      from likely l join public.scheduled_posts p on p.id = l.post_id join public.generated_content c on c.id = p.content_id
      where p.status not in ('cancelled', 'failed') and c.id is distinct from $4 and (series is null or c.series_id is distinct from series)
        and ($2 is null and $3 is null or exists (select from public.post_deliveries d where d.scheduled_post_id = p.id
            and ($2 is null or d.account_id = $2) and ($3 is null or d.platform = $3))
          or p.status = 'scheduled' and exists (select from private.destinations(c.platforms, c.account_ids) d
            where ($2 is null or d.account_id = $2) and ($3 is null or d.platform = $3)))
      union all
      select l.post_id, l.at, private.alikeness(said_now, private.said(a.text))
      from likely l join public.archived_posts a on a.id = l.post_id
    ), near as (
      select * from alike where likeness >= case when cardinality(said_now) < 5 then 1 else 0.6 end
      order by likeness desc, at desc nulls last limit least(greatest($5, 1), 20)
    )
    select coalesce(jsonb_agg(private.posted_before(n.post_id, $2, $3) || jsonb_build_object('likeness', n.likeness)
      order by n.likeness desc, n.at desc nulls last), '[]') from near n);
end $$;

create or replace function public.similar_posts(
  wanted text, account uuid default null, platform text default null, other_than uuid default null, most integer default 5
) returns jsonb
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
declare
  near jsonb := public.near_duplicates(wanted, account, platform, other_than, most);
  telling text[] := array(
    select w.word from (select distinct unnest(private.said(wanted)) as word) w
    where length(w.word) between 4 and 100 or ascii(w.word) >= 3584 order by length(w.word) desc, w.word limit 8);
  any_of tsquery := (select string_agg(private.lexeme(word), ' | ')::tsquery from unnest(telling) word);
  rest integer := least(greatest(most, 1), 20) - jsonb_array_length(near);
begin
  if rest <= 0 or cardinality(telling) < 2 then
    return near;
  end if;
  return near || (
    with ours as materialized (
      select w.post_id, w.at, w.words, p.content_id
      from public.post_words w join public.scheduled_posts p on p.id = w.post_id
      where w.words @@ any_of and p.status not in ('cancelled', 'failed') and p.content_id is distinct from $4
        and ($2 is null and $3 is null or w.post_id in (select private.posts_at($2, $3)))
      order by w.at desc limit 300
    ), archived as materialized (
      select a.id as post_id, a.posted_at as at, a.words, a.id as content_id from public.archived_posts a
      where a.words @@ any_of and not a.is_reply and ($2 is null or a.account_id = $2) and ($3 is null or a.platform = $3)
      order by a.posted_at desc nulls last limit 300
    ), found as (
      select * from ours union all select * from archived
    ), counted as (
      select f.*, cardinality(array(select unnest(telling) intersect select unnest(tsvector_to_array(f.words)))) as shared from found f
    ), once as (
      select distinct on (c.content_id) c.* from counted c
      where c.shared >= 2 and c.shared * 3 >= cardinality(telling)
        and not near @> jsonb_build_array(jsonb_build_object('id', c.content_id))
      order by c.content_id, c.at desc nulls last
    ), chosen as (
      select * from once order by shared desc, at desc nulls last limit rest
    )
    select coalesce(jsonb_agg(private.posted_before(s.post_id, $2, $3) order by s.shared desc, s.at desc nulls last), '[]') from chosen s);
end $$;
