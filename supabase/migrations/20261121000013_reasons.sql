-- Why a post is as it is, and one choice of the project for those who make posts and those who only look ahead.

-- What asked for the post, and why this project, template and time: shared/post-reasons.ts. Null for a post that no run made, or one before there
-- were reasons.
alter table public.generated_content
  add column reasons jsonb check (jsonb_typeof(reasons) = 'object');

-- The project to make posts of for a day: the newest that still lacks some, else the newest. planned is [{ project, day, time }]: posts that count as
-- if they had been made for that day and stood at that time. Answers { project, posts_today, projects }, the last being how many projects there are;
-- null while there is none.
create function public.choose_project(day date, day_start timestamptz, day_end timestamptz, planned jsonb default '[]') returns jsonb
  language sql stable set search_path = ''
  as $$
    with counted as materialized (
      select p as project, private.posts_of_day(p.id, $1, $2, $3) + (
          select count(*)::integer from jsonb_to_recordset($4) as post (project uuid, day date, "time" timestamptz)
          where post.project = p.id and (post.day = $1 or (post.time >= $2 and post.time < $3))
        ) as posts
      from public.content_projects p
    )
    select jsonb_build_object('project', to_jsonb(c.project), 'posts_today', c.posts, 'projects', count(*) over ())
    from counted c
    order by c.posts < (c.project).posts_per_day desc, (c.project).created_at desc, (c.project).id
    limit 1
  $$;
revoke all on function public.choose_project(date, timestamptz, timestamptz, jsonb) from public, anon;
grant execute on function public.choose_project(date, timestamptz, timestamptz, jsonb) to authenticated, service_role;

-- Claims the chosen project for lease_seconds. Answers { state: 'no_project' }, { state: 'busy', project }, or { state: 'claimed', run } with what
-- choose_project answers.
create or replace function public.claim_generation(day date, day_start timestamptz, day_end timestamptz, lease_seconds integer) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  chosen jsonb;
  run uuid;
begin
  perform pg_advisory_xact_lock(hashtext('public.claim_generation'));
  chosen := public.choose_project(day, day_start, day_end);
  if chosen is null then
    return jsonb_build_object('state', 'no_project');
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

-- As before, and posts may have reasons.
create or replace function public.commit_generation(run uuid, template uuid, template_name text, posts jsonb) returns text
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
      media_url, media, alternatives, sources, writer, input_tokens, output_tokens, cost_usd, reasons)
    select p.id, run, claim.project_id, (select t.id from public.content_style_templates t where t.id = template), commit_generation.template_name,
      p.content_type, 'scheduled', p.platforms, p.caption, p.hashtags, p.media_url, p.media, p.alternatives, p.sources, p.writer,
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
