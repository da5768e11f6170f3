-- Content generation: its runs, the posts that they make, and what models used. Each function runs with the rights of
-- its caller.

-- generation_runs

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
  files text[] not null default '{}'
);
comment on table public.generation_runs is
  'Runs of auto-generate-content, each for a project and a local date. The id is the token of the claim: its holder '
  'may renew the lease and commit until another run has taken over.';
comment on column public.generation_runs.local_day is 'The date in the zone of the workspace that the posts are for.';
comment on column public.generation_runs.created is 'How many posts it made.';
comment on column public.generation_runs.files is
  'Objects of the bucket media-assets that no post owns yet, recorded before they are uploaded. Empty once the run '
  'is committed or cleaned up after.';

create unique index generation_runs_one_running on public.generation_runs (project_id, local_day) where status = 'running';
create index generation_runs_leftovers on public.generation_runs (started_at) where status in ('failed', 'abandoned') and files <> '{}';
create index generation_runs_day on public.generation_runs (local_day);

alter table public.generation_runs enable row level security;
create policy members_all on public.generation_runs for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.generation_runs is 'Members see the runs, and generate as themselves.';
revoke all on public.generation_runs from anon, authenticated;
grant select, insert, update, delete on public.generation_runs to authenticated, service_role;

-- Claims the project that public.choose_project chooses, or the one that is asked for, for lease_seconds. Returns {
-- state: 'no_project', paused } with how many projects are paused, { state: 'busy', project }, or { state: 'claimed',
-- run } together with what choose_project returned.
create function public.claim_generation(
  day date, day_start timestamptz, day_end timestamptz, lease_seconds integer, project uuid default null
) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  chosen jsonb;
  run uuid;
