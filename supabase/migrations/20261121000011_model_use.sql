-- What models used and cost: per call for the month's sum and its cap, and per post.

-- One call to a model, whether or not a post came of it. Outlives projects and posts, so that a month's sum only grows.
create table public.model_calls (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  -- 'provider:model'
  model text not null check (model <> ''),
  input_tokens integer not null check (input_tokens >= 0),
  output_tokens integer not null check (output_tokens >= 0),
  -- US dollars; null when the model's price is not known.
  cost_usd numeric(12, 6) check (cost_usd >= 0)
);
create index model_calls_created_at on public.model_calls (created_at);

alter table public.model_calls enable row level security;
create policy members_select on public.model_calls for select to authenticated using ((select private.is_member()));
create policy members_insert on public.model_calls for insert to authenticated with check ((select private.is_member()));
revoke all on public.model_calls from anon, authenticated;
grant select, insert on public.model_calls to authenticated;
grant select, insert, update, delete on public.model_calls to service_role;

-- The sum of the calls since a moment; unpriced_calls are those that cost_usd leaves out.
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

-- What it took to write a post; null for the built-in writer, and cost_usd where the price is not known.
alter table public.generated_content
  add column input_tokens integer check (input_tokens >= 0),
  add column output_tokens integer check (output_tokens >= 0),
  add column cost_usd numeric(12, 6) check (cost_usd >= 0);

-- As before, and posts may have input_tokens, output_tokens and cost_usd.
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
      media_url, media, alternatives, sources, writer, input_tokens, output_tokens, cost_usd)
    select p.id, run, claim.project_id, (select t.id from public.content_style_templates t where t.id = template), commit_generation.template_name,
      p.content_type, 'scheduled', p.platforms, p.caption, p.hashtags, p.media_url, p.media, p.alternatives, p.sources, p.writer,
      p.input_tokens, p.output_tokens, p.cost_usd
    from jsonb_to_recordset(posts) as p (id uuid, content_type text, platforms text[], caption text, hashtags text[], media_url text,
      media jsonb, alternatives jsonb, sources jsonb, writer text, input_tokens integer, output_tokens integer, cost_usd numeric);
  insert into public.scheduled_posts (content_id, scheduled_time)
    select p.id, p.scheduled_time from jsonb_to_recordset(posts) as p (id uuid, scheduled_time timestamptz);
  update public.content_style_templates set last_used_at = clock_timestamp() where id = template;
  update public.generation_runs
    set status = 'done', finished_at = clock_timestamp(), created = jsonb_array_length(posts), files = '{}' where id = run;
  return 'committed';
end $$;
