-- A lease that has expired stays so, also where nobody has taken over: a machine that slept begins anew instead of going
-- on hours later. A process is handed nothing that it still has under way. Connecting an account again asks for nothing.
-- And agents go by the time of the database, which their own clocks may differ from.

-- The time by which posts are due, late and tried again.
create function public.database_time() returns timestamptz
  language sql stable set search_path = ''
  as $$ select now() $$;
revoke all on function public.database_time() from public, anon;
grant execute on function public.database_time() to authenticated, service_role;

-- Returns false when the run is over, or the lease is.
create or replace function public.renew_warmup(run uuid, owner uuid, lease_seconds integer, at timestamptz default now()) returns boolean
  language sql set search_path = ''
  as $$
    with renewed as (
      update public.warmup_runs r set lease_until = $4 + make_interval(secs => $3)
      where r.id = $1 and r.owner = $2 and r.status = 'running' and r.lease_until >= $4
      returning true
    )
    select exists (select from renewed)
  $$;

-- Returns false when another owner has the claim, or the lease has expired.
create or replace function public.renew_job(job text, run_key text, owner uuid, lease_seconds integer, at timestamptz default now()) returns boolean
  language sql set search_path = ''
  as $$
    with renewed as (
      update public.job_runs run set lease_until = $5 + make_interval(secs => $4)
      where run.job = $1 and run.run_key = $2 and run.owner = $3 and run.status = 'running' and run.lease_until >= $5
      returning true
    )
    select exists (select from renewed)
  $$;

-- Returns false when another run has taken over, or the lease has expired.
create or replace function public.renew_generation(run uuid, lease_seconds integer) returns boolean
  language plpgsql set search_path = ''
  as $$
begin
  update public.generation_runs set lease_until = clock_timestamp() + make_interval(secs => lease_seconds)
    where id = run and status = 'running' and lease_until >= clock_timestamp();
  return found;
end $$;

-- Extends the claim of an owner. Returns false when it is no longer his, or has expired.
create or replace function public.renew_delivery(delivery uuid, owner uuid, lease_seconds integer, at timestamptz default now()) returns boolean
  language sql set search_path = ''
  as $$
    with renewed as (
      update public.post_deliveries d set lease_until = $4 + make_interval(secs => $3)
      where d.id = $1 and d.lease_owner = $2 and d.state in ('preparing', 'publishing') and d.lease_until >= $4
      returning true
    )
    select exists (select from renewed)
  $$;

-- The claims of deliveries, which now leave out what the caller still has `under_way`, with its account: an expired one
-- of its own would be handed to it a second time.
drop function public.claim_due_deliveries(uuid, uuid, integer, integer, timestamptz);
drop function public.claim_lost_deliveries(uuid, uuid, integer, integer, timestamptz);

-- Hands out deliveries that can be sent, at most `most`, in state preparing: those of the agent's own channels, one of an
-- account at a time, so that the posts of an account go out in order. An expired preparing one is handed out like a
-- pending one.
create function public.claim_due_deliveries(
  owner uuid, agent uuid, lease_seconds integer, most integer, at timestamptz default now(), under_way uuid[] default '{}'
) returns setof public.post_deliveries
  language plpgsql set search_path = ''
  as $$
declare
  busy uuid[] := array(select o.account_id from public.post_deliveries o where o.id = any (under_way) and o.account_id is not null);
  accounts uuid[];
begin
  -- One caller at a time looks at an account, or two could be handed one each.
  accounts := array(
    select c.account_id from public.channels c
    where c.agent_id = agent and c.state = 'ready' and not c.is_paused and c.account_id <> all (busy) and exists (select from public.post_deliveries d
      where d.account_id = c.account_id and d.state in ('pending', 'preparing') and (d.state = 'pending' or d.lease_until < at)
        and (d.retry_after is null or d.retry_after <= at))
    for no key update skip locked);
  return query
    with first as (
      select distinct on (d.account_id) d.id, p.scheduled_time
      from public.post_deliveries d
        join public.scheduled_posts p on p.id = d.scheduled_post_id and p.status in ('publishing', 'needs_review')
      where d.account_id = any (accounts) and d.state in ('pending', 'preparing') and (d.state = 'pending' or d.lease_until < at)
        and (d.retry_after is null or d.retry_after <= at)
        and not exists (select from public.post_deliveries o
          where o.account_id = d.account_id and o.state in ('preparing', 'publishing') and o.lease_until >= at)
      order by d.account_id, p.scheduled_time, d.id
    ), due as (
      select d.id from public.post_deliveries d join first f on f.id = d.id
      where d.state in ('pending', 'preparing') and (d.state = 'pending' or d.lease_until < at)
      order by f.scheduled_time, d.id
      limit most
      for update of d skip locked
    )
    update public.post_deliveries d
    set state = 'preparing', attempt = d.attempt + 1, lease_owner = owner, lease_until = at + make_interval(secs => lease_seconds),
      retry_after = null, attempts = private.begin_attempt(d.attempts, 'publish', at)
    from due where d.id = due.id
    returning d.*;
