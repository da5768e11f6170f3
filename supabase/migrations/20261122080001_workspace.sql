-- The workspace: who belongs to it, its settings, and what members set up (projects, templates, accounts, scripts).
-- Every policy asks private.is_member(), so that a signed-in stranger sees nothing in a hosted project with open
-- sign-up.

create schema private;
comment on schema private is 'Helpers of policies, checks and functions. The API does not expose it.';
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

create function private.is_platform_list(ids text[]) returns boolean
  language sql immutable
  as $$
  select ids <@ array[
    'instagram', 'facebook', 'tiktok', 'youtube_shorts', 'twitter', 'linkedin', 'bluesky', 'mastodon'
  ]::text[]
$$;

-- An IANA name, such as Europe/Paris or UTC, that this server knows. Postgres also accepts offsets and POSIX rules like
-- X5; we do not.
create function private.is_timezone(zone text) returns boolean
  language plpgsql stable
  as $$
begin
  perform now() at time zone zone;
  return zone ~ '^[A-Za-z_]+(/[A-Za-z0-9_+-]+)*$';
exception when invalid_parameter_value then
  return false;
end $$;

create function private.touch_updated_at() returns trigger
  language plpgsql
  as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- members

create table public.members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.members is
  'Who belongs to this workspace. The agent (embedded) or private.add_member (hosted) adds the rows; signing up does not.';

create function private.is_member() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select 1 from public.members where user_id = (select auth.uid())) $$;

-- For the SQL editor of a hosted project.
create function private.add_member(member_email text) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid;
begin
  select id into account from auth.users where lower(email) = lower(member_email);
  if account is null then
    raise exception 'No account has the e-mail address %. Create the account first, then add it.', member_email using errcode = 'P0002';
  end if;
  insert into public.members (user_id) values (account) on conflict do nothing;
  return account;
end $$;

revoke all on all functions in schema private from public;
grant execute on function private.is_member(), private.is_platform_list(text[]), private.is_timezone(text) to authenticated, service_role;
grant execute on function private.add_member(text) to service_role;

-- Whether the caller may work here, for the agent and the edge function. The service key may.
create function public.is_member() returns boolean
  language sql stable set search_path = ''
  as $$ select current_user = 'service_role' or private.is_member() $$;

-- The newest migration that was applied, which the agent compares with the newest it ships
-- (server/supabase/hosted/check.ts). PL/pgSQL, because SQL functions are checked when they are created, and not every
-- tool creates the history first.
create function public.schema_version() returns text
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return (select max(version) from supabase_migrations.schema_migrations);
end $$;

alter table public.members enable row level security;
create policy members_read on public.members for select to authenticated using ((select private.is_member()));
comment on policy members_read on public.members is 'Members see each other. Only the service key adds and removes them.';
revoke all on public.members from anon, authenticated;
grant select on public.members to authenticated;
grant select, insert, update, delete on public.members to service_role;
revoke all on function public.is_member() from public, anon;
grant execute on function public.is_member() to authenticated, service_role;
revoke all on function public.schema_version() from public, anon, authenticated;
grant execute on function public.schema_version() to service_role;

-- app_settings

