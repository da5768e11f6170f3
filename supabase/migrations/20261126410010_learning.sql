-- Learning from what worked: when to post, with which template, on what.

alter table public.app_settings add column learning text not null default 'suggest'
  check (learning in ('off', 'suggest', 'on'));
comment on column public.app_settings.learning is
  'What becomes of what was learned: nothing, a proposal beside the next free slot, or the choice (shared/learning/choice.ts).';

alter table public.scheduled_posts add column time_choice jsonb
  check (jsonb_typeof(time_choice) = 'object' and octet_length(time_choice::text) <= 2000);
comment on column public.scheduled_posts.time_choice is
  'Why learning chose this time for a post of a person (shared/learning/choice.ts). Null: somebody chose it, or a run, '
  'which says why in generated_content.reasons.';

-- The reason for a time is none for another.
create function private.drop_time_choice() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if new.time_choice is not distinct from old.time_choice then
    new.time_choice := null;
  end if;
  return new;
end $$;
revoke all on function private.drop_time_choice() from public;
create trigger scheduled_posts_time_choice before update of scheduled_time on public.scheduled_posts
  for each row when (old.scheduled_time is distinct from new.scheduled_time and old.time_choice is not null)
  execute function private.drop_time_choice();

-- What there is to learn from, the newest first: [{ published_at, success, template, project }], one for each post of at
-- least `ripe_days` whose success is known at some of these accounts, or at any for null. At several it is their mean.
create function public.learned_posts(ripe_days integer, accounts uuid[] default null, at timestamptz default now()) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('published_at', l.published_at, 'success', l.success,
      'template', l.template_id, 'project', l.project_id) order by l.published_at desc), '[]')
    from (
      select min(s.published_at) as published_at, exp(avg(ln(greatest(s.success, 0.001)))) as success, c.template_id, c.project_id
      from (select unnest($2) as account union all select null where $2 is null) a
        cross join lateral public.post_successes(a.account, $3) s
        join public.scheduled_posts p on p.id = s.post_id
        join public.generated_content c on c.id = p.content_id
      where s.success is not null and s.published_at > $3 - interval '365 days' and s.published_at <= $3 - make_interval(days => $1)
      group by s.post_id, c.template_id, c.project_id
      order by 1 desc
      limit 1000
    ) l
  $$;

-- The projects between which public.choose_project chooses on a day, the one that it prefers first: those that lack posts,
-- without those that have no video for platforms of videos alone.
create function public.lacking_projects(day date, day_start timestamptz, day_end timestamptz, planned jsonb default '[]')
  returns uuid[]
  language sql stable set search_path = ''
  as $$
    select coalesce(array_agg(p.id order by p.created_at desc, p.id), '{}')
    from public.content_projects p
    where not p.is_paused and not (p.video_path is null and p.videos = 'never' and private.are_video_platforms(p.platforms))
      and p.posts_per_day > private.posts_of_day(p.id, $1, $2, $3) + (
        select count(*) from jsonb_to_recordset($4) as post (project uuid, day date, "time" timestamptz)
        where post.project = p.id and (post.day = $1 or (post.time >= $2 and post.time < $3)))
  $$;

revoke all on function public.learned_posts(integer, uuid[], timestamptz),
  public.lacking_projects(date, timestamptz, timestamptz, jsonb) from public, anon;
grant execute on function public.learned_posts(integer, uuid[], timestamptz),
  public.lacking_projects(date, timestamptz, timestamptz, jsonb) to authenticated, service_role;
