-- Posting times of an account's own, instead of those of the workspace.

alter table public.social_accounts add column posting_times integer[] check (
  cardinality(posting_times) between 1 and 140
  and array_position(posting_times, null) is null
  and 0 <= all (posting_times)
  and 10080 > all (posting_times)
);
comment on column public.social_accounts.posting_times is
  'Its own times of the week at which posts are planned, as minutes of the local week from Sunday 00:00. Null: those of app_settings.';

-- The accounts that a post for these platforms goes to (public.destinations), with their own times:
-- [{ id, platform, posting_times }].
create function public.post_accounts(platforms text[], accounts uuid[]) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'platform', a.platform, 'posting_times', a.posting_times) order by a.id), '[]')
    from private.destinations($1, $2) d join public.social_accounts a on a.id = d.account_id
  $$;

-- Whether a post goes to one of these accounts; without a choice, to all of its platforms.
create function private.goes_to(platforms text[], chosen uuid[], accounts uuid[]) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (select from public.social_accounts a
      where a.id = any ($3) and a.platform = any ($1) and ($2 is null or a.id = any ($2)))
  $$;

-- The times from `since` until `until` that a new post keeps its distance from, in order: [timestamp]. With `accounts`,
-- only those of posts that go to one of them.
drop function public.taken_times(timestamptz, timestamptz);
create function public.taken_times(since timestamptz, until timestamptz, accounts uuid[] default null) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(t.scheduled_time order by t.scheduled_time), '[]')
    from (select distinct p.scheduled_time from public.scheduled_posts p
      where p.scheduled_time >= $1 and p.scheduled_time < $2 and p.status not in ('cancelled', 'failed')
        and ($3 is null or exists (select from public.generated_content c
          where c.id = p.content_id and private.goes_to(c.platforms, c.account_ids, $3)))) t
  $$;

-- Writes the posts of a run with their slots and ends the run: all or nothing. posts: [{ id, content_type, platforms,
-- caption, hashtags, media_url, media, alternatives, sources, writer, input_tokens, output_tokens, cost_usd, reasons,
-- scheduled_time }]. Returns 'committed'. When nothing was written, returns 'claim_gone', or 'slot_refused' if a slot
-- has passed or is within 30 minutes of another post, with `accounts` of one that goes to any of them: plan again.
drop function public.commit_generation(uuid, uuid, text, jsonb);
create function public.commit_generation(run uuid, template uuid, template_name text, posts jsonb, accounts uuid[] default null) returns text
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
      or exists (select 1 from public.scheduled_posts s join public.generated_content c on c.id = s.content_id
        where s.status not in ('cancelled', 'failed')
        and s.scheduled_time > w.scheduled_time - interval '30 minutes' and s.scheduled_time < w.scheduled_time + interval '30 minutes'
        and (commit_generation.accounts is null or private.goes_to(c.platforms, c.account_ids, commit_generation.accounts)))
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

revoke all on function private.goes_to(text[], uuid[], uuid[]) from public;
revoke all on function public.post_accounts(text[], uuid[]), public.taken_times(timestamptz, timestamptz, uuid[]),
  public.commit_generation(uuid, uuid, text, jsonb, uuid[]) from public, anon;
grant execute on function private.goes_to(text[], uuid[], uuid[]), public.post_accounts(text[], uuid[]),
  public.taken_times(timestamptz, timestamptz, uuid[]), public.commit_generation(uuid, uuid, text, jsonb, uuid[])
  to authenticated, service_role;