end $$;

-- Hands out deliveries whose owner went silent around the irreversible call: one of an account at a time, and none while
-- another of that account is under way, so that two of the same words never find the same post. They must be reconciled
-- with the platform, never simply repeated.
create function public.claim_lost_deliveries(
  owner uuid, agent uuid, lease_seconds integer, most integer, at timestamptz default now(), under_way uuid[] default '{}'
) returns setof public.post_deliveries
  language plpgsql set search_path = ''
  as $$
declare
  busy uuid[] := array(select o.account_id from public.post_deliveries o where o.id = any (under_way) and o.account_id is not null);
  accounts uuid[];
begin
  -- As in claim_due_deliveries.
  accounts := array(
    select c.account_id from public.channels c
    where c.agent_id = agent and c.account_id <> all (busy) and c.account_id in (select d.account_id from public.post_deliveries d
      where d.state = 'publishing' and d.lease_until < at and (d.retry_after is null or d.retry_after <= at))
    for no key update skip locked);
  return query
    with first as (
      -- Those without a channel are told apart by their own id.
      select distinct on (coalesce(c.account_id, d.id)) d.id
      from public.post_deliveries d left join public.channels c on c.account_id = d.account_id
      where d.state = 'publishing' and d.lease_until < at and (d.retry_after is null or d.retry_after <= at)
        and d.id <> all (under_way)
        and (c.account_id is null or c.account_id = any (accounts))
        and (c.account_id is null or not exists (select from public.post_deliveries o
          where o.account_id = d.account_id and o.state in ('preparing', 'publishing') and o.lease_until >= at))
      order by coalesce(c.account_id, d.id), d.lease_until, d.id
    ), lost as (
      select d.id from public.post_deliveries d join first f on f.id = d.id
      where d.state = 'publishing' and d.lease_until < at
      order by d.lease_until, d.id
      limit most
      for update of d skip locked
    )
    update public.post_deliveries d set lease_owner = owner, lease_until = at + make_interval(secs => lease_seconds),
      retry_after = null, attempts = private.begin_attempt(d.attempts, 'read_back', at)
    from lost where d.id = lost.id
    returning d.*;
end $$;

revoke all on function public.claim_due_deliveries(uuid, uuid, integer, integer, timestamptz, uuid[]),
  public.claim_lost_deliveries(uuid, uuid, integer, integer, timestamptz, uuid[]) from public, anon;
grant execute on function public.claim_due_deliveries(uuid, uuid, integer, integer, timestamptz, uuid[]),
  public.claim_lost_deliveries(uuid, uuid, integer, integer, timestamptz, uuid[]) to authenticated, service_role;

-- Deliveries follow the channel of their account: they wait while it must be connected again, are pending when it is, and
-- are left to the person when it is disconnected. That an account works again says nothing about posts whose time has
-- passed: asked_at stays, and who claims them finds them late. The posts of the next weeks are checked again.
create or replace function private.follow_channel() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  account uuid := coalesce(new.account_id, old.account_id);
  posts uuid[];
begin
  select array_agg(distinct d.scheduled_post_id) into posts from public.post_deliveries d
    where d.account_id = account and d.state in ('pending', 'preparing', 'waiting');
  perform private.lock_posts(posts);
  if tg_op = 'DELETE' then
    update public.post_deliveries d set state = 'waiting', waits_for = 'by_hand', lease_owner = null, lease_until = null
      where d.account_id = account and (d.state in ('pending', 'preparing') or d.waits_for in ('reconnect', 'late'));
  elsif new.state = 'ready' then
    update public.post_deliveries d
      set state = 'pending', waits_for = null, attempt = 0, retry_after = null, error_text = null,
        error_class = case when d.error_class = 'unknown' then 'unknown' end
      where d.account_id = account and d.waits_for = 'reconnect';
  else
    update public.post_deliveries d set state = 'waiting', waits_for = 'reconnect'
      where d.account_id = account and d.state = 'pending';
  end if;
  perform private.settle_posts(posts);
  update public.scheduled_posts set checked_at = null where id in (
    select p.id from public.scheduled_posts p join public.generated_content c on c.id = p.content_id
    where p.status = 'scheduled' and p.checked_at is not null and p.scheduled_time < now() + interval '30 days'
      and c.platforms @> array[coalesce(new.platform, old.platform)]
    order by p.id for update of p);
  return null;
end $$;
