-- What the Insights screen, its files and assistants ask. Each function answers as shared/insights/ has it, with the rights
-- of its caller, sorts 100,000 posts in memory, and is planned for what is asked of it. Days are the workspace's; figures that are not known are null or absent, never 0.

create function private.workspace_zone() returns text
  language sql stable set search_path = ''
  as $$ select coalesce((select s.timezone from public.app_settings s limit 1), 'UTC') $$;

-- When a day begins in a zone.
create function private.day_start(day date, zone text) returns timestamptz
  language sql stable set search_path = ''
  as $$ select day::timestamp at time zone zone $$;

-- Posts in a range and how many of them know each figure: { posts, engagement: { value, known }, ... }, value being null
-- where none knows it.
create function private.period(posts bigint, known bigint[], sums numeric[]) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select jsonb_build_object('posts', coalesce(posts, 0)) || jsonb_object_agg(n.name, jsonb_build_object(
      'value', case when known[n.place] > 0 then sums[n.place] end, 'known', coalesce(known[n.place], 0)))
    from unnest(array['engagement', 'impressions', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks', 'watchSeconds'])
      with ordinality n (name, place)
  $$;

-- How much each figure changed, 0.5 being half as much again: null where it was 0, or where either range does not know it of
-- half of its posts.
create function private.period_change(present jsonb, before jsonb) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select jsonb_object_agg(p.name, case
      when jsonb_typeof(p.value) = 'number' then (p.value::numeric - (before ->> p.name)::numeric) / nullif((before ->> p.name)::numeric, 0)
      when 2 * (p.value ->> 'known')::bigint >= (present ->> 'posts')::bigint
        and 2 * (before -> p.name ->> 'known')::bigint >= (before ->> 'posts')::bigint
        then ((p.value ->> 'value')::numeric - (before -> p.name ->> 'value')::numeric) / nullif((before -> p.name ->> 'value')::numeric, 0)
      end)
    from jsonb_each(present) p (name, value)
  $$;

-- Every account with figures or published posts, those that were removed included.
create function private.insight_accounts(of_platform text, of_account uuid)
  returns table (id uuid, platform text, label text, is_removed boolean)
  language sql stable rows 20 set search_path = ''
  as $$
    select a.id, a.platform, a.account_label, false from public.social_accounts a
    where (of_platform is null or a.platform = of_platform) and (of_account is null or a.id = of_account)
    union all
    select * from (
      select distinct on (d.removed_account_id) d.removed_account_id, d.platform, coalesce(d.account_label, ''), true
      from public.post_deliveries d
      where d.removed_account_id is not null and d.state = 'published'
        and (of_platform is null or d.platform = of_platform) and (of_account is null or d.removed_account_id = of_account)
      order by d.removed_account_id, d.published_at desc) removed
  $$;

create function public.insights_overview(from_day date, to_day date, of_platform text default null, of_account uuid default null,
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
  since timestamptz := starts[1];
  until timestamptz := starts[cardinality(starts)];
  before_since timestamptz := private.day_start(from_day - days, zone);
  answer jsonb;
begin
  -- Sums are of posts by the day they were published.
  with counted as (
    select width_bucket(f.published_at, starts) as span, count(*) as posts,
      array[count(f.engagement), count(f.impressions), count(f.reach), count(f.likes), count(f.comments), count(f.shares), count(f.saves),
        count(f.clicks), count(f.watch_seconds)] as known,
      array[sum(f.engagement), sum(f.impressions), sum(f.reach), sum(f.likes), sum(f.comments), sum(f.shares), sum(f.saves), sum(f.clicks),
        sum(f.watch_seconds)] as sums
    from public.post_facts f
    where f.published_at >= before_since and f.published_at < until
      and (of_platform is null or f.platform = of_platform) and (of_account is null or f.account_id = of_account)
      and (of_project is null or f.project_id = of_project)
    group by span
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

  -- Followers: what was last known in each span and, for the total, at its end, if that was within five weeks.
  with accounts as (
    select a.*,
      (select f.followers from public.account_figures f where f.account_id = a.id and f.taken_at < until order by f.taken_at desc limit 1) as present,
      (select f.followers from public.account_figures f where f.account_id = a.id and f.taken_at < since order by f.taken_at desc limit 1) as before
    from private.insight_accounts(of_platform, of_account) a
  ), measured as (
    select distinct on (f.account_id, span) f.account_id, width_bucket(f.taken_at, starts) as span, f.followers
    from public.account_figures f join accounts a on a.id = f.account_id
    where f.taken_at >= since and f.taken_at < until
    order by f.account_id, span, f.taken_at desc
  )
  select answer || jsonb_build_object('followers', jsonb_build_object(
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object('accountId', a.id, 'platform', a.platform, 'account', a.label, 'isRemoved', a.is_removed,
        'now', a.present, 'before', a.before,
        'points', (select coalesce(jsonb_agg(jsonb_build_object('from', first_days[m.span], 'followers', m.followers) order by m.span), '[]')
          from measured m where m.account_id = a.id)) order by a.is_removed, a.present desc nulls last, a.platform, a.label), '[]')
      from accounts a where not a.is_removed or a.present is not null),
    'total', (select coalesce(jsonb_agg(jsonb_build_object('from', first_days[t.span], 'followers', t.followers, 'known', t.known) order by t.span), '[]')
      from (
        select e.span, sum(l.followers) as followers, count(l.followers) as known
        from generate_series(1, cardinality(first_days)) e (span) cross join accounts a cross join lateral (
          select f.followers from public.account_figures f
          where f.account_id = a.id and f.taken_at < starts[e.span + 1] and f.taken_at >= starts[e.span + 1] - interval '35 days'
          order by f.taken_at desc limit 1) l
        where not a.is_removed and starts[e.span] <= at group by e.span) t))) into answer;
  return answer;
end $$;

-- Posts for a list, in the order of their ids here, with what is known of them and a short series of their figures.
create function private.insight_posts(deliveries uuid[], successes double precision[]) returns jsonb
  language sql stable set search_path = ''
  as $$
    with points as (
      select f.delivery_id, f.taken_at, f.impressions,
        case when coalesce(f.likes, f.comments, f.shares, f.saves, f.clicks) is not null then coalesce(f.likes, 0) + coalesce(f.comments, 0)
          + coalesce(f.shares, 0) + coalesce(f.saves, 0) + coalesce(f.clicks, 0) end as engagement,
        row_number() over (partition by f.delivery_id order by f.taken_at desc) as place, count(*) over (partition by f.delivery_id) as points
      from public.post_figures f where f.delivery_id = any (deliveries)
    ), series as (
      -- The newest, and at most 24.
      select p.delivery_id, jsonb_agg(jsonb_build_object('at', p.taken_at, 'engagement', p.engagement, 'impressions', p.impressions) order by p.taken_at) as points
      from points p where (p.place - 1) % ((p.points + 23) / 24) = 0 group by p.delivery_id
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'deliveryId', f.delivery_id, 'postId', f.post_id, 'contentId', f.content_id, 'platform', f.platform, 'accountId', f.account_id,
      'account', coalesce(a.account_label, d.account_label), 'isRemoved', d.removed_account_id is not null, 'byHand', f.by_hand,
      'publishedAt', f.published_at, 'url', d.remote_url,
      'caption', left(coalesce(c.account_versions -> f.account_id::text ->> 'caption', c.alternatives -> f.platform ->> 'caption', c.caption), 500),
      'media', f.media, 'template', f.template, 'projectId', f.project_id, 'project', p.niche_name,
      'figures', jsonb_strip_nulls(jsonb_build_object('impressions', f.impressions, 'reach', f.reach, 'likes', f.likes, 'comments', f.comments,
        'shares', f.shares, 'saves', f.saves, 'clicks', f.clicks, 'watchSeconds', f.watch_seconds)),
      'figuresAt', d.figures_at, 'engagement', f.engagement, 'success', w.success, 'series', coalesce(s.points, '[]')) order by w.place), '[]')
    from unnest(deliveries, successes) with ordinality w (id, success, place)
      join public.post_facts f on f.delivery_id = w.id
      join public.post_deliveries d on d.id = f.delivery_id
      join public.generated_content c on c.id = f.content_id
      left join public.social_accounts a on a.id = d.account_id
      left join public.content_projects p on p.id = f.project_id
      left join series s on s.delivery_id = f.delivery_id
  $$;

