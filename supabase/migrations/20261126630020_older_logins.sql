-- A login that was renewed by an agent that is not paired with every holder: the others have an older one, which may no
-- longer be good. Who has an older login, or has not opened the latest one yet, takes nothing over.

alter table public.channel_holders add column opened bigint not null default 0 check (opened between 0 and generation);
comment on column public.channel_holders.opened is 'The version of the login that the agent has opened. It sends with the latest one alone.';
update public.channel_holders h set opened = h.generation where h.held_at is not null;

-- The number of the latest version of a login.
create function private.latest_login(account uuid) returns bigint
  language sql stable set search_path = ''
  as $$ select coalesce(max(h.generation), 0) from public.channel_holders h where h.account_id = $1 $$;

-- As before, but: of the latest version, which it has opened.
create or replace function private.holds_login(agent uuid, account uuid) returns boolean
  language plpgsql stable set search_path = ''
  as $$
begin
  return exists (select from public.channel_holders h where h.agent_id = agent and h.account_id = account and h.held_at is not null
      and h.opened = private.latest_login(account))
    and exists (select from public.agents a where a.id = agent and a.capabilities -> 'logins' ? account::text);
end $$;

-- Notes that an agent has opened a version of a login that was sealed for it.
create function public.note_login_opened(account uuid, holder uuid, generation bigint) returns void
  language sql set search_path = ''
  as $$
    update public.channel_holders h set opened = greatest(h.opened, $3), held_at = coalesce(h.held_at, clock_timestamp())
    where h.account_id = $1 and h.agent_id = $2 and h.generation >= $3
  $$;

-- As before; the agent that seals has what it seals.
create or replace function public.seal_channel_login(account uuid, sealer uuid, generation bigint, sealed jsonb, added uuid default null) returns boolean
  language plpgsql set search_path = ''
  as $$
begin
  perform 1 from public.channels c where c.account_id = account and c.agent_id = sealer for update;
  if not found or exists (select from public.channel_holders h
      where h.account_id = account and h.generation >= seal_channel_login.generation) then
    return false;
  end if;
  if added is not null then
    insert into public.channel_holders (account_id, agent_id) values (account, added) on conflict (account_id, agent_id) do nothing;
  end if;
  update public.channel_holders h set generation = seal_channel_login.generation, sealed_by = sealer,
      sealed_login = sealed ->> h.agent_id::text, sealed_at = clock_timestamp()
    where h.account_id = account and h.agent_id <> sealer and sealed ? h.agent_id::text;
  update public.channel_holders h set generation = seal_channel_login.generation, opened = seal_channel_login.generation,
      sealed_by = null, sealed_login = null, sealed_at = null
    where h.account_id = account and h.agent_id = sealer;
  return true;
end $$;

-- As before, but: who has an older login does not take its place.
create or replace function public.take_channel_login(account uuid, holder uuid) returns text
  language plpgsql set search_path = ''
  as $$
declare
  poster uuid;
  heir uuid;
begin
  select c.agent_id into poster from public.channels c where c.account_id = account for update;
  if not exists (select from public.channel_holders h where h.account_id = account and h.agent_id = holder) then
    return 'gone';
  end if;
  if poster = holder then
    select h.agent_id into heir from public.channel_holders h
      where h.account_id = account and h.agent_id <> holder and h.held_at is not null and h.generation = private.latest_login(account)
      order by public.is_agent_silent(h.agent_id), h.opened desc, h.held_at limit 1;
    if heir is null then
      return 'last';
    end if;
  end if;
  if heir is not null then
    update public.channels c set agent_id = heir where c.account_id = account;
  end if;
  delete from public.channel_holders h where h.account_id = account and h.agent_id = holder;
  return 'taken';
end $$;

-- As before, but: an account of which others have an older login must be connected again as well.
create or replace function public.remove_agent(agent uuid, at timestamptz default now()) returns text
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
    where c.agent_id = agent and not exists (select from public.channel_holders h
      where h.account_id = c.account_id and h.agent_id <> agent and h.held_at is not null
        and h.generation = private.latest_login(c.account_id));
  delete from public.channel_holders h where h.agent_id = agent;
  delete from public.agents a where a.id = agent;
  return 'removed';
end $$;

revoke all on function private.latest_login(uuid), public.note_login_opened(uuid, uuid, bigint) from public, anon;
grant execute on function private.latest_login(uuid), public.note_login_opened(uuid, uuid, bigint) to authenticated, service_role;
