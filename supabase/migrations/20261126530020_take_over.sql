-- Who sends: one agent at a time for each channel. Another one that holds the login takes over when it has been silent and
-- its leases are over. The generation of a channel grows with each change of the agent, and each claim of a delivery notes
-- it: what an agent still does under an earlier one is refused.

alter table public.channels add column if not exists generation bigint not null default 0;
comment on column public.channels.generation is
  'Grows whenever another agent posts from then on. What was claimed under an earlier number is no longer carried out.';

create function private.raise_generation() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.generation := greatest(new.generation, old.generation + 1);
  return new;
end $$;
revoke all on function private.raise_generation() from public;
create trigger channels_generation before update on public.channels
  for each row when (new.agent_id <> old.agent_id) execute function private.raise_generation();

alter table public.post_deliveries add column claims bigint not null default 0, add column generation bigint;
comment on column public.post_deliveries.claims is 'Grows with each claim: the latest one alone is carried out.';
comment on column public.post_deliveries.generation is 'That of the channel at the latest claim.';

-- Numbers each claim of a delivery, whichever function makes it, and refuses what its owner writes (renewals, the beginning,
-- parts) once another agent has the channel: the row stays as it is, and the function returns false.
create function private.fence_delivery() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    new.claims := 1;
    new.generation := (select c.generation from public.channels c where c.account_id = new.account_id);
  elsif new.lease_owner is distinct from old.lease_owner or new.attempts is distinct from old.attempts then
    new.claims := old.claims + 1;
    new.generation := (select c.generation from public.channels c where c.account_id = new.account_id);
  elsif new.state in ('preparing', 'publishing') and old.generation is not null
    and (new.state, new.lease_until, new.outgoing, new.parts, new.leftovers)
      is distinct from (old.state, old.lease_until, old.outgoing, old.parts, old.leftovers)
    and exists (select from public.channels c where c.account_id = new.account_id and c.generation <> old.generation) then
    return null;
  end if;
  return new;
end $$;
revoke all on function private.fence_delivery() from public;
create trigger post_deliveries_fence before insert or update on public.post_deliveries
  for each row when (new.lease_owner is not null) execute function private.fence_delivery();

-- Whether an agent holds the login of an account: it was given it (channel_holders, of a later migration), and says that it
-- still has it.
create function private.holds_login(agent uuid, account uuid) returns boolean
  language plpgsql stable set search_path = ''
  as $$
begin
  return exists (select from public.channel_holders h where h.agent_id = agent and h.account_id = account and h.held_at is not null)
    and exists (select from public.agents a where a.id = agent and a.capabilities -> 'logins' ? account::text);
end $$;

-- Has an agent post to a channel from now on, in the place of one that is silent, and returns the new generation. Null, and
-- nothing is changed, unless the agent is heard of and holds the login, and nothing is under way for the account. What the
-- silent one may have published is looked for on the platform first: it is handed out by claim_lost_deliveries alone.
create function public.take_over_channel(channel uuid, agent uuid, at timestamptz default now()) returns bigint
  language plpgsql set search_path = ''
  as $$
declare
  held public.channels;
begin
  select * into held from public.channels c where c.account_id = channel for no key update;
  if held.account_id is null or held.agent_id = agent or not public.is_agent_silent(held.agent_id, at)
    or public.is_agent_silent(agent, at) or not private.holds_login(agent, channel)
    or exists (select from public.post_deliveries d
      where d.account_id = channel and d.state in ('preparing', 'publishing') and d.lease_until >= at)
    or exists (select from public.comment_replies r where r.account_id = channel and r.state = 'sending' and r.lease_until >= at) then
    return null;
  end if;
  update public.channels c set agent_id = agent where c.account_id = channel returning * into held;
  return held.generation;
end $$;

-- A heartbeat, as before, with which the agent takes over what it can of agents that are silent: `taken` are the accounts
-- that it posts to from now on, each with the name of the agent that did before.
create or replace function public.beat_agent(agent uuid, run uuid, capabilities jsonb default null, at timestamptz default now()) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  found_agent public.agents;
  candidate record;
  taken jsonb := '[]';