create table public.app_settings (
  id uuid primary key default gen_random_uuid(),
  timezone text not null default 'UTC' check (private.is_timezone(timezone)),
  posting_hours_start integer not null default 8 check (posting_hours_start between 0 and 23),
  posting_hours_end integer not null default 22 check (posting_hours_end between 0 and 23),
  warmup_enabled boolean not null default true,
  auto_delete_enabled boolean not null default true,
  rotation_enabled boolean not null default false,
  auto_generate_daily boolean not null default false,
  automation_paused boolean not null default false,
  desktop_notifications boolean not null default true,
  publishing_paused boolean not null default false,
  late_posts text not null default 'publish' check (late_posts in ('publish', 'next_slot', 'ask')),
  late_grace_minutes integer not null default 120 check (late_grace_minutes between 10 and 1440),
  -- The same bounds as in shared/warmup-limits.ts.
  warmup_minutes_min integer not null default 8 check (warmup_minutes_min between 5 and 60),
  warmup_minutes_max integer not null default 15 check (warmup_minutes_max between 5 and 60),
  warmup_posts_min integer not null default 10 check (warmup_posts_min between 1 and 60),
  warmup_posts_max integer not null default 20 check (warmup_posts_max between 1 and 60),
  warmup_likes_max integer not null default 0 check (warmup_likes_max between 0 and 3),
  warmup_hour_start integer not null default 7 check (warmup_hour_start between 0 and 23),
  warmup_hour_end integer not null default 22 check (warmup_hour_end between 1 and 24),
  warmup_ramp_up boolean not null default true,
  -- The same bounds as in shared/brand.ts.
  brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
  brand_handle text check (char_length(btrim(brand_handle)) between 1 and 40),
  restored_from timestamptz,
  restored_at timestamptz,
  constraint app_settings_warmup_minutes check (warmup_minutes_min <= warmup_minutes_max),
  constraint app_settings_warmup_posts check (warmup_posts_min <= warmup_posts_max),
  -- Three posts a minute is the fastest that a visit goes, so more could not be seen within the shortest visit.
  constraint app_settings_warmup_pace check (warmup_posts_min <= 3 * warmup_minutes_min),
  constraint app_settings_warmup_hours check (warmup_hour_start < warmup_hour_end)
);
comment on table public.app_settings is 'The settings of the workspace, in one row.';
comment on column public.app_settings.timezone is 'The IANA name of the zone in which every hour and local date here counts.';
comment on column public.app_settings.automation_paused is
  'Pauses every job, whatever the other switches say. What a person starts still runs.';
comment on column public.app_settings.desktop_notifications is 'Whether the desktop shows what needs the person.';
comment on column public.app_settings.publishing_paused is 'Nothing goes out. What has begun is brought to its end.';
comment on column public.app_settings.late_posts is
  'What becomes of a post that could not go out at its time: it is published within late_grace_minutes, moved to the next '
  'free time, or the person is asked. After the grace the person is asked in any case.';
comment on column public.app_settings.warmup_hour_start is 'The first hour of the day in which a warm-up may start by itself.';
comment on column public.app_settings.warmup_hour_end is 'The hour from which no warm-up starts by itself any more.';
comment on column public.app_settings.warmup_ramp_up is
  'Whether visits of new accounts grow to these limits (shared/warmup-ramp-up.ts).';
comment on column public.app_settings.brand_color is
  'The accent of drawn cards, #rrggbb in lower case. Null: each niche has its own colours.';
comment on column public.app_settings.brand_handle is
  'Stands on drawn cards, such as "@bread.daily". Null: the name of the niche does.';

comment on column public.app_settings.restored_from is
  'When the backup was made that this workspace was last restored from: what went out since is not known here, so its '
  'posts are looked for on their platforms before they are sent. Null: it never was.';
comment on column public.app_settings.restored_at is 'When it was restored.';

create unique index app_settings_one_row on public.app_settings ((true));

alter table public.app_settings enable row level security;
create policy members_all on public.app_settings for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.app_settings is 'Members read and change the settings.';
revoke all on public.app_settings from anon, authenticated;
grant select, insert, update, delete on public.app_settings to authenticated, service_role;

-- Creates the settings row if there is none, in the zone of whoever sets the workspace up; in UTC if this server does
-- not know that zone.
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

-- content_projects

create table public.content_projects (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  niche_name text not null check (niche_name ~ '\S' and char_length(niche_name) <= 200),
  source_url_1 text not null check (source_url_1 ~* '^https?://' and char_length(source_url_1) <= 2048),
  source_url_2 text not null check (source_url_2 ~* '^https?://' and char_length(source_url_2) <= 2048),
  posts_per_day integer not null default 3 check (posts_per_day between 1 and 10),
  platforms text[] not null check (cardinality(platforms) > 0 and private.is_platform_list(platforms)),
  account_ids uuid[] check (cardinality(account_ids) > 0),
  video_path text,
  is_paused boolean not null default false,
  source_readings jsonb not null default '[]' check (jsonb_typeof(source_readings) = 'array')
);
comment on table public.content_projects is 'A niche, the two sources that its posts draw on, and where and how often to post.';
comment on column public.content_projects.account_ids is
  'The accounts that its posts go to. Null: every connected account of its platforms (private.destinations).';
