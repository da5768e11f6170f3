-- What the job engine (server/jobs) needs of the database: one switch for everything automatic, runs that may be tried again, and claims that know
-- that a job never runs twice at once.

-- Nothing automatic happens while this is true; what a person starts by hand still does.
alter table public.app_settings add column automation_paused boolean not null default false;

alter table public.job_runs
  -- How often it was begun: again after its agent was cut off, or after a failure that is worth another try.
  add column attempt integer not null default 1 check (attempt > 0),
  -- From when a failed run may be tried again under the same key; null when it may not.
  add column retry_at timestamptz;
create unique index job_runs_one_running on public.job_runs (job) where status = 'running';

drop function public.claim_job(text, text, uuid, integer, timestamptz);
drop function public.finish_job(text, text, uuid, text, text, timestamptz);
drop function public.reap_runs(uuid, timestamptz);

-- A job runs once for each run_key, and never twice at once. Answers { outcome, started_at?, attempt?, retry_at? } with outcome claimed (started_at
-- is the first attempt's), running (under this key or another), waiting (failed, to be tried again at retry_at) or over.
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

-- status: success or failed; a failure may be tried again after retry_seconds, if given. False when the claim has passed to another owner.
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

-- Jobs whose owner fell silent have failed, and may be taken over at once.
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

-- Marks as failed what was cut off: warm-ups and jobs whose lease ran out, and at an agent's start all that it (`agent`, its id) had left running
-- before it opened (`opened_at`). Its scripts it puts right itself; deliveries stay as they are, for claim_due_deliveries and claim_lost_deliveries.
-- Of each job's history the newest 400 runs are kept: by count, because a clock may jump. Answers how many warm-ups and jobs were cut off.
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
  public.claim_job(text, text, uuid, integer, timestamptz), public.finish_job(text, text, uuid, text, text, integer, timestamptz),
  public.reap_runs(uuid, timestamptz, timestamptz) from public, anon;
grant execute on function private.fail_silent_jobs(timestamptz, uuid, timestamptz),
  public.claim_job(text, text, uuid, integer, timestamptz), public.finish_job(text, text, uuid, text, text, integer, timestamptz),
  public.reap_runs(uuid, timestamptz, timestamptz) to authenticated, service_role;

-- The bin: deleted content with its places in the timeline, kept for a day so that deleting can be undone. Every delete goes through it.
create table public.content_bin (
  -- The content's own id.
  id uuid primary key,
  deleted_at timestamptz not null default now(),
  -- The rows as they were.
  content jsonb not null,
  posts jsonb not null default '[]',
  -- Do its pictures go with it? Those that the clean-up deleted do; a person's stay in the Media Library.
  remove_files boolean not null default false,
  -- Its end has begun: it can no longer be brought back.
  purging boolean not null default false
);
create index content_bin_deleted_at on public.content_bin (deleted_at);

alter table public.content_bin enable row level security;
create policy members_all on public.content_bin for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
revoke all on public.content_bin from anon, authenticated;
grant select, insert, update, delete on public.content_bin to authenticated, service_role;

create function private.bin_deleted_content() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  insert into public.content_bin (id, content, posts)
    values (old.id, to_jsonb(old),
      coalesce((select jsonb_agg(to_jsonb(p)) from public.scheduled_posts p where p.content_id = old.id), '[]'))
    on conflict (id) do update set deleted_at = excluded.deleted_at, content = excluded.content, posts = excluded.posts,
      remove_files = false, purging = false;
  return old;
end $$;
create index generated_content_unsaved on public.generated_content (created_at) where saved_at is null and status = 'draft';
create trigger generated_content_bin before delete on public.generated_content
  for each row execute function private.bin_deleted_content();

-- Deletes unsaved drafts that are 7 days old and have no place in the timeline (§9; shared/content-retention.ts has the same rule), at most `most`.
-- Answers how many.
create function public.bin_expired_content(most integer default 500, at timestamptz default now()) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  gone uuid[];
begin
  with expired as (
    select c.id from public.generated_content c
    where c.saved_at is null and c.status = 'draft' and c.created_at <= at - interval '7 days'
      and not exists (select from public.scheduled_posts p where p.content_id = c.id and p.status <> 'cancelled')
    order by c.created_at, c.id
    limit most
    for update of c skip locked
  ), deleted as (
    delete from public.generated_content c using expired where c.id = expired.id returning c.id
  )
  select coalesce(array_agg(id), '{}') into gone from deleted;
  update public.content_bin set deleted_at = at, remove_files = true where id = any (gone);
  return cardinality(gone);
end $$;

-- Brings deleted content back, saved, so that it is not deleted again by itself. Places in the timeline that are still to come come back too; those
-- whose time has passed are cancelled. False when it is not there any more.
create function public.restore_content(content uuid) returns boolean
  language plpgsql set search_path = ''
  as $$
declare
  kept public.content_bin;
  row public.generated_content;
begin
  delete from public.content_bin b where b.id = restore_content.content and not b.purging returning * into kept;
  if not found then
    return false;
  end if;
  select coalesce(jsonb_agg(case
      when p ->> 'status' = 'publishing' or (p ->> 'status' = 'scheduled' and (p ->> 'scheduled_time')::timestamptz <= now())
        then p || '{"status": "cancelled"}' else p end), '[]')
    into kept.posts from jsonb_array_elements(kept.posts) as p;
  row := jsonb_populate_record(null::public.generated_content, kept.content);
  row.saved_at := coalesce(row.saved_at, now());
  row.project_id := (select id from public.content_projects where id = row.project_id);
  row.template_id := (select id from public.content_style_templates where id = row.template_id);
  row.run_id := (select id from public.generation_runs where id = row.run_id);
  if row.status = 'scheduled' and not kept.posts @> '[{"status": "scheduled"}]' then
    row.status := 'draft';
  end if;
  insert into public.generated_content select row.*;
  insert into public.scheduled_posts select * from jsonb_populate_recordset(null::public.scheduled_posts, kept.posts);
  return true;
end $$;

-- Begins the end of what has been in the bin for a day, at most `most`. Answers each with the files to remove: those that nothing else uses. Once they
-- are gone the caller deletes the rows; if it stops half-way, the next call gives the same rows again.
create function public.begin_purge(most integer default 100, at timestamptz default now()) returns table (id uuid, files text[])
  language plpgsql set search_path = ''
  as $$
begin
  update public.content_bin b set purging = true
    from (select d.id from public.content_bin d where d.deleted_at <= at - interval '1 day' order by d.deleted_at, d.id limit most) due
    where b.id = due.id;
  return query
    select b.id, array(
      select distinct item ->> 'path' from jsonb_array_elements(b.content -> 'media') as item
      where b.remove_files and item ->> 'path' is not null
        and not exists (select from public.media_usage u where u.path = item ->> 'path')
        and not exists (select from public.content_bin o
          where not o.purging and o.content -> 'media' @> jsonb_build_array(jsonb_build_object('path', item ->> 'path'))))
    from public.content_bin b where b.purging order by b.deleted_at, b.id limit most;
end $$;

revoke all on function public.bin_expired_content(integer, timestamptz), public.restore_content(uuid),
  public.begin_purge(integer, timestamptz) from public, anon;
grant execute on function public.bin_expired_content(integer, timestamptz), public.restore_content(uuid),
  public.begin_purge(integer, timestamptz) to authenticated, service_role;