begin
  update public.agents a
    set seen_at = greatest(a.seen_at, at), ended_at = null, capabilities = coalesce(beat_agent.capabilities, a.capabilities)
    where a.id = agent and a.run = beat_agent.run
    returning * into found_agent;
  if not found then
    select * into found_agent from public.agents a where a.id = agent;
    return jsonb_build_object('outcome', case when found then 'replaced' else 'unknown' end, 'name', found_agent.name);
  end if;
  for candidate in
    select c.account_id, o.name, o.seen_at, s.account_label, s.platform
    from public.channels c join public.social_accounts s on s.id = c.account_id left join public.agents o on o.id = c.agent_id
    where c.agent_id <> agent and found_agent.capabilities -> 'logins' ? c.account_id::text and public.is_agent_silent(c.agent_id, at)
    order by c.account_id
  loop
    if public.take_over_channel(candidate.account_id, agent, at) is not null then
      taken := taken || jsonb_build_object('account', candidate.account_id, 'label', candidate.account_label,
        'platform', candidate.platform, 'name', candidate.name, 'seen_at', candidate.seen_at);
    end if;
  end loop;
  return jsonb_build_object('outcome', 'beaten', 'name', found_agent.name, 'taken', taken);
end $$;

-- The connected accounts whose posts are due and for which no agent is there: the one that posts is silent, and another that
-- holds the login would have taken over. [{ account, platform, label, agent, seen_at, posts }]
create function public.stranded_channels(at timestamptz default now()) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('account', s.id, 'platform', s.platform, 'label', s.account_label, 'agent', a.name,
      'seen_at', a.seen_at, 'posts', due.posts) order by s.platform, s.account_label), '[]')
    from public.channels c join public.social_accounts s on s.id = c.account_id join public.agents a on a.id = c.agent_id
      cross join lateral (select count(*) as posts from public.post_deliveries d
        where d.account_id = c.account_id and d.state in ('pending', 'preparing', 'publishing')
          and (d.lease_until is null or d.lease_until < $1) and (d.retry_after is null or d.retry_after <= $1)) due
    where due.posts > 0 and c.state = 'ready' and not c.is_paused and public.is_agent_silent(c.agent_id, $1)
  $$;

-- Removes an agent that is gone, as before, with what it holds. An account that only it could post to must be connected
-- again; another that holds the login takes over.
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
      where h.account_id = c.account_id and h.agent_id <> agent and h.held_at is not null);
  delete from public.channel_holders h where h.agent_id = agent;
  delete from public.agents a where a.id = agent;
  return 'removed';
end $$;

-- Jobs: a renewal or an end of an earlier attempt is refused, also where the same agent has claimed the run again.
drop function public.renew_job(text, text, uuid, integer, timestamptz);
create function public.renew_job(
  job text, run_key text, owner uuid, lease_seconds integer, at timestamptz default now(), attempt integer default null
) returns boolean
  language sql set search_path = ''
  as $$
    with renewed as (
      update public.job_runs run set lease_until = $5 + make_interval(secs => $4)
      where run.job = $1 and run.run_key = $2 and run.owner = $3 and run.status = 'running' and run.lease_until >= $5
        and ($6 is null or run.attempt = $6)
      returning true
    )
    select exists (select from renewed)
  $$;

drop function public.finish_job(text, text, uuid, text, text, integer, timestamptz);
create function public.finish_job(
  job text, run_key text, owner uuid, status text, result text default null, retry_seconds integer default null,
  at timestamptz default now(), attempt integer default null
) returns boolean
  language sql set search_path = ''
  as $$
    with finished as (
      update public.job_runs run
      set status = $4, result = $5, finished_at = $7, retry_at = case when $4 = 'failed' then $7 + make_interval(secs => $6) end
      where run.job = $1 and run.run_key = $2 and run.owner = $3 and run.status = 'running' and ($8 is null or run.attempt = $8)
      returning true
    )
    select exists (select from finished)
  $$;

revoke all on function private.holds_login(uuid, uuid) from public;
revoke all on function public.take_over_channel(uuid, uuid, timestamptz), public.stranded_channels(timestamptz),
  public.renew_job(text, text, uuid, integer, timestamptz, integer),
  public.finish_job(text, text, uuid, text, text, integer, timestamptz, integer) from public, anon;
grant execute on function private.holds_login(uuid, uuid), public.take_over_channel(uuid, uuid, timestamptz),
  public.stranded_channels(timestamptz), public.renew_job(text, text, uuid, integer, timestamptz, integer),
  public.finish_job(text, text, uuid, text, text, integer, timestamptz, integer) to authenticated, service_role;