begin
  perform pg_advisory_xact_lock(hashtext('public.claim_generation'));
  chosen := public.choose_project(day, day_start, day_end, wanted => project);
  if chosen is null then
    return jsonb_build_object('state', 'no_project', 'paused', (select count(*) from public.content_projects p where p.is_paused));
  end if;
  update public.generation_runs
    set status = 'abandoned', finished_at = clock_timestamp(), error = 'The run stopped without a word.'
    where status = 'running' and lease_until < clock_timestamp();
  insert into public.generation_runs (project_id, local_day, lease_until)
    values ((chosen #>> '{project,id}')::uuid, day, clock_timestamp() + make_interval(secs => lease_seconds))
    on conflict (project_id, local_day) where status = 'running' do nothing
    returning id into run;
  if run is null then
    return jsonb_build_object('state', 'busy', 'project', chosen -> 'project');
  end if;
  return jsonb_build_object('state', 'claimed', 'run', run) || chosen;
end $$;

-- Returns false when another run has taken over.
create function public.renew_generation(run uuid, lease_seconds integer) returns boolean
  language plpgsql set search_path = ''
  as $$
begin
  update public.generation_runs set lease_until = clock_timestamp() + make_interval(secs => lease_seconds)
    where id = run and status = 'running';
  return found;
end $$;

-- Ends a run that made nothing. Whoever cleans up next removes its files.
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

-- Writes the posts of a run with their slots and ends the run: all or nothing. posts: [{ id, content_type, platforms,
-- caption, hashtags, media_url, media, alternatives, sources, writer, input_tokens, output_tokens, cost_usd, reasons,
-- scheduled_time }]. Returns 'committed'. When nothing was written, returns 'claim_gone', or 'slot_refused' if a slot
-- has passed or is within 30 minutes of another post: plan again.
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

  insert into public.generated_content (id, run_id, project_id, template_id, template_name, content_type, status, platforms, account_ids, caption, hashtags,
      media_url, media, alternatives, sources, writer, input_tokens, output_tokens, cost_usd, reasons)
    select p.id, run, claim.project_id, (select t.id from public.content_style_templates t where t.id = template), commit_generation.template_name,
      p.content_type, 'scheduled', p.platforms, (select o.account_ids from public.content_projects o where o.id = claim.project_id), p.caption, p.hashtags, p.media_url, p.media, p.alternatives, p.sources, p.writer,
      p.input_tokens, p.output_tokens, p.cost_usd, p.reasons
    from jsonb_to_recordset(posts) as p (id uuid, content_type text, platforms text[], caption text, hashtags text[], media_url text,
      media jsonb, alternatives jsonb, sources jsonb, writer text, input_tokens integer, output_tokens integer, cost_usd numeric, reasons jsonb);
  insert into public.scheduled_posts (content_id, scheduled_time)
    select p.id, p.scheduled_time from jsonb_to_recordset(posts) as p (id uuid, scheduled_time timestamptz);
  update public.content_style_templates set last_used_at = clock_timestamp() where id = template;
  update public.generation_runs
    set status = 'done', finished_at = clock_timestamp(), created = jsonb_array_length(posts), files = '{}' where id = run;
  return 'committed';
end $$;

revoke all on function public.claim_generation(date, timestamptz, timestamptz, integer, uuid), public.renew_generation(uuid, integer),
  public.fail_generation(uuid, text), public.generation_leftovers(), public.commit_generation(uuid, uuid, text, jsonb) from public, anon;
grant execute on function public.claim_generation(date, timestamptz, timestamptz, integer, uuid), public.renew_generation(uuid, integer),
  public.fail_generation(uuid, text), public.generation_leftovers(), public.commit_generation(uuid, uuid, text, jsonb)
  to authenticated, service_role;

-- post_series

create table public.post_series (
  id uuid primary key,
  created_at timestamptz not null default now(),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  texts text[] not null check (cardinality(texts) between 1 and 20),
  rule jsonb not null check (jsonb_typeof(rule) = 'object'),
  next_on date,
  stopped_at timestamptz
);
comment on table public.post_series is 'Posts that repeat. The agent makes them some weeks ahead (shared/posts/series.ts).';
comment on column public.post_series.content is 'The fields of public.save_content that each of its posts begins with.';
comment on column public.post_series.texts is 'The captions, which its posts have in turn.';
comment on column public.post_series.rule is 'When it repeats (shared/posts/series.ts).';
comment on column public.post_series.next_on is 'The local date from which posts are still to be made. Null: it is over.';

create index post_series_open on public.post_series (next_on) where stopped_at is null and next_on is not null;

alter table public.post_series enable row level security;
create policy members_all on public.post_series for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.post_series is 'Members start and stop series.';
revoke all on public.post_series from anon, authenticated;
grant select, insert, update, delete on public.post_series to authenticated, service_role;

-- generated_content

create table public.generated_content (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  run_id uuid references public.generation_runs (id) on delete set null,
  project_id uuid references public.content_projects (id) on delete set null,
  template_id uuid references public.content_style_templates (id) on delete set null,
  template_name text,
  series_id uuid references public.post_series (id) on delete set null,
  content_type text not null check (content_type in ('text', 'image', 'carousel', 'video')),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'published', 'failed')),
  platforms text[] not null default '{}' check (private.is_platform_list(platforms)),
  account_ids uuid[] check (cardinality(account_ids) > 0),
  caption text not null default '',
  hashtags text[] not null default '{}',
  media_url text,
  media jsonb not null default '[]' check (jsonb_typeof(media) = 'array'),
  alternatives jsonb not null default '{}' check (jsonb_typeof(alternatives) = 'object'),
  account_versions jsonb not null default '{}' check (jsonb_typeof(account_versions) = 'object'),
  first_comment text not null default '',
  as_document boolean,
  sources jsonb not null default '[]' check (jsonb_typeof(sources) = 'array'),
  writer text not null default 'built-in',
  reasons jsonb check (jsonb_typeof(reasons) = 'object'),
  input_tokens integer check (input_tokens >= 0),
  output_tokens integer check (output_tokens >= 0),
  cost_usd numeric(12, 6) check (cost_usd >= 0),
  saved_at timestamptz,
  unsaved_since timestamptz
);
comment on table public.generated_content is 'Posts: what they say and show. When they go out is in scheduled_posts.';
comment on column public.generated_content.run_id is
  'The run that made it, which also says for which day, however late its rows were written. Null: no run made it, '
  'or its run is gone.';
comment on column public.generated_content.template_name is
  'The name that the template had, so that a post still says what made it once the template is gone.';
comment on column public.generated_content.series_id is 'The series that it was made for, or that began with it.';
comment on column public.generated_content.account_ids is
  'The accounts that it goes to. Null: every connected account of its platforms (private.destinations).';
comment on column public.generated_content.media_url is
  'The address of the first of `media`, or the only one of a post that a tool of a member made.';
comment on column public.generated_content.media is 'Every slide or video, in order.';
comment on column public.generated_content.alternatives is 'The caption and hashtags fitted to platforms, by platform.';
comment on column public.generated_content.account_versions is
  'The caption and hashtags for single accounts, by their id. They win over those of the platform.';
