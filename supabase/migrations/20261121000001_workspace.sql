-- The workspace's tables (§3 of the specification, plus what the server side needs) and who may touch them.
-- Every policy asks private.is_member(): a signed-in stranger of a hosted project with open sign-up sees nothing.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

create function private.is_platform_list(ids text[]) returns boolean
  language sql immutable
  as $$ select ids <@ array['instagram', 'facebook', 'tiktok', 'youtube_shorts', 'twitter', 'linkedin']::text[] $$;

-- A time zone is a name like Europe/Paris or UTC that this Postgres can convert to. Offsets and rules like X5, which Postgres takes too, are none.
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

-- Who belongs to this workspace. Rows come from the agent (embedded) or from private.add_member (hosted), never from sign-up.
create table public.members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);

create function private.is_member() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select 1 from public.members where user_id = (select auth.uid())) $$;

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

-- Asked by the agent and by the edge function: may the caller work here? The service key may.
create function public.is_member() returns boolean
  language sql stable set search_path = ''
  as $$ select current_user = 'service_role' or private.is_member() $$;

create table public.content_projects (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  niche_name text not null check (niche_name ~ '\S' and char_length(niche_name) <= 200),
  source_url_1 text not null check (source_url_1 ~* '^https?://' and char_length(source_url_1) <= 2048),
  source_url_2 text not null check (source_url_2 ~* '^https?://' and char_length(source_url_2) <= 2048),
  posts_per_day integer not null default 3 check (posts_per_day between 1 and 10),
  platforms text[] not null check (cardinality(platforms) > 0 and private.is_platform_list(platforms)),
  -- Name of the uploaded video in the bucket media-assets.
  video_path text
);

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

create table public.generated_content (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  project_id uuid references public.content_projects (id) on delete set null,
  template_id uuid references public.content_style_templates (id) on delete set null,
  -- The template's name as it was, so that a post still says what made it once the template is gone.
  template_name text,
  content_type text not null check (content_type in ('text', 'image', 'carousel', 'video')),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'published', 'failed')),
  platforms text[] not null default '{}' check (private.is_platform_list(platforms)),
  caption text not null default '',
  hashtags text[] not null default '{}',
  media_url text,
  -- Every slide or video: [{ path, url, kind: 'image' | 'video', width, height, alt }]; media_url is the first.
  media jsonb not null default '[]' check (jsonb_typeof(media) = 'array'),
  -- Per platform: { "<platform>": { caption, hashtags } }.
  alternatives jsonb not null default '{}' check (jsonb_typeof(alternatives) = 'object'),
  -- What the post drew on: [{ url, title, passage }].
  sources jsonb not null default '[]' check (jsonb_typeof(sources) = 'array'),
  -- Who wrote it: 'built-in' or 'provider:model'.
  writer text not null default 'built-in',
  saved_at timestamptz
);
create index generated_content_created_at on public.generated_content (created_at desc);
create index generated_content_project on public.generated_content (project_id, created_at desc);
create index generated_content_template on public.generated_content (template_id);

create table public.scheduled_posts (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  content_id uuid not null references public.generated_content (id) on delete cascade,
  status text not null default 'scheduled'
    check (status in ('scheduled', 'publishing', 'published', 'failed', 'needs_review', 'cancelled')),
  scheduled_time timestamptz not null
);
create index scheduled_posts_time on public.scheduled_posts (scheduled_time);
create index scheduled_posts_due on public.scheduled_posts (scheduled_time) where status = 'scheduled';
create index scheduled_posts_content on public.scheduled_posts (content_id);
create trigger scheduled_posts_touch before update on public.scheduled_posts
  for each row execute function private.touch_updated_at();

create table public.social_accounts (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  platform text not null check (private.is_platform_list(array[platform])),
  account_label text not null check (account_label ~ '\S' and char_length(account_label) <= 100),
  is_logged_in boolean not null default false,
  warmup_status text check (warmup_status in ('running', 'success', 'failed')),
  last_warmup_at timestamptz,
  -- Per account: may the daily warm-up run it? A stop signal holds it until the person has logged in again.
  auto_warmup boolean not null default true,
  warmup_held_reason text
);
create unique index social_accounts_label on public.social_accounts (platform, lower(account_label));

