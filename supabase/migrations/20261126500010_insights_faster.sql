-- What the Insights screen asks, with less work for the same numbers: sums of each span are read from its part of the index
-- instead of sorting every post into its span, what is constant is computed once, and several comparisons are answered
-- from one pass over the posts.

-- The facts of published posts with their success. Short enough to become a part of the query that asks. What is in
-- parentheses is computed once, instead of for each post.
create or replace function private.scored_posts(since timestamptz, until timestamptz, of_platform text, of_account uuid, of_project uuid, at timestamptz)
  returns table (delivery_id uuid, post_id uuid, content_id uuid, platform text, account_id uuid, project_id uuid, published_at timestamptz,
    by_hand boolean, impressions bigint, reach bigint, likes bigint, comments bigint, shares bigint, saves bigint, clicks bigint,
    watch_seconds bigint, engagement bigint, characters integer, media text, template text, hashtags text[], labels text[], basis text,
    success double precision)
  language sql stable rows 1000
  as $$
    select f.delivery_id, f.post_id, f.content_id, f.platform, f.account_id, f.project_id, f.published_at, f.by_hand, f.impressions, f.reach,
      f.likes, f.comments, f.shares, f.saves, f.clicks, f.watch_seconds, f.engagement, f.characters, f.media, f.template, f.hashtags, f.labels, u.basis,
      case when f.published_at <= (select at - interval '1 day') then
        f.engagement::double precision / (case when u.by_reach then nullif(f.reach, 0) when u.by_impressions then nullif(f.impressions, 0) else 1 end) / u.usual end
    from public.post_facts f
      left join (select a.account_id, a.basis, a.usual, a.basis = 'reach' as by_reach, a.basis = 'impressions' as by_impressions
        from private.account_usuals(of_account, at) a offset 0) u on u.account_id = f.account_id
    where f.published_at >= since and f.published_at < until
      and (of_platform is null or f.platform = of_platform) and (of_account is null or f.account_id = of_account)
      and (of_project is null or f.project_id = of_project)
  $$;

create or replace function public.insights_overview(from_day date, to_day date, of_platform text default null, of_account uuid default null,
    of_project uuid default null, at timestamptz default now()) returns jsonb
  language plpgsql stable set search_path = '' set work_mem = '32MB' set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  zone text := private.workspace_zone();
  days integer := to_day - from_day + 1;
  grain text := case when days <= 92 then 'day' when days <= 731 then 'week' else 'month' end;
  -- Where the spans of the chart begin, and then their end.
  first_days date[] := array(
    select greatest(d::date, from_day) from generate_series(date_trunc(grain, from_day::timestamp), to_day::timestamp, ('1 ' || grain)::interval) d
    order by d);
  starts timestamptz[] := array(select private.day_start(d, zone) from unnest(first_days) d) || private.day_start(to_day + 1, zone);
  spans integer := cardinality(first_days);
  since timestamptz := starts[1];
  until timestamptz := starts[spans + 1];
  -- Span 0 is the range before.
  bounds timestamptz[] := private.day_start(from_day - days, zone) || starts;
  answer jsonb;
