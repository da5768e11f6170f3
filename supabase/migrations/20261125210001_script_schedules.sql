-- When a saved script runs without being asked: at a time on some days of the week, or at an interval.

-- Members whom the owner trusts with running code, and owners: a schedule runs code on the machine of an agent.
create function private.may_run_code() returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (select 1 from public.members where user_id = (select auth.uid()) and (role = 'owner' or may_run_code))
$$;
revoke all on function private.may_run_code() from public;
grant execute on function private.may_run_code() to authenticated, service_role;

create table public.script_schedules (
  script_id uuid primary key references public.puppeteer_scripts on delete cascade,
  is_on boolean not null default true,
  days integer[] check (days <@ array[0, 1, 2, 3, 4, 5, 6] and cardinality(days) between 1 and 7),
  minute_of_day integer check (minute_of_day between 0 and 1439),
  every_minutes integer check (every_minutes between 15 and 720),
  changed_at timestamptz not null default now(),
  check (
    (days is not null and minute_of_day is not null and every_minutes is null)
    or (days is null and minute_of_day is null and every_minutes is not null)
  )
);
comment on table public.script_schedules is
  'When saved scripts run without being asked. Each run is claimed as the job "script <id>" (job_runs).';
comment on column public.script_schedules.days is '0 = Sunday to 6 = Saturday, in the zone of app_settings.';
comment on column public.script_schedules.minute_of_day is
  'The local time of day in the zone of app_settings, in minutes after midnight.';
comment on column public.script_schedules.changed_at is 'What was due before is not made up for.';

create function private.touch_script_schedule() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.changed_at := now();
  return new;
end $$;
revoke all on function private.touch_script_schedule() from public;
create trigger script_schedules_changed before insert or update on public.script_schedules
  for each row execute function private.touch_script_schedule();

-- The runs of a schedule say nothing without it.
create function private.forget_script_runs() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.job_runs where job = 'script ' || old.script_id and status <> 'running';
  return null;
end $$;
revoke all on function private.forget_script_runs() from public;
create trigger script_schedules_gone after delete on public.script_schedules
  for each row execute function private.forget_script_runs();

alter table public.script_schedules enable row level security;
create policy members_read on public.script_schedules for select to authenticated
  using ((select private.is_member()));
comment on policy members_read on public.script_schedules is 'Members see what runs by itself.';
create policy code_runners_write on public.script_schedules for all to authenticated
  using ((select private.is_member()) and (select private.may_run_code()))
  with check ((select private.is_member()) and (select private.may_run_code()));
comment on policy code_runners_write on public.script_schedules is
  'Only who may run scripts at once may have them run at a time.';
revoke all on public.script_schedules from anon, authenticated;
grant select, insert, update, delete on public.script_schedules to authenticated, service_role;