create table public.post_deliveries (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  scheduled_post_id uuid not null references public.scheduled_posts (id) on delete cascade,
  platform text not null check (private.is_platform_list(array[platform])),
  account_id uuid references public.social_accounts (id) on delete set null,
  state text not null default 'pending'
    check (state in ('pending', 'preparing', 'publishing', 'published', 'failed', 'needs_review', 'cancelled')),
  attempt integer not null default 0 check (attempt >= 0),
  lease_owner uuid,
  lease_until timestamptz,
  idempotency_key uuid not null unique default gen_random_uuid(),
  remote_id text,
  remote_url text,
  error_class text check (error_class in ('auth', 'rate_limit', 'rejected', 'transient', 'unknown')),
  error_text text,
  retry_after timestamptz,
  unique nulls not distinct (scheduled_post_id, platform, account_id)
);
create index post_deliveries_open on public.post_deliveries (retry_after) where state in ('pending', 'preparing', 'publishing');
create index post_deliveries_account on public.post_deliveries (account_id);
create trigger post_deliveries_touch before update on public.post_deliveries
  for each row execute function private.touch_updated_at();

create table public.app_settings (
  id uuid primary key default gen_random_uuid(),
  timezone text not null default 'UTC' check (private.is_timezone(timezone)),
  posting_hours_start integer not null default 8 check (posting_hours_start between 0 and 23),
  posting_hours_end integer not null default 22 check (posting_hours_end between 0 and 23),
  warmup_enabled boolean not null default true,
  auto_delete_enabled boolean not null default true,
  rotation_enabled boolean not null default false,
  auto_generate_daily boolean not null default false
);
create unique index app_settings_one_row on public.app_settings ((true));

create table public.puppeteer_scripts (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null check (name ~ '\S' and char_length(name) <= 200),
  code text not null default '' check (octet_length(code) <= 1048576)
);
create trigger puppeteer_scripts_touch before update on public.puppeteer_scripts
  for each row execute function private.touch_updated_at();

create table public.warmup_runs (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.social_accounts (id) on delete cascade,
  owner uuid not null,
  started_at timestamptz not null default now(),
  lease_until timestamptz not null,
  finished_at timestamptz,
  status text not null default 'running' check (status in ('running', 'success', 'failed', 'cancelled')),
  reason text,
  -- { postsSeen, storiesSeen, reelsSeen, likes, seconds }.
  counts jsonb not null default '{}',
  journal jsonb not null default '[]',
  screenshot_path text
);
create index warmup_runs_account on public.warmup_runs (account_id, started_at desc);
create unique index warmup_runs_one_running on public.warmup_runs (account_id) where status = 'running';

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
create index script_runs_script on public.script_runs (script_id, started_at desc);
create index script_runs_account on public.script_runs (account_id);
create index script_runs_started on public.script_runs (started_at desc);

-- The primary key is the claim that makes a job run once for a run_key (a local date, say), on however many agents.
create table public.job_runs (
  job text not null,
  run_key text not null,
  owner uuid not null,
  started_at timestamptz not null default now(),
  lease_until timestamptz not null,
  finished_at timestamptz,
  status text not null default 'running' check (status in ('running', 'success', 'failed')),
  result text,
  primary key (job, run_key)
);
create index job_runs_started on public.job_runs (job, started_at desc);

-- Members do everything in the workspace; anon nothing. Run history and claims are written by the agent through its functions, as a member or
-- with the service key.
do $$
declare
  name text;
begin
  foreach name in array array['content_projects', 'content_style_templates', 'generated_content', 'scheduled_posts', 'social_accounts',
    'post_deliveries', 'app_settings', 'puppeteer_scripts', 'warmup_runs', 'script_runs', 'job_runs'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('create policy members_all on public.%I for all to authenticated '
      || 'using ((select private.is_member())) with check ((select private.is_member()))', name);
    execute format('revoke all on public.%I from anon, authenticated', name);
    execute format('grant select, insert, update, delete on public.%I to authenticated, service_role', name);
  end loop;
end $$;

alter table public.members enable row level security;
create policy members_read on public.members for select to authenticated using ((select private.is_member()));
revoke all on public.members from anon, authenticated;
grant select on public.members to authenticated;
grant select, insert, update, delete on public.members to service_role;

revoke all on function public.is_member() from public, anon;
grant execute on function public.is_member() to authenticated, service_role;
