-- Claims: who may run a job, a warm-up or a delivery. Each is one statement or one short transaction, so that two clicks, two agents or a restart
-- can never both have it. A lease is how long a claim stands without a word from its owner, an agent's id. `at` is now, given by tests only.
-- All run with the caller's rights: members and the service key, nobody else.

-- True for exactly one caller per job and run_key; again only when the one who had it fell silent.
create function public.claim_job(job text, run_key text, owner uuid, lease_seconds integer, at timestamptz default now()) returns boolean
  language sql set search_path = ''
  as $$
    with claimed as (
      insert into public.job_runs as run (job, run_key, owner, started_at, lease_until)
      values ($1, $2, $3, $5, $5 + make_interval(secs => $4))
      on conflict (job, run_key) do update
        set owner = excluded.owner, started_at = excluded.started_at, lease_until = excluded.lease_until
        where run.status = 'running' and run.lease_until < $5
      returning true
    )
    select exists (select from claimed)
  $$;

-- False when the claim has passed to another owner.
create function public.renew_job(job text, run_key text, owner uuid, lease_seconds integer, at timestamptz default now()) returns boolean
  language sql set search_path = ''
  as $$
    with renewed as (
      update public.job_runs run set lease_until = $5 + make_interval(secs => $4)
      where run.job = $1 and run.run_key = $2 and run.owner = $3 and run.status = 'running'
      returning true
    )
    select exists (select from renewed)
  $$;

-- status: success or failed. False when the claim has passed to another owner.
create function public.finish_job(job text, run_key text, owner uuid, status text, result text default null, at timestamptz default now())
  returns boolean
  language sql set search_path = ''
  as $$
    with finished as (
      update public.job_runs run set status = $4, result = $5, finished_at = $6
      where run.job = $1 and run.run_key = $2 and run.owner = $3 and run.status = 'running'
      returning true
    )
    select exists (select from finished)
  $$;

-- Starts a warm-up unless one runs or the last success is less than 24 hours ago (§9). Answers { outcome, run_id?, retry_at? } with outcome
-- started, running, cooldown (retry_at says until when), not_instagram or not_found. A run whose lease ran out is marked failed first.
create function public.claim_warmup(account uuid, owner uuid, lease_seconds integer, at timestamptz default now()) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  row public.social_accounts;
  run uuid;
begin
  select * into row from public.social_accounts where id = account for update;
  if row.id is null then
    return jsonb_build_object('outcome', 'not_found');
  elsif row.platform <> 'instagram' then
    return jsonb_build_object('outcome', 'not_instagram');
  end if;
  update public.warmup_runs set status = 'failed', finished_at = at, reason = 'interrupted'
    where account_id = account and status = 'running' and lease_until < at;
  if found then
    update public.social_accounts set warmup_status = 'failed' where id = account;
  end if;
  select id into run from public.warmup_runs where account_id = account and status = 'running';
  if run is not null then
    return jsonb_build_object('outcome', 'running', 'run_id', run);
  elsif row.last_warmup_at > at - interval '24 hours' then
    return jsonb_build_object('outcome', 'cooldown', 'retry_at', row.last_warmup_at + interval '24 hours');
  end if;
  insert into public.warmup_runs (account_id, owner, started_at, lease_until)
    values (account, owner, at, at + make_interval(secs => lease_seconds)) returning id into run;
  update public.social_accounts set warmup_status = 'running' where id = account;
  return jsonb_build_object('outcome', 'started', 'run_id', run);
end $$;

-- False when the run is over.
create function public.renew_warmup(run uuid, owner uuid, lease_seconds integer, at timestamptz default now()) returns boolean
  language sql set search_path = ''
  as $$
    with renewed as (
      update public.warmup_runs r set lease_until = $4 + make_interval(secs => $3)
      where r.id = $1 and r.owner = $2 and r.status = 'running'
      returning true
    )
    select exists (select from renewed)
  $$;

