-- Runs of warm-ups, scripts and jobs. Claiming one is a single statement or a short transaction, so that two clicks,
-- two agents or a restart can never both get it. A lease is how long a claim stands without a sign of life from its
-- owner, the id of an agent. Every function here runs with the rights of its caller. `at` is the current time; only
-- tests give another.

-- warmup_runs

create table public.warmup_runs (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.social_accounts (id) on delete cascade,
  owner uuid not null,
  started_at timestamptz not null default now(),
  lease_until timestamptz not null,
  finished_at timestamptz,
  status text not null default 'running' check (status in ('running', 'success', 'failed', 'cancelled')),
  reason text,
  counts jsonb not null default '{}',
  journal jsonb not null default '[]',
  screenshot_path text
);
comment on table public.warmup_runs is 'The visits that warm an account up.';
comment on column public.warmup_runs.counts is '{ postsSeen, storiesSeen, reelsSeen, likes, seconds }.';

create index warmup_runs_account on public.warmup_runs (account_id, started_at desc);
create unique index warmup_runs_one_running on public.warmup_runs (account_id) where status = 'running';

alter table public.warmup_runs enable row level security;
create policy members_all on public.warmup_runs for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.warmup_runs is
  'Members see the history. The agent writes it, as the member who asked or with the service key.';
revoke all on public.warmup_runs from anon, authenticated;
grant select, insert, update, delete on public.warmup_runs to authenticated, service_role;

-- Starts a warm-up unless one is running or the last success is less than 24 hours ago (§9). Returns { outcome,
-- run_id?, retry_at? } with outcome started, running, cooldown (until retry_at), not_instagram or not_found. A run
-- whose lease has expired is marked as failed first.
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

-- Returns false when the run is over.
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

-- status: success, failed or cancelled. A success starts the cooldown. `hold` stops automatic warm-ups of the account,
-- for that reason, until the person has logged in again. Returns false when the run is already over.
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

revoke all on function public.claim_warmup(uuid, uuid, integer, timestamptz), public.renew_warmup(uuid, uuid, integer, timestamptz),
  public.finish_warmup(uuid, uuid, text, text, jsonb, jsonb, text, boolean, timestamptz) from public, anon;
grant execute on function public.claim_warmup(uuid, uuid, integer, timestamptz), public.renew_warmup(uuid, uuid, integer, timestamptz),
  public.finish_warmup(uuid, uuid, text, text, jsonb, jsonb, text, boolean, timestamptz) to authenticated, service_role;

-- script_runs

create table public.script_runs (
  id uuid primary key default gen_random_uuid(),
  script_id uuid references public.puppeteer_scripts (id) on delete set null,
  name text not null default '',
  account_id uuid references public.social_accounts (id) on delete set null,
  owner uuid not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  status text not null default 'running' check (status in ('queued', 'running', 'success', 'error', 'cancelled', 'timeout')),
  error text,
  logs jsonb not null default '[]',
  artifacts jsonb not null default '[]'
);
comment on table public.script_runs is 'Runs of scripts, with their log and the files that they saved.';
comment on column public.script_runs.script_id is 'Null for code that was not saved, or whose script is gone.';

create index script_runs_script on public.script_runs (script_id, started_at desc);
create index script_runs_account on public.script_runs (account_id);
create index script_runs_started on public.script_runs (started_at desc);

alter table public.script_runs enable row level security;
create policy members_all on public.script_runs for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.script_runs is
  'Members see the history. The agent writes it, as the member who asked or with the service key.';
revoke all on public.script_runs from anon, authenticated;
grant select, insert, update, delete on public.script_runs to authenticated, service_role;

-- job_runs

create table public.job_runs (
  job text not null,
  run_key text not null,
  owner uuid not null,
  started_at timestamptz not null default now(),
  lease_until timestamptz not null,
  finished_at timestamptz,
  status text not null default 'running' check (status in ('running', 'success', 'failed')),
  result text,
  attempt integer not null default 1 check (attempt > 0),
  retry_at timestamptz,
  primary key (job, run_key)
);
comment on table public.job_runs is
  'Runs of jobs. The primary key is the claim: a job runs once for a run_key, such as a local date, however many '
  'agents there are.';
comment on column public.job_runs.started_at is 'When the first attempt started.';
comment on column public.job_runs.result is 'One sentence for people: what it did, or why it failed.';
comment on column public.job_runs.attempt is
  'Counts the attempts: another follows when the agent was cut off, or after a failure that may be retried.';
comment on column public.job_runs.retry_at is 'From when a failed run may be retried under the same key. Null: never.';

create index job_runs_started on public.job_runs (job, started_at desc);
create unique index job_runs_one_running on public.job_runs (job) where status = 'running';

alter table public.job_runs enable row level security;
create policy members_all on public.job_runs for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.job_runs is
  'Members see the history. The agent writes it, as the member who asked or with the service key.';
revoke all on public.job_runs from anon, authenticated;
grant select, insert, update, delete on public.job_runs to authenticated, service_role;