begin
  -- Sums are of posts by the day they were published.
  with counted as materialized (
    select s.span, c.*
    from generate_series(0, spans) s (span) cross join lateral (
      select count(*) as posts,
        array[count(f.engagement), count(f.impressions), count(f.reach), count(f.likes), count(f.comments), count(f.shares), count(f.saves),
          count(f.clicks), count(f.watch_seconds)] as known,
        array[sum(f.engagement), sum(f.impressions), sum(f.reach), sum(f.likes), sum(f.comments), sum(f.shares), sum(f.saves), sum(f.clicks),
          sum(f.watch_seconds)] as sums
      from public.post_facts f
      where f.published_at >= bounds[s.span + 1] and f.published_at < bounds[s.span + 2]
        and (of_platform is null or f.platform = of_platform) and (of_account is null or f.account_id = of_account)
        and (of_project is null or f.project_id = of_project)) c
    where c.posts > 0
  ), flat as (
    select c.span > 0 as is_now, u.place, sum(u.known)::bigint as known, sum(u.value) as value
    from counted c cross join unnest(c.known, c.sums) with ordinality u (known, value, place) group by is_now, u.place
  ), summed as (
    select f.is_now, array_agg(f.known order by f.place) as known, array_agg(f.value order by f.place) as sums,
      (select sum(c.posts)::bigint from counted c where (c.span > 0) = f.is_now) as posts
    from flat f group by f.is_now
  ), periods as (
    select coalesce((select private.period(s.posts, s.known, s.sums) from summed s where s.is_now), private.period(0, null, null)) as present,
      coalesce((select private.period(s.posts, s.known, s.sums) from summed s where not s.is_now), private.period(0, null, null)) as before
  )
  select jsonb_build_object('zone', zone, 'from', from_day, 'to', to_day, 'grain', grain,
    'totals', (select jsonb_build_object('now', p.present, 'before', p.before, 'change', private.period_change(p.present, p.before)) from periods p),
    'spans', (select jsonb_agg(jsonb_build_object('from', d.day) || private.period(c.posts, c.known, c.sums) order by d.place)
      from unnest(first_days) with ordinality d (day, place) left join counted c on c.span = d.place))
  into answer;

  -- Followers: what was last known at the end of each span. It is a point of the span where it was told within it, and counts
  -- in the total where it was told within five weeks.
  with accounts as materialized (
    select a.*,
      (select f.followers from public.account_figures f where f.account_id = a.id and f.taken_at < until order by f.taken_at desc limit 1) as present,
      (select f.followers from public.account_figures f where f.account_id = a.id and f.taken_at < since order by f.taken_at desc limit 1) as before
    from private.insight_accounts(of_platform, of_account) a
  ), measured as materialized (
    select a.id, a.is_removed, e.span, l.followers, l.taken_at >= starts[e.span] as is_point,
      l.taken_at >= starts[e.span + 1] - interval '35 days' as is_recent
    from generate_series(1, spans) e (span) cross join accounts a cross join lateral (
      select f.followers, f.taken_at from public.account_figures f
      where f.account_id = a.id and f.taken_at < starts[e.span + 1]
        and f.taken_at >= least(starts[e.span], starts[e.span + 1] - interval '35 days')
      order by f.taken_at desc limit 1) l
  )
  select answer || jsonb_build_object('followers', jsonb_build_object(
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object('accountId', a.id, 'platform', a.platform, 'account', a.label, 'isRemoved', a.is_removed,
        'now', a.present, 'before', a.before, 'points', coalesce(p.points, '[]')) order by a.is_removed, a.present desc nulls last, a.platform, a.label), '[]')
      from accounts a left join (
        select m.id, jsonb_agg(jsonb_build_object('from', first_days[m.span], 'followers', m.followers) order by m.span) as points
        from measured m where m.is_point group by m.id) p on p.id = a.id
      where not a.is_removed or a.present is not null),
    'total', (select coalesce(jsonb_agg(jsonb_build_object('from', first_days[t.span], 'followers', t.followers, 'known', t.known) order by t.span), '[]')
      from (
        select m.span, sum(m.followers) as followers, count(m.followers) as known
        from measured m where m.is_recent and not m.is_removed and starts[m.span] <= at group by m.span) t))) into answer;
  return answer;
end $$;

-- The posts with the greatest success, where that is more than usual, and the figures that were at least one and a half
-- times what is usual at their account: [{ ...post, basis, why: [{ figure, value, usual, times }] }].
create or replace function public.insights_best(from_day date, to_day date, most integer, of_platform text default null, of_account uuid default null,
    of_project uuid default null, at timestamptz default now()) returns jsonb
  language plpgsql stable set search_path = '' set work_mem = '32MB' set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  zone text := private.workspace_zone();
  since timestamptz := private.day_start(from_day, zone);
  until timestamptz := private.day_start(to_day + 1, zone);
  ids uuid[];
  successes double precision[];
  bases text[];
