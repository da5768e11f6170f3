-- The timeline: when posts go out, their deliveries to each platform, and what members do with them in the Scheduler.
-- Each function runs with the rights of its caller. All lock the content first and then its posts, so that no two can
-- block each other for good.

-- scheduled_posts

create table public.scheduled_posts (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  content_id uuid not null references public.generated_content (id) on delete cascade,
  status text not null default 'scheduled'
    check (status in ('scheduled', 'publishing', 'published', 'failed', 'needs_review', 'cancelled')),
  scheduled_time timestamptz not null,
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  checked_at timestamptz
);
comment on table public.scheduled_posts is 'The places of content in the timeline.';
comment on column public.scheduled_posts.problems is
  'Why platforms would not take it, as the agent found at checked_at (shared/publishing/preflight.ts).';
comment on column public.scheduled_posts.checked_at is 'Null: it is to be checked, because it is new or has changed.';

create index scheduled_posts_time on public.scheduled_posts (scheduled_time, id);
create index scheduled_posts_updated on public.scheduled_posts (updated_at desc);
create index scheduled_posts_trouble on public.scheduled_posts (scheduled_time) where status in ('needs_review', 'failed');
create index scheduled_posts_due on public.scheduled_posts (scheduled_time, id) where status = 'scheduled';
create index scheduled_posts_publishing on public.scheduled_posts (id) where status = 'publishing';
create index scheduled_posts_unchecked on public.scheduled_posts (scheduled_time) where status = 'scheduled' and checked_at is null;
-- With the status, so that post_counts needs no more than this of the table.
create index scheduled_posts_content on public.scheduled_posts (content_id) include (status);
-- Those that a platform would refuse as they are, which the Dashboard counts together with those that are overdue.
create index scheduled_posts_refused on public.scheduled_posts (id)
  where status = 'scheduled' and problems @> '[{"isWarning": false}]';

create trigger scheduled_posts_touch before update on public.scheduled_posts
  for each row execute function private.touch_updated_at();

alter table public.scheduled_posts enable row level security;
create policy members_all on public.scheduled_posts for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.scheduled_posts is 'Members plan the timeline.';
revoke all on public.scheduled_posts from anon, authenticated;
grant select, insert, update, delete on public.scheduled_posts to authenticated, service_role;

-- The counts beside the filters of the Scheduler: few rows, whatever the tables hold. They obey the policies
-- of the tables (security_invoker).
create view public.content_counts with (security_invoker = true) as
select status, platforms, project_id, count(*)::integer as count from public.generated_content group by status, platforms, project_id;
comment on view public.content_counts is 'How many posts there are of each status, set of platforms and project.';

-- Both sides come in the order of the content's id from an index alone, and are merged. Hashing a hundred thousand of them
-- takes twice as long and goes over work_mem, but the planner, which does not know how much of it stays in memory, prefers it.
create function private.post_counts(out status text, out platforms text[], out project_id uuid, out count integer)
  returns setof record
  language sql stable set search_path = '' set enable_hashjoin = off
  as $$
    select p.status, c.platforms, c.project_id, count(*)::integer
    from public.scheduled_posts p join public.generated_content c on c.id = p.content_id
    group by p.status, c.platforms, c.project_id
  $$;
revoke all on function private.post_counts() from public;
grant execute on function private.post_counts() to authenticated, service_role;

create view public.post_counts with (security_invoker = true) as select * from private.post_counts();
comment on view public.post_counts is 'How many places in the timeline there are of each status, set of platforms and project.';

revoke all on public.content_counts, public.post_counts from anon, authenticated;
grant select on public.content_counts, public.post_counts to authenticated, service_role;

