-- The first settings of a workspace, the ramp-up of new accounts, when a hold began, and whether the desktop is told.

alter table public.app_settings
  add column warmup_ramp_up boolean not null default true,
  add column desktop_notifications boolean not null default true;

alter table public.social_accounts
  -- Long in use: its warm-ups are as long as the settings allow from the first day.
  add column is_established boolean not null default false,
  -- The first log-in, from which the days of the ramp-up count.
  add column ramp_up_since timestamptz,
  -- When the hold began, or a warm-up of the held account last failed: the beginning of its rest.
  add column warmup_held_at timestamptz;

-- Accounts from before this are established unless they are new and were never warmed up.
update public.social_accounts
  set is_established = last_warmup_at is not null or created_at < now() - interval '14 days',
    ramp_up_since = case when is_logged_in then created_at end,
    warmup_held_at = case when warmup_held_reason is not null then coalesce(
      (select max(r.finished_at) from public.warmup_runs r where r.account_id = social_accounts.id and r.reason = warmup_held_reason), now()) end;

-- Keeps the two times, whoever writes the account.
create function private.note_account_times() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if new.is_logged_in and new.ramp_up_since is null then
    new.ramp_up_since := now();
  end if;
  if new.warmup_held_reason is null then
    new.warmup_held_at := null;
  elsif tg_op = 'INSERT' then
    new.warmup_held_at := coalesce(new.warmup_held_at, now());
  elsif new.warmup_held_reason is distinct from old.warmup_held_reason
    or (old.warmup_status = 'running' and new.warmup_status = 'failed') then
    new.warmup_held_at := now();
  end if;
  return new;
end $$;
create trigger social_accounts_times before insert or update on public.social_accounts
  for each row execute function private.note_account_times();

-- Makes the one settings row where there is none, in the zone of whoever sets the workspace up; UTC for a zone that is not known.
create function public.create_first_settings(zone text) returns void
  language sql set search_path = ''
  as $$
    insert into public.app_settings (timezone)
      select case when private.is_timezone(zone) then zone else 'UTC' end
      where not exists (select from public.app_settings)
      on conflict do nothing
  $$;
revoke all on function public.create_first_settings(text) from public, anon;
grant execute on function public.create_first_settings(text) to authenticated, service_role;
