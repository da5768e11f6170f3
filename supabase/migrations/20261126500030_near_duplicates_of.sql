-- Near duplicates of many texts in one question, for the preview of a file of posts: [{ text, account, platform }] leads to
-- [{ place, near }], the place from 0 and the nearest as public.near_duplicates has it; those that are like no other are left
-- out. Each text is first looked for anywhere, and at its places only where something is like it.
create function public.near_duplicates_of(wanted jsonb) returns jsonb
  language sql stable set search_path = ''
  as $$
    with asked as (
      select t.place - 1 as place, t.ask ->> 'text' as words, (t.ask ->> 'account')::uuid as account, t.ask ->> 'platform' as platform
      from jsonb_array_elements(wanted) with ordinality t (ask, place) limit 5000
    ), alike as materialized (
      select d.words from (select distinct a.words from asked a) d where public.near_duplicates(d.words, null, null, null, 1) <> '[]'
    ), found as materialized (
      select a.place, public.near_duplicates(a.words, a.account, a.platform, null, 1) -> 0 as near
      from asked a where a.words in (select l.words from alike l)
    )
    select coalesce(jsonb_agg(jsonb_build_object('place', f.place, 'near', f.near) order by f.place) filter (where f.near is not null), '[]') from found f
  $$;
revoke all on function public.near_duplicates_of(jsonb) from public, anon;
grant execute on function public.near_duplicates_of(jsonb) to authenticated, service_role;
