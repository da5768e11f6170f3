-- The search among many posts: what has the words is put in order first, and looked at from the newest until there is enough,
-- instead of looking at all of it. Where few posts went to an account or platform they are listed first, as before.

create function private.has_few_posts(account uuid, platform text) returns boolean
  language sql stable set search_path = ''
  as $$
    select not ($1 is null and $2 is null) and count(*) <= 5000 from (
      select from public.post_deliveries d where ($1 is null or d.account_id = $1) and ($2 is null or d.platform = $2) limit 5001) d
  $$;
revoke all on function private.has_few_posts(uuid, text) from public;
grant execute on function private.has_few_posts(uuid, text) to authenticated, service_role;

create or replace function public.find_posted(
  query text, account uuid default null, platform text default null, before timestamptz default null, most integer default 20
) returns jsonb
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '16MB'
  as $$
declare
  wanted tsquery := private.search_query(query);
  is_small boolean := private.has_few_posts(account, platform);
begin
  return (
    with ours as materialized (
      select m.post_id, m.at, w.words
      from (
        select w.post_id, w.at from public.post_words w
        where w.words @@ wanted and ($4 is null or w.at < $4) and (not is_small or w.post_id in (select private.posts_at($2, $3)))
        order by w.at desc offset 0) m
      cross join lateral (
        select from public.scheduled_posts p join public.generated_content c on c.id = p.content_id
        where p.id = m.post_id and p.status not in ('cancelled', 'failed')
          and ($2 is null and $3 is null or is_small or exists (select from public.post_deliveries d where d.scheduled_post_id = p.id
              and ($2 is null or d.account_id = $2) and ($3 is null or d.platform = $3))
            or p.status = 'scheduled' and exists (select from private.destinations(c.platforms, c.account_ids) d
              where ($2 is null or d.account_id = $2) and ($3 is null or d.platform = $3)))) p
      join public.post_words w on w.post_id = m.post_id
      order by m.at desc limit 1000
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

create or replace function public.similar_posts(
  wanted text, account uuid default null, platform text default null, other_than uuid default null, most integer default 5
) returns jsonb
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '16MB'
  as $$
declare
  near jsonb := public.near_duplicates(wanted, account, platform, other_than, most);
  telling text[] := array(
    select w.word from (select distinct unnest(private.said(wanted)) as word) w
    where length(w.word) between 4 and 100 or ascii(w.word) >= 3584 order by length(w.word) desc, w.word limit 8);
  any_of tsquery := (select string_agg(private.lexeme(word), ' | ')::tsquery from unnest(telling) word);
  is_small boolean := private.has_few_posts(account, platform);
  rest integer := least(greatest(most, 1), 20) - jsonb_array_length(near);
begin
  if rest <= 0 or cardinality(telling) < 2 then
    return near;
  end if;
  return near || (
    with ours as materialized (
      select m.post_id, m.at, w.words, p.content_id
      from (
        select w.post_id, w.at from public.post_words w
        where w.words @@ any_of and (not is_small or w.post_id in (select private.posts_at($2, $3)))
        order by w.at desc offset 0) m
      cross join lateral (
        select p.content_id from public.scheduled_posts p join public.generated_content c on c.id = p.content_id
        where p.id = m.post_id and p.status not in ('cancelled', 'failed') and p.content_id is distinct from $4
          and ($2 is null and $3 is null or is_small or exists (select from public.post_deliveries d where d.scheduled_post_id = p.id
              and ($2 is null or d.account_id = $2) and ($3 is null or d.platform = $3))
            or p.status = 'scheduled' and exists (select from private.destinations(c.platforms, c.account_ids) d
              where ($2 is null or d.account_id = $2) and ($3 is null or d.platform = $3)))) p
      join public.post_words w on w.post_id = m.post_id
      order by m.at desc limit 300
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