-- Published posts by `sort` (publishedAt, success, engagement, or a figure), what is not known last, after the post with
-- that value and id. Answers { posts, last }: the value and id of the last, null where no more follow.
create function public.insights_posts(from_day date, to_day date, sort text, descending boolean, most integer, of_platform text default null,
    of_account uuid default null, of_project uuid default null, after_id uuid default null, after_value double precision default null,
    at timestamptz default now()) returns jsonb
  language plpgsql stable set search_path = '' set work_mem = '32MB' set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  zone text := private.workspace_zone();
  since timestamptz := private.day_start(from_day, zone);
  until timestamptz := private.day_start(to_day + 1, zone);
  turn integer := case when descending then -1 else 1 end;
  after_key double precision := after_value * turn;
  ids uuid[];
  keys double precision[];
  successes double precision[];
begin
  if sort = 'publishedAt' then
    -- The page is found in the index; success is then computed for its posts alone.
    if after_id is not null and descending then
      until := least(until, to_timestamp(after_value) + interval '1 microsecond');
    elsif after_id is not null then
      since := greatest(since, to_timestamp(after_value));
    end if;
    select min(p.published_at), max(p.published_at) + interval '1 microsecond' into since, until from (
      select f.published_at from public.post_facts f
      where f.published_at >= since and f.published_at < until
        and (of_platform is null or f.platform = of_platform) and (of_account is null or f.account_id = of_account)
        and (of_project is null or f.project_id = of_project)
        and (after_id is null or f.published_at <> to_timestamp(after_value) or f.delivery_id > after_id)
      order by case when descending then f.published_at end desc, case when not descending then f.published_at end
      limit most + 1) p;
  end if;
  select array_agg(k.delivery_id order by k.key nulls last, k.delivery_id), array_agg(k.key order by k.key nulls last, k.delivery_id),
    array_agg(k.success order by k.key nulls last, k.delivery_id)
  into ids, keys, successes from (
    select * from (
      select s.delivery_id, s.success, turn * case sort
        when 'publishedAt' then extract(epoch from s.published_at)::double precision when 'success' then s.success
        when 'engagement' then s.engagement when 'impressions' then s.impressions when 'reach' then s.reach when 'likes' then s.likes
        when 'comments' then s.comments when 'shares' then s.shares when 'saves' then s.saves when 'clicks' then s.clicks
        when 'watchSeconds' then s.watch_seconds end as key
      from private.scored_posts(since, until, of_platform, of_account, of_project, at) s) keyed
    where after_id is null
      or case when after_key is null then keyed.key is null and keyed.delivery_id > after_id
        else keyed.key is null or keyed.key > after_key or (keyed.key = after_key and keyed.delivery_id > after_id) end
    order by keyed.key nulls last, keyed.delivery_id limit most + 1) k;
  return jsonb_build_object('posts', private.insight_posts(coalesce(ids[:most], '{}'), coalesce(successes[:most], '{}')),
    'last', case when cardinality(ids) > most then jsonb_build_object('id', ids[most], 'value', turn * keys[most]) end);