comment on column public.content_projects.video_path is 'The name of the uploaded video in the bucket media-assets.';
comment on column public.content_projects.is_paused is
  'Gets no posts by itself: only a run that a person starts for this project makes some.';
comment on column public.content_projects.source_readings is
  'When a run last read each source, and what came of it (shared/posts/content-project.ts).';

alter table public.content_projects enable row level security;
create policy members_all on public.content_projects for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.content_projects is 'Members manage the projects.';
revoke all on public.content_projects from anon, authenticated;
grant select, insert, update, delete on public.content_projects to authenticated, service_role;

-- content_style_templates

create table public.content_style_templates (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  name text not null check (name ~ '\S' and char_length(name) <= 200),
  description text not null default '',
  prompt_template text not null check (prompt_template ~ '\S' and char_length(prompt_template) <= 10000),
  day_of_week integer check (day_of_week between 0 and 6),
  is_active boolean not null default true,
  last_used_at timestamptz
);
comment on table public.content_style_templates is 'The styles in which posts are written.';
comment on column public.content_style_templates.day_of_week is 'The day that it is for, 0 for Sunday. Null: any day.';

alter table public.content_style_templates enable row level security;
create policy members_all on public.content_style_templates for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.content_style_templates is 'Members manage the templates.';
revoke all on public.content_style_templates from anon, authenticated;
grant select, insert, update, delete on public.content_style_templates to authenticated, service_role;

-- social_accounts

create table public.social_accounts (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  platform text not null check (private.is_platform_list(array[platform])),
  account_label text not null check (account_label ~ '\S' and char_length(account_label) <= 100),
  is_logged_in boolean not null default false,
  warmup_status text check (warmup_status in ('running', 'success', 'failed')),
  last_warmup_at timestamptz,
  auto_warmup boolean not null default true,
  is_established boolean not null default false,
  ramp_up_since timestamptz,
  warmup_held_reason text,
  warmup_held_at timestamptz
);
comment on table public.social_accounts is
  'The accounts on the platforms. Their log-ins stay on the machine that runs the agent, never here.';
comment on column public.social_accounts.last_warmup_at is
  'When the last successful warm-up ended. The next may start 24 hours later.';
comment on column public.social_accounts.auto_warmup is 'Whether the daily job may warm it up.';
comment on column public.social_accounts.is_established is 'Has been in use for long: no ramp-up.';
comment on column public.social_accounts.ramp_up_since is 'The first log-in, from which the days of the ramp-up count.';
comment on column public.social_accounts.warmup_held_reason is
  'Why the platform objected. Holds automatic warm-ups until the person has logged in again.';
comment on column public.social_accounts.warmup_held_at is 'When the hold began, or a warm-up last failed during it.';

create unique index social_accounts_label on public.social_accounts (platform, lower(account_label));

alter table public.social_accounts enable row level security;
create policy members_all on public.social_accounts for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.social_accounts is 'Members manage the accounts.';
revoke all on public.social_accounts from anon, authenticated;
grant select, insert, update, delete on public.social_accounts to authenticated, service_role;

-- Keeps ramp_up_since and warmup_held_at up to date, whoever writes the row.
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

revoke all on function private.note_account_times() from public;

-- puppeteer_scripts

create table public.puppeteer_scripts (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null check (name ~ '\S' and char_length(name) <= 200),
  code text not null default '' check (octet_length(code) <= 1048576)
);
comment on table public.puppeteer_scripts is 'The saved scripts. They run on the machine of the agent.';

create trigger puppeteer_scripts_touch before update on public.puppeteer_scripts
  for each row execute function private.touch_updated_at();

alter table public.puppeteer_scripts enable row level security;
create policy members_all on public.puppeteer_scripts for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.puppeteer_scripts is 'Members manage the scripts.';
revoke all on public.puppeteer_scripts from anon, authenticated;
grant select, insert, update, delete on public.puppeteer_scripts to authenticated, service_role;
