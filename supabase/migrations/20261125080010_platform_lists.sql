-- The lists of platforms in two functions, which `npm run platforms` replaces when a platform is added.

create or replace function private.is_platform_list(ids text[]) returns boolean
  language sql immutable
  as $$ select ids <@ array['instagram', 'facebook', 'tiktok', 'youtube_shorts', 'twitter', 'linkedin', 'bluesky', 'mastodon']::text[] $$;

-- Those that take a video and nothing else.
create or replace function private.are_video_platforms(ids text[]) returns boolean
  language sql immutable
  as $$ select ids <@ array['tiktok', 'youtube_shorts']::text[] $$;

revoke all on function private.are_video_platforms(text[]) from public;
grant execute on function private.are_video_platforms(text[]) to authenticated, service_role;

-- As before (20261122080004), with that list.
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
      (c.project).video_path is null and private.are_video_platforms((c.project).platforms),
      c.posts < (c.project).posts_per_day desc, (c.project).created_at desc, (c.project).id
    limit 1
  $$;
