-- Claims of the content generation, and the one transaction in which its posts appear.

-- One run of auto-generate-content for a project and a day of the workspace's calendar. Its id is the token of the claim: whoever holds it may
-- renew the lease and commit, until another run has taken over.
create table public.generation_runs (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references public.content_projects (id) on delete cascade,
  local_day date not null,
  started_at timestamptz not null default now(),
  lease_until timestamptz not null,
  finished_at timestamptz,
  status text not null default 'running' check (status in ('running', 'done', 'failed', 'abandoned')),
  created integer not null default 0 check (created >= 0),
  error text,
  -- Objects of the bucket media-assets that no post owns yet, noted before they are uploaded; empty once the run is committed or cleared up after.
  files text[] not null default '{}'
);
create unique index generation_runs_one_running on public.generation_runs (project_id, local_day) where status = 'running';
create index generation_runs_leftovers on public.generation_runs (started_at) where status in ('failed', 'abandoned') and files <> '{}';

alter table public.generation_runs enable row level security;
create policy members_all on public.generation_runs for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
revoke all on public.generation_runs from anon, authenticated;
grant select, insert, update, delete on public.generation_runs to authenticated, service_role;

-- Says for which day a post was made, so that a day's count does not depend on when its rows were written.
alter table public.generated_content
  add column run_id uuid references public.generation_runs (id) on delete set null;
create index generated_content_run on public.generated_content (run_id);

-- Posts that a project has for a day: made for it, or scheduled on it. Failed ones and cancelled slots do not count.
create function private.posts_of_day(project uuid, day date, day_start timestamptz, day_end timestamptz) returns integer
  language sql stable set search_path = ''
  as $$
    select count(*)::integer from public.generated_content c
    where c.project_id = project and c.status <> 'failed' and (
      exists (select 1 from public.generation_runs r where r.id = c.run_id and r.local_day = day)
      or exists (select 1 from public.scheduled_posts s where s.content_id = c.id and s.status not in ('cancelled', 'failed')
        and s.scheduled_time >= day_start and s.scheduled_time < day_end))
  $$;

-- Chooses the project to work on (the newest that still lacks posts on that day, else the newest) and claims it for lease_seconds. Answers
-- { state: 'no_project' }, { state: 'busy', project }, or { state: 'claimed', run, project, posts_today }.
create function public.claim_generation(day date, day_start timestamptz, day_end timestamptz, lease_seconds integer) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  project public.content_projects;
  posts_today integer;
  run uuid;
begin
  perform pg_advisory_xact_lock(hashtext('public.claim_generation'));
  select p.* into project
    from public.content_projects p
    order by private.posts_of_day(p.id, day, day_start, day_end) < p.posts_per_day desc, p.created_at desc, p.id
    limit 1;
  if project.id is null then
    return jsonb_build_object('state', 'no_project');
  end if;
  posts_today := private.posts_of_day(project.id, day, day_start, day_end);
  update public.generation_runs
    set status = 'abandoned', finished_at = clock_timestamp(), error = 'The run stopped without a word.'
    where status = 'running' and lease_until < clock_timestamp();
  insert into public.generation_runs (project_id, local_day, lease_until)
    values (project.id, day, clock_timestamp() + make_interval(secs => lease_seconds))
    on conflict (project_id, local_day) where status = 'running' do nothing
    returning id into run;
  if run is null then
    return jsonb_build_object('state', 'busy', 'project', to_jsonb(project));
  end if;
  return jsonb_build_object('state', 'claimed', 'run', run, 'project', to_jsonb(project), 'posts_today', posts_today);
end $$;

-- False when another run has taken over.
create function public.renew_generation(run uuid, lease_seconds integer) returns boolean
  language plpgsql set search_path = ''
  as $$
begin
  update public.generation_runs set lease_until = clock_timestamp() + make_interval(secs => lease_seconds)
    where id = run and status = 'running';
  return found;