-- status: success, failed or cancelled. A success starts the cooldown. `hold` keeps automatic warm-ups of the account off, with the reason, until
-- the person has logged in again. False when the run is over already.
create function public.finish_warmup(
  run uuid, owner uuid, status text, reason text default null, counts jsonb default '{}', journal jsonb default '[]',
  screenshot_path text default null, hold boolean default false, at timestamptz default now()
) returns boolean
  language plpgsql set search_path = ''
  as $$
declare
  account uuid;
begin
  select r.account_id into account from public.warmup_runs r where r.id = finish_warmup.run;
  -- The account first, as claim_warmup does: two that lock in one order cannot block each other for good.
  perform from public.social_accounts where id = account for update;
  update public.warmup_runs r
    set status = finish_warmup.status, finished_at = at, reason = finish_warmup.reason, counts = finish_warmup.counts,
      journal = finish_warmup.journal, screenshot_path = finish_warmup.screenshot_path
    where r.id = finish_warmup.run and r.owner = finish_warmup.owner and r.status = 'running';
  if not found then
    return false;
  end if;
  update public.social_accounts
    set warmup_status = nullif(finish_warmup.status, 'cancelled'),
      last_warmup_at = case when finish_warmup.status = 'success' then at else last_warmup_at end,
      warmup_held_reason = case when hold then finish_warmup.reason else warmup_held_reason end
    where id = account;
  return true;
end $$;

-- Hands out deliveries that are due, at most `most`, each to one owner only. They go to state preparing: what comes before the irreversible call may
-- be done again, so an expired preparing is handed out like a pending one.
create function public.claim_due_deliveries(owner uuid, lease_seconds integer, most integer, at timestamptz default now())
  returns setof public.post_deliveries
  language sql set search_path = ''
  as $$
    with due as (
      select d.id, p.id as post
      from public.post_deliveries d join public.scheduled_posts p on p.id = d.scheduled_post_id
      where p.status in ('scheduled', 'publishing') and p.scheduled_time <= $4
        and (d.state = 'pending' or (d.state = 'preparing' and d.lease_until < $4))
        and (d.retry_after is null or d.retry_after <= $4)
      order by p.scheduled_time, d.id
      limit $3
      for update of d, p skip locked
    ), started as (
      update public.scheduled_posts p set status = 'publishing' from due where p.id = due.post and p.status = 'scheduled'
    )
    update public.post_deliveries d
    set state = 'preparing', attempt = d.attempt + 1, lease_owner = $1, lease_until = $4 + make_interval(secs => $2), retry_after = null
    from due where d.id = due.id
    returning d.*
  $$;

-- Commits that the irreversible call is about to be made. False when the lease has run out or the post was cancelled: then the call must not be made.
create function public.begin_publishing(delivery uuid, owner uuid, lease_seconds integer, at timestamptz default now()) returns boolean
  language sql set search_path = ''
  as $$
    with begun as (
      update public.post_deliveries d set state = 'publishing', lease_until = $4 + make_interval(secs => $3)
      where d.id = $1 and d.lease_owner = $2 and d.state = 'preparing' and d.lease_until >= $4
        and exists (select from public.scheduled_posts p where p.id = d.scheduled_post_id and p.status = 'publishing')
      returning true
    )
    select exists (select from begun)
  $$;

-- Hands out deliveries whose owner fell silent around the irreversible call. They must be reconciled with the platform, never simply repeated.
create function public.claim_lost_deliveries(owner uuid, lease_seconds integer, most integer, at timestamptz default now())
  returns setof public.post_deliveries
  language sql set search_path = ''
  as $$
    with lost as (
      select d.id from public.post_deliveries d
      where d.state = 'publishing' and d.lease_until < $4
      order by d.lease_until, d.id
      limit $3
      for update skip locked
    )
    update public.post_deliveries d set lease_owner = $1, lease_until = $4 + make_interval(secs => $2)
    from lost where d.id = lost.id
    returning d.*
  $$;