-- Marks jobs whose owner has gone silent as failed, to be taken over at once. With `agent`, also those that it started
-- before opened_at.
create function private.fail_silent_jobs(at timestamptz, agent uuid default null, opened_at timestamptz default null) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  jobs integer;
begin
  update public.job_runs r
    set status = 'failed', finished_at = at, retry_at = at, result = 'The agent that ran this ended unexpectedly.'
    where r.status = 'running' and (r.lease_until < at or (r.owner = agent and r.started_at < coalesce(opened_at, 'infinity')));
  get diagnostics jobs = row_count;
  return jobs;
end $$;

-- A job runs once for each run_key, and never twice at once. Returns { outcome, started_at?, attempt?, retry_at? } with
-- outcome claimed (started_at is that of the first attempt), running (under this key or another), waiting (failed, to
-- be retried at retry_at) or over.
create function public.claim_job(job text, run_key text, owner uuid, lease_seconds integer, at timestamptz default now()) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  run public.job_runs;
begin
  perform pg_advisory_xact_lock(hashtext('public.claim_job'), hashtext(claim_job.job));
  perform private.fail_silent_jobs(at);
  if exists (select from public.job_runs r where r.job = claim_job.job and r.status = 'running') then
    return jsonb_build_object('outcome', 'running');
  end if;
  select * into run from public.job_runs r where r.job = claim_job.job and r.run_key = claim_job.run_key;
  if found and run.retry_at is null then
    return jsonb_build_object('outcome', 'over');
  elsif found and run.retry_at > at then
    return jsonb_build_object('outcome', 'waiting', 'retry_at', run.retry_at);
  end if;
  insert into public.job_runs as r (job, run_key, owner, started_at, lease_until)
    values (claim_job.job, claim_job.run_key, claim_job.owner, at, at + make_interval(secs => lease_seconds))
    on conflict on constraint job_runs_pkey do update
      set owner = excluded.owner, lease_until = excluded.lease_until, status = 'running', attempt = r.attempt + 1,
        finished_at = null, result = null, retry_at = null
    returning * into run;
  return jsonb_build_object('outcome', 'claimed', 'started_at', run.started_at, 'attempt', run.attempt);
end $$;

-- Returns false when another owner has the claim.
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

-- status: success or failed. A failure may be retried after retry_seconds, if given. Returns false when another owner
-- has the claim.
create function public.finish_job(
  job text, run_key text, owner uuid, status text, result text default null, retry_seconds integer default null, at timestamptz default now()
) returns boolean
  language sql set search_path = ''
  as $$
    with finished as (
      update public.job_runs run
      set status = $4, result = $5, finished_at = $7, retry_at = case when $4 = 'failed' then $7 + make_interval(secs => $6) end
      where run.job = $1 and run.run_key = $2 and run.owner = $3 and run.status = 'running'
      returning true
    )
    select exists (select from finished)
  $$;

-- Marks what was cut off as failed: warm-ups and jobs whose lease has expired and, when an agent starts (`agent` is its
-- id), all that it had left running before it opened (`opened_at`). The agent cleans up its scripts itself; deliveries
-- wait for claim_due_deliveries and claim_lost_deliveries. Keeps the newest 400 runs of each job: by count, because a
-- clock may jump. Returns how many warm-ups and jobs were cut off.
create function public.reap_runs(agent uuid default null, opened_at timestamptz default null, at timestamptz default now()) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  account uuid;
  own_until timestamptz := coalesce(opened_at, 'infinity');
  warmups integer := 0;
begin
  for account in
    select a.id from public.social_accounts a
    where exists (select from public.warmup_runs r where r.account_id = a.id and r.status = 'running'
      and (r.lease_until < at or (r.owner = agent and r.started_at < own_until)))
    order by a.id
    for update
  loop
    update public.warmup_runs r set status = 'failed', finished_at = at, reason = 'interrupted'
      where r.account_id = account and r.status = 'running' and (r.lease_until < at or (r.owner = agent and r.started_at < own_until));
    if found then
      update public.social_accounts set warmup_status = 'failed' where id = account;
      warmups := warmups + 1;
    end if;
  end loop;
  delete from public.job_runs r
    using (select job, run_key, row_number() over (partition by job order by started_at desc) as place from public.job_runs) ranked
    where ranked.place > 400 and r.job = ranked.job and r.run_key = ranked.run_key and r.status <> 'running';
  return jsonb_build_object('warmups', warmups, 'jobs', private.fail_silent_jobs(at, agent, opened_at));
end $$;

revoke all on function private.fail_silent_jobs(timestamptz, uuid, timestamptz),
  public.claim_job(text, text, uuid, integer, timestamptz), public.renew_job(text, text, uuid, integer, timestamptz),
  public.finish_job(text, text, uuid, text, text, integer, timestamptz), public.reap_runs(uuid, timestamptz, timestamptz) from public, anon;
grant execute on function private.fail_silent_jobs(timestamptz, uuid, timestamptz),
  public.claim_job(text, text, uuid, integer, timestamptz), public.renew_job(text, text, uuid, integer, timestamptz),
  public.finish_job(text, text, uuid, text, text, integer, timestamptz), public.reap_runs(uuid, timestamptz, timestamptz)
  to authenticated, service_role;