begin
  select array_agg(b.delivery_id order by b.success desc, b.delivery_id), array_agg(b.success order by b.success desc, b.delivery_id),
    array_agg(b.basis order by b.success desc, b.delivery_id)
  into ids, successes, bases from (
    select s.delivery_id, s.success, s.basis
    from private.scored_posts(since, until, of_platform, of_account, of_project, at) s
    where s.success > 1 order by s.success desc, s.delivery_id limit most) b;
  return (
    with chosen as (
      select distinct f.account_id from public.post_facts f where f.delivery_id = any (ids)
    ), usuals as materialized (
      select c.account_id, v.name, v.usual
      from chosen c cross join lateral (
        select array[count(r.impressions), count(r.reach), count(r.likes), count(r.comments), count(r.shares), count(r.saves), count(r.clicks),
            count(r.watch_seconds)] as known,
          array[percentile_cont(0.5) within group (order by r.impressions), percentile_cont(0.5) within group (order by r.reach),
            percentile_cont(0.5) within group (order by r.likes), percentile_cont(0.5) within group (order by r.comments),
            percentile_cont(0.5) within group (order by r.shares), percentile_cont(0.5) within group (order by r.saves),
            percentile_cont(0.5) within group (order by r.clicks), percentile_cont(0.5) within group (order by r.watch_seconds)] as medians
        from public.post_facts r
        where r.account_id = c.account_id and r.published_at > at - interval '180 days' and r.published_at <= at - interval '1 day') m
      cross join lateral unnest(array['impressions', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks', 'watchSeconds'], m.known, m.medians)
        v (name, known, usual)
      where v.known >= 5
    )
    select coalesce(jsonb_agg(p.post || jsonb_build_object('basis', bases[p.place], 'why', (
      select coalesce(jsonb_agg(jsonb_build_object('figure', w.name, 'value', w.value, 'usual', w.usual, 'times', w.value / w.usual)
        order by w.value / w.usual desc, w.name), '[]')
      from (select s.name, s.usual, (p.post -> 'figures' ->> s.name)::double precision as value from usuals s
        where s.account_id = (p.post ->> 'accountId')::uuid and s.usual > 0
          and (p.post -> 'figures' ->> s.name)::double precision >= 1.5 * s.usual
        order by (p.post -> 'figures' ->> s.name)::double precision / s.usual desc, s.name limit 3) w)) order by p.place), '[]')
    from jsonb_array_elements(private.insight_posts(coalesce(ids, '{}'), coalesce(successes, '{}'))) with ordinality p (post, place));
end $$;

-- How posts did by each of some dimensions: hour, weekday (1 is Monday), template, project, label, length, media or hashtag,
-- [{ by, zone, others, groups: [{ key, label, posts, known, median, low, high }] }] in the order asked for. The posts are
-- read and scored once for all dimensions of which a post has one: the statement groups by what is asked for and nothing else.
create function public.insights_breakdowns(from_day date, to_day date, bys text[], most integer, of_platform text default null,
    of_account uuid default null, of_project uuid default null, at timestamptz default now()) returns jsonb
  language plpgsql stable set search_path = '' set work_mem = '32MB'
  as $$
declare
  zone text := private.workspace_zone();
  since timestamptz := private.day_start(from_day, zone);
  until timestamptz := private.day_start(to_day + 1, zone);
  scored constant text := 'private.scored_posts($1, $2, $3, $4, $5, $6) s';
  successes constant text := 'count(*) as posts, array_agg(success) filter (where success is not null) as successes';
  grouped text;
  answer jsonb;
begin
  -- No key is null for any post, so that the one that is there says which dimension a group is of.
  select case when count(*) > 0 then format('select case %s end as by, coalesce(%s) collate "C" as key, %s from (select s.success, %s from (select s.*, %s as local from %s offset 0) s) k group by grouping sets (%s)',
      string_agg(format('when %1$I is not null then %1$L', k.by), ' '), string_agg(format('%I::text', k.by), ', '), successes,
      string_agg(format('%s as %I', k.key, k.by), ', '),
      case when bool_or(k.by in ('hour', 'weekday')) then 's.published_at at time zone $7' else 'null::timestamp' end, scored,
      string_agg(format('(%I)', k.by), ', ')) end
    into grouped
    from (values ('hour', 'date_part(''hour'', s.local)::integer'), ('weekday', 'date_part(''isodow'', s.local)::integer'),
      ('template', 'coalesce(s.template, '''')'), ('project', 'coalesce(s.project_id::text, '''')'), ('media', 's.media'),
      ('length', 'case when s.characters = 0 then ''none'' when s.characters <= 100 then ''short'' when s.characters <= 280 then ''medium'' '
        'when s.characters <= 1000 then ''long'' else ''very_long'' end')) k (by, key)
    where k.by = any (bys);
  select concat_ws(' union all ', grouped, string_agg(format(
      'select %L as by, key collate "C" as key, %s from (select s.success, unnest(s.%I) as key from %s) w group by key', l.by, successes, l.list, scored), ' union all '))
    into grouped
    from (values ('label', 'labels'), ('hashtag', 'hashtags')) l (by, list) where l.by = any (bys);
  if grouped = '' then
    return '[]';
  end if;
  execute format($q$
    with placed as (
      select c.by, c.key, c.posts, c.successes, row_number() over (partition by c.by order by c.posts desc, c.key) as place,
        count(*) over (partition by c.by) as groups
      from (%s) c
    ), ranked as (
      -- Only what is shown is sorted, and numbers alone.
      select p.by, p.key, p.posts, p.groups, coalesce(cardinality(p.successes), 0) as known, s.sorted, private.median_rank(cardinality(p.successes)) as rank
      from placed p cross join lateral (select array_agg(v order by v) as sorted from unnest(p.successes) v) s
      where p.place <= $8
    ), told as (
      select r.by, max(r.groups) - count(*) as others, jsonb_agg(jsonb_build_object('key', r.key, 'label', case when r.by = 'project' then
          (select p.niche_name from public.content_projects p where p.id = nullif(r.key, '')::uuid) else r.key end,
        'posts', r.posts, 'known', r.known,
        'median', case when r.rank is not null then (r.sorted[(r.known + 1) / 2] + r.sorted[r.known / 2 + 1]) / 2 end,
        'low', r.sorted[r.rank], 'high', r.sorted[r.known + 1 - r.rank])
        order by case when r.by in ('hour', 'weekday') then r.key::integer end, r.posts desc, r.key) as groups
      from ranked r group by r.by
    )
    select jsonb_agg(jsonb_build_object('by', a.by, 'zone', $7, 'others', coalesce(t.others, 0), 'groups', coalesce(t.groups, '[]'))
      order by a.place)
    from unnest($9) with ordinality a (by, place) left join told t on t.by = a.by $q$, grouped)
  into answer using since, until, of_platform, of_account, of_project, at, zone, most, bys;
  return answer;
end $$;

drop function public.insights_breakdown(date, date, text, integer, text, uuid, uuid, timestamptz);

revoke all on function public.insights_breakdowns(date, date, text[], integer, text, uuid, uuid, timestamptz) from public, anon;
grant execute on function public.insights_breakdowns(date, date, text[], integer, text, uuid, uuid, timestamptz) to authenticated, service_role;