end $$;

-- Ends a run that made nothing. Its files are removed by whoever clears up next.
create function public.fail_generation(run uuid, reason text) returns void
  language sql set search_path = ''
  as $$
    update public.generation_runs set status = 'failed', finished_at = clock_timestamp(), error = reason
    where id = run and status = 'running'
  $$;

-- Runs that ended without posts and left files behind.
create function public.generation_leftovers() returns setof public.generation_runs
  language sql stable set search_path = ''
  as $$ select * from public.generation_runs where status in ('failed', 'abandoned') and files <> '{}' order by started_at $$;

-- Writes the posts of a run with their slots and ends the run: all or nothing. posts: [{ id, content_type, platforms, caption, hashtags, media_url,
-- media, alternatives, sources, writer, scheduled_time }].
-- Answers 'committed', or without having written anything 'claim_gone', or 'slot_refused' when a slot is in the past or within 30 minutes of another
-- post: plan again.
create function public.commit_generation(run uuid, template uuid, template_name text, posts jsonb) returns text
  language plpgsql set search_path = ''
  as $$
declare
  claim public.generation_runs;
begin
  perform pg_advisory_xact_lock(hashtext('public.scheduled_posts'));
  select * into claim from public.generation_runs where id = run and status = 'running' for update;
  if not found then
    return 'claim_gone';
  end if;

  if exists (
    with wanted as (
      select p.id, p.scheduled_time from jsonb_to_recordset(posts) as p (id uuid, scheduled_time timestamptz)
    )
    select 1 from wanted w
    where w.scheduled_time <= clock_timestamp()
      or exists (select 1 from wanted o where o.id <> w.id
        and o.scheduled_time > w.scheduled_time - interval '30 minutes' and o.scheduled_time < w.scheduled_time + interval '30 minutes')
      or exists (select 1 from public.scheduled_posts s where s.status not in ('cancelled', 'failed')
        and s.scheduled_time > w.scheduled_time - interval '30 minutes' and s.scheduled_time < w.scheduled_time + interval '30 minutes')
  ) then
    return 'slot_refused';
  end if;

  insert into public.generated_content (id, run_id, project_id, template_id, template_name, content_type, status, platforms, caption, hashtags,
      media_url, media, alternatives, sources, writer)
    select p.id, run, claim.project_id, (select t.id from public.content_style_templates t where t.id = template), commit_generation.template_name,
      p.content_type, 'scheduled', p.platforms, p.caption, p.hashtags, p.media_url, p.media, p.alternatives, p.sources, p.writer
    from jsonb_to_recordset(posts) as p (id uuid, content_type text, platforms text[], caption text, hashtags text[], media_url text,
      media jsonb, alternatives jsonb, sources jsonb, writer text);
  insert into public.scheduled_posts (content_id, scheduled_time)
    select p.id, p.scheduled_time from jsonb_to_recordset(posts) as p (id uuid, scheduled_time timestamptz);
  update public.content_style_templates set last_used_at = clock_timestamp() where id = template;
  update public.generation_runs
    set status = 'done', finished_at = clock_timestamp(), created = jsonb_array_length(posts), files = '{}' where id = run;
  return 'committed';
end $$;

revoke all on function private.posts_of_day(uuid, date, timestamptz, timestamptz),
  public.claim_generation(date, timestamptz, timestamptz, integer), public.renew_generation(uuid, integer),
  public.fail_generation(uuid, text), public.generation_leftovers(), public.commit_generation(uuid, uuid, text, jsonb) from public, anon;
grant execute on function private.posts_of_day(uuid, date, timestamptz, timestamptz),
  public.claim_generation(date, timestamptz, timestamptz, integer), public.renew_generation(uuid, integer),
  public.fail_generation(uuid, text), public.generation_leftovers(), public.commit_generation(uuid, uuid, text, jsonb) to authenticated, service_role;
