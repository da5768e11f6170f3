-- When each agent ran, and which accounts it can send to: a post falls into an off time where none of the agents that can
-- send it usually runs (shared/presence/usually-off.ts).

drop function public.presence_days();

-- `accounts`: it posts there, or holds a login that works; for one without a connection, it has the browser session.
-- `days`: the hours of each day, { day: hours }. An agent of which nothing is recorded has not run since it was added.
create function public.presence_by_agent() returns table (agent_id uuid, name text, accounts uuid[], days jsonb)
  language sql stable set search_path = ''
  as $$
    with ran as (
      select p.agent_id as id, jsonb_object_agg(p.day, p.hours) as days from public.agent_presence p group by p.agent_id
    ), known as (
      select coalesce(a.id, r.id) as id, a.name, a.capabilities,
        coalesce(r.days, jsonb_build_object((a.created_at at time zone 'UTC')::date, 0)) as days
      from public.agents a full join ran r on r.id = a.id
    )
    select k.id, k.name, array(
      select c.account_id from public.channels c where c.agent_id = k.id
      union
      select h.account_id from public.channel_holders h where h.agent_id = k.id and private.holds_login(k.id, h.account_id)
      union
      select s.id from public.social_accounts s
      where k.capabilities -> 'browser' = 'true' and k.capabilities -> 'sessions' ? s.id::text
        and not exists (select from public.channels c where c.account_id = s.id)), k.days
    from known k order by k.name, k.id
  $$;

revoke all on function public.presence_by_agent() from public, anon;
grant execute on function public.presence_by_agent() to authenticated, service_role;

-- Of an agent that is removed, nothing is known any more.
create function private.drop_presence() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.agent_presence p where p.agent_id = old.id;
  return null;
end $$;
revoke all on function private.drop_presence() from public, anon;
create trigger agents_presence after delete on public.agents for each row execute function private.drop_presence();