-- How many posts a project has for a day: made for it, or scheduled on it. Failed ones and cancelled places do not
-- count.
create function private.posts_of_day(project uuid, day date, day_start timestamptz, day_end timestamptz) returns integer
  language sql stable set search_path = ''
  as $$
    select count(*)::integer from (
      select c.id from public.generation_runs r join public.generated_content c on c.run_id = r.id
        where r.local_day = day and c.project_id = project and c.status <> 'failed'
      union
      select c.id from public.scheduled_posts s join public.generated_content c on c.id = s.content_id
        where s.scheduled_time >= day_start and s.scheduled_time < day_end and s.status not in ('cancelled', 'failed')
          and c.project_id = project and c.status <> 'failed'
    ) posts
  $$;

-- The project to make posts of for a day: the newest that still lacks some, else the newest, paused ones left out; or
-- the wanted one, paused or not. One without the video that all its platforms need comes after the others. planned is [{ project, day, time }]: posts that count as if they had been made for that
-- day and stood at that time. Returns { project, posts_today, projects, daily_posts }, where projects is how many could
-- be chosen, and daily_posts how many posts a day they want together; null when there is none. Generations
-- (claim_generation) and previews both ask it, so that they agree.
create function public.choose_project(
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
      (c.project).video_path is null and (c.project).platforms <@ array['tiktok', 'youtube_shorts'],
      c.posts < (c.project).posts_per_day desc, (c.project).created_at desc, (c.project).id
    limit 1
  $$;

revoke all on function private.posts_of_day(uuid, date, timestamptz, timestamptz),
  public.choose_project(date, timestamptz, timestamptz, jsonb, uuid) from public, anon;
grant execute on function private.posts_of_day(uuid, date, timestamptz, timestamptz),
  public.choose_project(date, timestamptz, timestamptz, jsonb, uuid) to authenticated, service_role;

-- The status of content, from its places: an open one keeps it scheduled; then the latest that came to an end tells. With
-- nothing left to do it is a draft again.
create function private.content_status(content uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when exists (select from public.scheduled_posts p where p.content_id = $1 and p.status in ('scheduled', 'publishing', 'needs_review'))
        then 'scheduled'
      else coalesce((select p.status from public.scheduled_posts p where p.content_id = $1 and p.status in ('published', 'failed')
        order by p.scheduled_time desc, p.id desc limit 1), 'draft')
    end
  $$;

-- Gives content that has lost a place in the timeline the status that is left to it. A draft is saved, because it was
-- meant to be kept. A caller that cancels a place in the same transaction leaves the same time on both, which tells
-- place_content what to undo.
create function private.release_content(content uuid) returns void
  language sql set search_path = ''
  as $$
    update public.generated_content c set status = left_over.status,
        saved_at = case left_over.status when 'draft' then coalesce(c.saved_at, now()) else c.saved_at end
      from private.content_status($1) as left_over (status)
      where c.id = $1 and c.status = 'scheduled' and left_over.status <> 'scheduled'
  $$;

-- Undoes release_content for a place that was cancelled at that time.
create function private.place_content(content uuid, cancelled_at timestamptz) returns void
  language sql set search_path = ''
  as $$
    update public.generated_content c set status = 'scheduled', saved_at = nullif(c.saved_at, $2)
      where c.id = $1 and c.status <> 'scheduled'
  $$;

revoke all on function private.content_status(uuid), private.release_content(uuid), private.place_content(uuid, timestamptz) from public;
grant execute on function private.content_status(uuid), private.release_content(uuid), private.place_content(uuid, timestamptz) to authenticated, service_role;

-- The steps of the Scheduler, each all or nothing. They return 'done', 'gone' (no such row), or the status that stood
-- in the way of any change.

-- Cancels a waiting post, or what is still to be done of one that is being published: a delivery whose irreversible
-- call may have been made goes on. Its content is a draft again, and saved, unless another place needs it.
create function public.cancel_post(post uuid) returns text
  language plpgsql set search_path = ''
  as $$
declare
  place public.scheduled_posts;
begin
  perform private.lock_posts(array[post]);
  update public.scheduled_posts set status = 'cancelled' where id = post and status = 'scheduled' returning * into place;
  if place.id is null then
    update public.post_deliveries d set state = 'cancelled', waits_for = null, lease_owner = null, lease_until = null
      where d.scheduled_post_id = post and d.state in ('pending', 'preparing', 'waiting');
    if not found then
      return coalesce((select status from public.scheduled_posts where id = post), 'gone');
    end if;
    -- Nor does what the removal of an account cancelled come back.
    update public.post_deliveries d set state_before_removal = null
      where d.scheduled_post_id = post and d.state_before_removal is not null;
    perform private.settle_posts(array[post]);
    return 'done';
  end if;
  perform private.release_content(place.content_id);
  return 'done';
end $$;

-- Schedules a cancelled post again, at a moment or at the time it was cancelled at. What cancelling it saved is no longer
-- saved.
create function public.restore_post(post uuid, moment timestamptz default null) returns text
  language plpgsql set search_path = ''
  as $$
declare
  cancelled public.scheduled_posts;
begin
  perform 1 from public.generated_content c join public.scheduled_posts p on p.content_id = c.id where p.id = post for update of c;
  select * into cancelled from public.scheduled_posts where id = post for update;
  if cancelled.status is distinct from 'cancelled' then
    return coalesce(cancelled.status, 'gone');
  end if;
  update public.scheduled_posts set status = 'scheduled', scheduled_time = coalesce(moment, scheduled_time) where id = post;
  perform private.place_content(cancelled.content_id, cancelled.updated_at);
  return 'done';
end $$;

-- Gives a draft a place in the timeline.
create function public.schedule_content(content uuid, moment timestamptz) returns text
  language plpgsql set search_path = ''
  as $$
begin
  update public.generated_content set status = 'scheduled' where id = content and status = 'draft';
  if not found then
    return coalesce((select status from public.generated_content where id = content), 'gone');
  end if;
  insert into public.scheduled_posts (content_id, scheduled_time) values (content, moment);
  return 'done';
end $$;

-- Undoes schedule_content while the place still waits at that time. It leaves no trace in the timeline, and the draft
-- is as saved as it was before.
create function public.unschedule_content(content uuid, moment timestamptz) returns text
  language plpgsql set search_path = ''
  as $$
declare
  place public.scheduled_posts;
begin
  perform 1 from public.generated_content where id = content for update;
  select * into place from public.scheduled_posts where content_id = content and scheduled_time = moment and status <> 'cancelled' limit 1 for update;
  if place.status is distinct from 'scheduled' then
    return coalesce(place.status, 'gone');
  end if;
  delete from public.scheduled_posts where id = place.id;
  update public.generated_content c set status = 'draft'
    where c.id = content and c.status = 'scheduled' and not exists (
      select from public.scheduled_posts p where p.content_id = c.id and p.status in ('scheduled', 'publishing', 'needs_review'));
  return 'done';
end $$;

-- Deletes content with its places in the timeline, unless one of them is being published.
create function public.delete_content(content uuid) returns text
  language plpgsql set search_path = ''
  as $$
begin
  perform 1 from public.generated_content where id = content for update;
  -- Waits for a publisher that is taking one of them, and keeps it from taking another.
  perform 1 from public.scheduled_posts where content_id = content for update;
  if exists (select 1 from public.scheduled_posts where content_id = content and status = 'publishing') then
    return 'publishing';
  end if;
  delete from public.generated_content where id = content;
  return case when found then 'done' else 'gone' end;
end $$;

revoke all on function public.cancel_post(uuid), public.restore_post(uuid, timestamptz), public.schedule_content(uuid, timestamptz),
  public.unschedule_content(uuid, timestamptz), public.delete_content(uuid) from public, anon;
grant execute on function public.cancel_post(uuid), public.restore_post(uuid, timestamptz), public.schedule_content(uuid, timestamptz),
  public.unschedule_content(uuid, timestamptz), public.delete_content(uuid) to authenticated, service_role;