comment on column public.generated_content.first_comment is
  'What is said below the post: the last reply of a thread, or a comment that the person posts by hand. Empty: nothing.';
comment on column public.generated_content.as_document is
  'Whether several pictures go out as one document (PDF) where the platform has documents, as LinkedIn does. '
  'Null: slides that were drawn do, other pictures do not.';
comment on column public.generated_content.sources is 'The passages that the post drew on.';
comment on column public.generated_content.writer is 'Who wrote it: ''built-in'', ''provider:model'', or ''by-hand'' for a person.';
comment on column public.generated_content.reasons is
  'What asked for the post, and why this project, template and time (shared/post-reasons.ts). Null for a post that no run made.';
comment on column public.generated_content.input_tokens is 'What a model needed to write it. Null for the built-in writer.';
comment on column public.generated_content.output_tokens is 'What a model needed to write it. Null for the built-in writer.';
comment on column public.generated_content.cost_usd is
  'US dollars. Null for the built-in writer, and where the price of the model is not known.';
comment on column public.generated_content.unsaved_since is
  'When it last became an unsaved draft: its days count from then or, if that is later, from created_at (shared/content-retention.ts).';

-- What the counts beside the Scheduler's filters need, a tenth of what the table itself takes: one already in groups, one
-- in the order in which places are joined to it.
create index generated_content_counted on public.generated_content (status, project_id, platforms);
create index generated_content_joined on public.generated_content (id) include (platforms, project_id);
create index generated_content_created_at on public.generated_content (created_at desc);
create index generated_content_project on public.generated_content (project_id, created_at desc);
create index generated_content_template on public.generated_content (template_id);
create index generated_content_series on public.generated_content (series_id) where series_id is not null;
create index generated_content_run on public.generated_content (run_id);
create index generated_content_unsaved on public.generated_content (greatest(created_at, unsaved_since))
  where saved_at is null and status = 'draft';

-- The Scheduler notices by updated_at that somebody else has changed a post.
create trigger generated_content_touch before update on public.generated_content
  for each row execute function private.touch_updated_at();

alter table public.generated_content enable row level security;
create policy members_all on public.generated_content for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.generated_content is 'Members read and edit the posts.';
revoke all on public.generated_content from anon, authenticated;
grant select, insert, update, delete on public.generated_content to authenticated, service_role;

-- model_calls

create table public.model_calls (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  model text not null check (model <> ''),
  input_tokens integer not null check (input_tokens >= 0),
  output_tokens integer not null check (output_tokens >= 0),
  cost_usd numeric(12, 6) check (cost_usd >= 0)
);
comment on table public.model_calls is
  'Calls to models, whether or not a post came of them. They outlive projects and posts, so that the sum of a month '
  'never shrinks.';
comment on column public.model_calls.model is '''provider:model''.';
comment on column public.model_calls.cost_usd is 'US dollars. Null where the price of the model is not known.';

create index model_calls_created_at on public.model_calls (created_at);

alter table public.model_calls enable row level security;
create policy members_select on public.model_calls for select to authenticated using ((select private.is_member()));
comment on policy members_select on public.model_calls is 'Members see what was spent.';
create policy members_insert on public.model_calls for insert to authenticated with check ((select private.is_member()));
comment on policy members_insert on public.model_calls is
  'Members generate as themselves. They cannot change or delete a call, or the monthly cap would not hold.';
revoke all on public.model_calls from anon, authenticated;
grant select, insert on public.model_calls to authenticated;
grant select, insert, update, delete on public.model_calls to service_role;

-- Sums the calls since a moment. unpriced_calls counts those that cost_usd leaves out.
create function public.model_spending(since timestamptz)
  returns table (calls integer, input_tokens bigint, output_tokens bigint, cost_usd double precision, unpriced_calls integer)
  language sql stable set search_path = ''
  as $$
    select count(*)::integer, coalesce(sum(c.input_tokens), 0)::bigint, coalesce(sum(c.output_tokens), 0)::bigint,
      coalesce(sum(c.cost_usd), 0)::double precision, (count(*) filter (where c.cost_usd is null))::integer
    from public.model_calls c where c.created_at >= since
  $$;

revoke all on function public.model_spending(timestamptz) from public, anon;
grant execute on function public.model_spending(timestamptz) to authenticated, service_role;