end $$;

-- The posts with the greatest success, where that is more than usual, and the figures that were at least one and a half
-- times what is usual at their account: [{ ...post, basis, why: [{ figure, value, usual, times }] }].
create function public.insights_best(from_day date, to_day date, most integer, of_platform text default null, of_account uuid default null,
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
      select f.* from public.post_facts f where f.delivery_id = any (ids)
    ), usuals as (
      select r.account_id, v.name, percentile_cont(0.5) within group (order by v.value) as usual
      from public.post_facts r cross join lateral (values ('impressions', r.impressions), ('reach', r.reach), ('likes', r.likes),
        ('comments', r.comments), ('shares', r.shares), ('saves', r.saves), ('clicks', r.clicks), ('watchSeconds', r.watch_seconds)) v (name, value)
      where r.account_id in (select c.account_id from chosen c) and v.value is not null
        and r.published_at > at - interval '180 days' and r.published_at <= at - interval '1 day'
      group by r.account_id, v.name having count(*) >= 5
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

-- The rank, from 1, of the lower end of a 90 % interval of the median of so many values; the upper end has the same rank from
-- above. Distribution-free: the ends are order statistics, and the chance that fewer than that rank lie below the median is
-- binomial. Null under 5, where not even the least and the greatest are 90 % sure to hold it.
create function private.median_rank(n bigint) returns bigint
  language plpgsql immutable set search_path = ''
  as $$
declare
  chance double precision;
  below double precision := 0;
  rank bigint := 0;
begin
  if n < 5 then
    return null;
  elsif n > 400 then
    return floor((n - 1.6449 * sqrt(n)) / 2);
  end if;
  chance := power(0.5::double precision, n);
  while below + chance <= 0.05 loop
    below := below + chance;
    rank := rank + 1;
    chance := chance * (n - rank + 1) / rank;
  end loop;
  return rank;
end $$;

-- How posts did by hour, weekday (1 is Monday), template, project, label, length, media or hashtag: the groups with the most
-- posts, [{ key, label, posts, known, median, low, high }].
create function public.insights_breakdown(from_day date, to_day date, by text, most integer, of_platform text default null,
    of_account uuid default null, of_project uuid default null, at timestamptz default now()) returns jsonb
  language plpgsql stable set search_path = '' set work_mem = '32MB' set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  zone text := private.workspace_zone();
  since timestamptz := private.day_start(from_day, zone);
  until timestamptz := private.day_start(to_day + 1, zone);
begin
  return (
    with scored as not materialized (
      select * from private.scored_posts(since, until, of_platform, of_account, of_project, at)
    ), keyed as (
      select case by
          when 'hour' then date_part('hour', s.published_at at time zone zone)::integer::text
          when 'weekday' then date_part('isodow', s.published_at at time zone zone)::integer::text
          when 'template' then coalesce(s.template, '')
          when 'project' then coalesce(s.project_id::text, '')
          when 'length' then case when s.characters = 0 then 'none' when s.characters <= 100 then 'short' when s.characters <= 280 then 'medium'
            when s.characters <= 1000 then 'long' else 'very_long' end
          else s.media end as key, s.success
      from scored s where by not in ('label', 'hashtag')
      union all
      select unnest(case by when 'label' then s.labels else s.hashtags end), s.success from scored s where by in ('label', 'hashtag')
    ), counted as (
      select k.key, count(*) as posts, array_agg(k.success) filter (where k.success is not null) as successes
      from (select key collate "C" as key, success from keyed) k group by k.key
    ), chosen as (
      select c.key, c.posts, c.successes from counted c order by c.posts desc, c.key limit most
    ), ranked as (
      -- Only what is shown is sorted, and numbers alone.
      select c.key, c.posts, coalesce(cardinality(c.successes), 0) as known, s.sorted, private.median_rank(cardinality(c.successes)) as rank
      from chosen c cross join lateral (select array_agg(v order by v) as sorted from unnest(c.successes) v) s
    )
    select jsonb_build_object('by', by, 'zone', zone, 'others', (select count(*) from counted) - (select count(*) from chosen),
      'groups', coalesce(jsonb_agg(jsonb_build_object('key', c.key, 'label', case when by = 'project' then
          (select p.niche_name from public.content_projects p where p.id = nullif(c.key, '')::uuid) else c.key end,
        'posts', c.posts, 'known', c.known,
        'median', case when c.rank is not null then (c.sorted[(c.known + 1) / 2] + c.sorted[c.known / 2 + 1]) / 2 end,
        'low', c.sorted[c.rank], 'high', c.sorted[c.known + 1 - c.rank])
        order by case when by in ('hour', 'weekday') then c.key::integer end, c.posts desc, c.key), '[]'))
    from ranked c);
end $$;

revoke all on function private.workspace_zone(), private.day_start(date, text), private.period(bigint, bigint[], numeric[]),
  private.period_change(jsonb, jsonb), private.insight_accounts(text, uuid), private.insight_posts(uuid[], double precision[]),
  private.median_rank(bigint) from public;
grant execute on function private.workspace_zone(), private.day_start(date, text), private.period(bigint, bigint[], numeric[]),
  private.period_change(jsonb, jsonb), private.insight_accounts(text, uuid), private.insight_posts(uuid[], double precision[]),
  private.median_rank(bigint) to authenticated, service_role;
revoke all on function public.insights_overview(date, date, text, uuid, uuid, timestamptz),
  public.insights_posts(date, date, text, boolean, integer, text, uuid, uuid, uuid, double precision, timestamptz),
  public.insights_best(date, date, integer, text, uuid, uuid, timestamptz),
  public.insights_breakdown(date, date, text, integer, text, uuid, uuid, timestamptz) from public, anon;
grant execute on function public.insights_overview(date, date, text, uuid, uuid, timestamptz),
  public.insights_posts(date, date, text, boolean, integer, text, uuid, uuid, uuid, double precision, timestamptz),
  public.insights_best(date, date, integer, text, uuid, uuid, timestamptz),
  public.insights_breakdown(date, date, text, integer, text, uuid, uuid, timestamptz) to authenticated, service_role;