-- Ends the owner's attempt. state: published, failed, needs_review, cancelled, or pending to try again after retry_after. The post's status follows
-- from all its deliveries. False when the lease has passed to another owner.
create function public.finish_delivery(
  delivery uuid, owner uuid, state text, remote_id text default null, remote_url text default null, error_class text default null,
  error_text text default null, retry_after timestamptz default null
) returns boolean
  language plpgsql set search_path = ''
  as $$
declare
  post uuid;
begin
  if finish_delivery.state is null or finish_delivery.state in ('preparing', 'publishing') then
    raise exception 'finish_delivery ends an attempt: % is no end.', finish_delivery.state using errcode = '22023';
  end if;
  select d.scheduled_post_id into post from public.post_deliveries d where d.id = delivery;
  perform from public.scheduled_posts where id = post for update;
  update public.post_deliveries d
    set state = finish_delivery.state, lease_owner = null, lease_until = null,
      remote_id = coalesce(finish_delivery.remote_id, d.remote_id), remote_url = coalesce(finish_delivery.remote_url, d.remote_url),
      error_class = finish_delivery.error_class, error_text = finish_delivery.error_text, retry_after = finish_delivery.retry_after
    where d.id = delivery and d.lease_owner = finish_delivery.owner and d.state in ('preparing', 'publishing');
  if not found then
    return false;
  end if;
  update public.scheduled_posts p set status = private.post_status(p.id) where p.id = post and p.status <> 'cancelled';
  return true;
end $$;

-- What a post's deliveries make of it: open ones keep it publishing; then a doubt weighs more than a failure, and a failure more than a success.
create function private.post_status(post uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when bool_or(state in ('pending', 'preparing', 'publishing')) then 'publishing'
      when bool_or(state = 'needs_review') then 'needs_review'
      when bool_or(state = 'failed') then 'failed'
      when bool_or(state = 'published') then 'published'
      else 'cancelled'
    end
    from public.post_deliveries where scheduled_post_id = post
  $$;

-- Marks what was cut off as failed: runs whose lease ran out, and at an agent's start all that it had left running itself (`agent`, its id).
-- Deliveries stay as they are, for claim_due_deliveries and claim_lost_deliveries. Answers how many of each.
create function public.reap_runs(agent uuid default null, at timestamptz default now()) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  account uuid;
  warmups integer := 0;
  scripts integer;
  jobs integer;
begin
  for account in
    select a.id from public.social_accounts a
    where exists (select from public.warmup_runs r where r.account_id = a.id and r.status = 'running' and (r.lease_until < at or r.owner = agent))
    order by a.id
    for update
  loop
    update public.warmup_runs r set status = 'failed', finished_at = at, reason = 'interrupted'
      where r.account_id = account and r.status = 'running' and (r.lease_until < at or r.owner = agent);
    if found then
      update public.social_accounts set warmup_status = 'failed' where id = account;
      warmups := warmups + 1;
    end if;
  end loop;
  update public.script_runs set status = 'error', finished_at = at, error = 'interrupted'
    where owner = agent and status in ('queued', 'running');
  get diagnostics scripts = row_count;
  -- Expired jobs stay claimable; only the agent's own are given up at once.
  update public.job_runs set lease_until = at - interval '1 second' where owner = agent and status = 'running' and lease_until >= at;
  get diagnostics jobs = row_count;
  return jsonb_build_object('warmups', warmups, 'scripts', scripts, 'jobs', jobs);
end $$;

do $$
declare
  claim regprocedure;
begin
  for claim in
    select p.oid::regprocedure from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname in ('claim_job', 'renew_job', 'finish_job', 'claim_warmup', 'renew_warmup',
      'finish_warmup', 'claim_due_deliveries', 'begin_publishing', 'claim_lost_deliveries', 'finish_delivery', 'reap_runs')
  loop
    execute format('revoke all on function %s from public, anon', claim);
    execute format('grant execute on function %s to authenticated, service_role', claim);
  end loop;
end $$;
revoke all on function private.post_status(uuid) from public;
grant execute on function private.post_status(uuid) to authenticated, service_role;
