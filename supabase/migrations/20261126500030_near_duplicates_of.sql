-- Near duplicates by the index of marks alone: how many texts share a mark cannot be estimated, and what was estimated too high
-- led to reading every post by its time.
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
      select m.* from (select w.post_id, w.at, w.marks from public.post_words w where w.marks && marks_now offset 0) m order by m.at desc limit 2000
    ), archived as materialized (
      select m.* from (select a.id, a.posted_at, a.marks from public.archived_posts a
        where a.marks && marks_now and not a.is_reply and ($2 is null or a.account_id = $2) and ($3 is null or a.platform = $3) offset 0) m
      order by m.posted_at desc nulls last limit 2000
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

-- Near duplicates of many texts in one question, for the preview of a file of posts: [{ text, account, platform }] leads to
-- the first 50 of [{ place, near }], the place from 0 and the nearest as public.near_duplicates has it. A text is first looked
-- for anywhere, and at its places only where something is like it.
create function public.near_duplicates_of(wanted jsonb) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  asked record;
  looked_for text;
  is_alike boolean;
  near jsonb;
  found jsonb := '[]';
begin
  for asked in select t.place - 1 as place, t.ask ->> 'text' as words, (t.ask ->> 'account')::uuid as account, t.ask ->> 'platform' as platform
    from jsonb_array_elements(wanted) with ordinality t (ask, place) order by t.place limit 5000
  loop
    if asked.words is distinct from looked_for then
      looked_for := asked.words;
      is_alike := public.near_duplicates(looked_for, null, null, null, 1) <> '[]';
    end if;
    if is_alike then
      near := public.near_duplicates(asked.words, asked.account, asked.platform, null, 1) -> 0;
      if near is not null then
        found := found || jsonb_build_object('place', asked.place, 'near', near);
        exit when jsonb_array_length(found) >= 50;
      end if;
    end if;
  end loop;
  return found;
end $$;
revoke all on function public.near_duplicates_of(jsonb) from public, anon;
grant execute on function public.near_duplicates_of(jsonb) to authenticated, service_role;
