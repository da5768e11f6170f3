-- Videos that the agent makes of a project's posts.

alter table public.content_projects
  add column videos text not null default 'needed' check (videos in ('needed', 'always', 'never'));
comment on column public.content_projects.videos is
  'Of which of its posts the agent makes a video: those for platforms that take nothing else, all, or none. Without effect beside video_path.';

-- Projects that were deleted before this come back with the default.
update public.project_bin set project = project || '{"videos": "needed"}' where not project ? 'videos';

-- As before (20261125080010): a project comes after the others only where no video can be made for it either.
create or replace function public.choose_project(
  day date, day_start timestamptz, day_end timestamptz, planned jsonb default '[]', wanted uuid default null
) returns jsonb
  language sql stable set search_path = ''
  as $$
    with counted as materialized (
      select p as project, private.posts_of_day(p.id, $1, $2, $3) + (
          select count(*)::integer from jsonb_to_recordset($4) as post (project uuid, day date, "time" timestamptz)
          where post.project = p.id and (post.day = $1 or (post.time >= $2 and post.time < $3))
        ) as posts
      from public.content_projects p where not p.is_paused or p.id = $5
    )
    select jsonb_build_object('project', to_jsonb(c.project), 'posts_today', c.posts, 'projects', count(*) over (),
      'daily_posts', sum((c.project).posts_per_day) over ())
    from counted c
    where $5 is null or exists (select from counted o where (o.project).id = $5)
    order by (c.project).id = $5 desc nulls last,
      (c.project).video_path is null and (c.project).videos = 'never' and private.are_video_platforms((c.project).platforms),
      c.posts < (c.project).posts_per_day desc, (c.project).created_at desc, (c.project).id
    limit 1
  $$;
