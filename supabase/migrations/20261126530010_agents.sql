-- The agents of the workspace: each writes its own row, at its start and every 20 seconds, by the database's clock.

create table public.agents (
  id uuid primary key,
  created_at timestamptz not null default now(),
  name text not null check (char_length(name) between 1 and 80 and name = btrim(name)),
  version text not null check (char_length(version) between 1 and 80),
  capabilities jsonb not null default '{}' check (jsonb_typeof(capabilities) = 'object' and octet_length(capabilities::text) <= 200000),
  public_key text check (char_length(public_key) <= 200),
  run uuid not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ended_at timestamptz
);
comment on table public.agents is 'The agents that work on this workspace. Each writes its own row.';
comment on column public.agents.id is 'Kept in the data directory of the agent, and the owner of what it claims.';
comment on column public.agents.capabilities is
  'What it can do (shared/agent/agents.ts): { logins: [account], sessions: [account], browser, screen, localModel, alwaysOn }. No login is in it.';
comment on column public.agents.public_key is 'With which others seal something that this agent alone can open.';
comment on column public.agents.run is 'The process that has the id now. Another one under the same id was copied with the data directory.';
comment on column public.agents.seen_at is 'Its latest heartbeat.';
comment on column public.agents.ended_at is 'When it was stopped. Null: it runs, or ended without a word.';

alter table public.agents enable row level security;
create policy members_all on public.agents for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.agents is
  'Members see, name and remove agents. An agent writes its own row, as a member or with the service key.';
revoke all on public.agents from anon, authenticated;
grant select, insert, update, delete on public.agents to authenticated, service_role;

-- Whether an agent has not been heard of for 90 seconds, or never. The one place that says how long that is.
create function public.is_agent_silent(agent uuid, at timestamptz default now()) returns boolean
  language sql stable set search_path = ''
  as $$ select not exists (select from public.agents a where a.id = $1 and a.seen_at >= $2 - interval '90 seconds') $$;

-- The agents with their state: running, stopped, or silent, which ended without a word or cannot reach the database.
create view public.listed_agents with (security_invoker = true) as
select a.id, a.created_at, a.name, a.version, a.capabilities, a.public_key, a.started_at, a.seen_at, a.ended_at,
  case when a.ended_at is not null then 'stopped' when public.is_agent_silent(a.id) then 'silent' else 'running' end as state
from public.agents a;
comment on view public.listed_agents is 'The agents with their state: running, stopped or silent.';
revoke all on public.listed_agents from anon, authenticated;
grant select on public.listed_agents to authenticated, service_role;

-- Writes that an agent has started as the process `run`. `known` are the processes that its data directory knows of: while
-- one that is not among them, or any where `elsewhere` says that the directory was copied, was heard of in the last 90
-- seconds, nothing is written unless by `force`. Returns { outcome, name, seen_at } with outcome registered or taken. A new
-- agent whose name another has gets a number.
create function public.register_agent(
  agent uuid, run uuid, known uuid[], elsewhere boolean, name text, version text, capabilities jsonb,
  public_key text default null, force boolean default false, at timestamptz default now()
) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  found_agent public.agents;
  wanted text := btrim(left(register_agent.name, 70));
  number integer := 2;
begin
  perform pg_advisory_xact_lock(hashtext('public.agents'));
  select * into found_agent from public.agents a where a.id = agent for update;
  if found_agent.id is not null and found_agent.ended_at is null and not force and not public.is_agent_silent(agent, at)
    and found_agent.run <> register_agent.run and (elsewhere or found_agent.run <> all (known)) then
    return jsonb_build_object('outcome', 'taken', 'name', found_agent.name, 'seen_at', found_agent.seen_at);
  end if;
  if found_agent.id is null then
    register_agent.name := wanted;
    while exists (select from public.agents a where a.name = register_agent.name) loop
      register_agent.name := wanted || ' ' || number;
      number := number + 1;
    end loop;
  end if;
  insert into public.agents as a (id, name, version, capabilities, public_key, run, started_at, seen_at)
    values (agent, register_agent.name, register_agent.version, register_agent.capabilities, register_agent.public_key, register_agent.run, at, at)
    on conflict (id) do update set version = excluded.version, capabilities = excluded.capabilities,
      public_key = coalesce(excluded.public_key, a.public_key), run = excluded.run, started_at = at, seen_at = at, ended_at = null
    returning * into found_agent;
  return jsonb_build_object('outcome', 'registered', 'name', found_agent.name, 'seen_at', found_agent.seen_at);
end $$;

-- A heartbeat. `capabilities` null: as before. Returns { outcome, name } with outcome beaten, replaced where another process
-- has the id, or unknown where the agent was removed.
create function public.beat_agent(agent uuid, run uuid, capabilities jsonb default null, at timestamptz default now()) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  found_agent public.agents;
begin
  update public.agents a
    set seen_at = greatest(a.seen_at, at), ended_at = null, capabilities = coalesce(beat_agent.capabilities, a.capabilities)
    where a.id = agent and a.run = beat_agent.run
    returning * into found_agent;
  if found then
    return jsonb_build_object('outcome', 'beaten', 'name', found_agent.name);
  end if;
  select * into found_agent from public.agents a where a.id = agent;
  return jsonb_build_object('outcome', case when found then 'replaced' else 'unknown' end, 'name', found_agent.name);
end $$;

-- Notes that an agent was stopped.
create function public.end_agent(agent uuid, run uuid, at timestamptz default now()) returns void
  language sql set search_path = ''
  as $$ update public.agents a set ended_at = $3, seen_at = greatest(a.seen_at, $3) where a.id = $1 and a.run = $2 $$;

-- Removes an agent that is gone. The accounts that it posted for must be connected again. Returns removed, running, or
-- gone where there is none.
create function public.remove_agent(agent uuid, at timestamptz default now()) returns text
  language plpgsql set search_path = ''
  as $$
declare
  found_agent public.agents;
begin
  select * into found_agent from public.agents a where a.id = agent for update;
  if found_agent.id is null then
    return 'gone';
  elsif found_agent.ended_at is null and not public.is_agent_silent(agent, at) then
    return 'running';
  end if;
  update public.channels c set state = 'reconnect', problem = 'The agent that posted here, ' || found_agent.name || ', was removed.'
    where c.agent_id = agent;
  delete from public.agents a where a.id = agent;
  return 'removed';
end $$;

revoke all on function public.is_agent_silent(uuid, timestamptz), public.beat_agent(uuid, uuid, jsonb, timestamptz),
  public.register_agent(uuid, uuid, uuid[], boolean, text, text, jsonb, text, boolean, timestamptz),
  public.end_agent(uuid, uuid, timestamptz), public.remove_agent(uuid, timestamptz) from public, anon;
grant execute on function public.is_agent_silent(uuid, timestamptz), public.beat_agent(uuid, uuid, jsonb, timestamptz),
  public.register_agent(uuid, uuid, uuid[], boolean, text, text, jsonb, text, boolean, timestamptz),
  public.end_agent(uuid, uuid, timestamptz), public.remove_agent(uuid, timestamptz) to authenticated, service_role;
