-- A post that becomes an unsaved draft late in its life gets its full seven days, and the text of a cancelled one is kept: the clean-up used to count
-- from the day it was made, and took an old post within the hour after it was cancelled.

-- From when the seven days of an unsaved draft count; null: from created_at.
alter table public.generated_content add column unsaved_since timestamptz;

create function private.restart_retention() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.unsaved_since := now();
  return new;
end $$;
create trigger generated_content_unsaved before update on public.generated_content
  for each row when (new.status = 'draft' and new.saved_at is null and (old.status <> 'draft' or old.saved_at is not null))
  execute function private.restart_retention();

-- So does a draft that loses its last place in the timeline in any other way.
create function private.restart_retention_of_content() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  update public.generated_content set unsaved_since = now() where id = old.content_id and status = 'draft' and saved_at is null;
  return null;
end $$;
create trigger scheduled_posts_left after delete on public.scheduled_posts
  for each row when (old.status <> 'cancelled') execute function private.restart_retention_of_content();
create trigger scheduled_posts_cancelled after update of status on public.scheduled_posts
  for each row when (old.status <> 'cancelled' and new.status = 'cancelled') execute function private.restart_retention_of_content();
revoke all on function private.restart_retention(), private.restart_retention_of_content() from public;

drop index public.generated_content_unsaved;
create index generated_content_unsaved on public.generated_content (coalesce(unsaved_since, created_at))
  where saved_at is null and status = 'draft';

-- Those cancelled so far were promised to stay, too.
update public.generated_content c set saved_at = now()
  where c.status = 'draft' and c.saved_at is null
    and exists (select from public.scheduled_posts p where p.content_id = c.id and p.status = 'cancelled');

-- Makes content that has lost its last place in the timeline a draft, saved. A caller that has cancelled a place in the same transaction leaves both
-- with the same time, by which place_content knows what to take back.
create function private.release_content(content uuid) returns void
  language sql set search_path = ''
  as $$
    update public.generated_content c set status = 'draft', saved_at = coalesce(c.saved_at, now())
      where c.id = $1 and c.status = 'scheduled' and not exists (
        select from public.scheduled_posts p where p.content_id = c.id and p.status in ('scheduled', 'publishing', 'needs_review'))
  $$;

-- The reverse, for a place that was cancelled at a time.
create function private.place_content(content uuid, cancelled_at timestamptz) returns void
  language sql set search_path = ''
  as $$
    update public.generated_content c set status = 'scheduled', saved_at = nullif(c.saved_at, $2)
      where c.id = $1 and c.status = 'draft'
  $$;
revoke all on function private.release_content(uuid), private.place_content(uuid, timestamptz) from public;
grant execute on function private.release_content(uuid), private.place_content(uuid, timestamptz) to authenticated, service_role;

-- Takes a waiting post out of the timeline's course; its content is a draft again, and saved, unless another place needs it.
create or replace function public.cancel_post(post uuid) returns text
  language plpgsql set search_path = ''
  as $$
declare
  place public.scheduled_posts;
begin
  perform 1 from public.generated_content c join public.scheduled_posts p on p.content_id = c.id where p.id = post for update of c;
  update public.scheduled_posts set status = 'cancelled' where id = post and status = 'scheduled' returning * into place;
  if place.id is null then
    return coalesce((select status from public.scheduled_posts where id = post), 'gone');
  end if;
  perform private.release_content(place.content_id);
  return 'done';
end $$;

-- Puts a cancelled post back, at a time. What cancelling it saved is no longer saved: it is as it was before.
create or replace function public.restore_post(post uuid, moment timestamptz) returns text
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
  update public.scheduled_posts set status = 'scheduled', scheduled_time = moment where id = post;
  perform private.place_content(cancelled.content_id, cancelled.updated_at);
  return 'done';
end $$;

-- Takes back schedule_content, if the place is still waiting at that time: it leaves no trace in the timeline, and the draft is no more saved than
-- before.
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
revoke all on function public.unschedule_content(uuid, timestamptz) from public, anon;
grant execute on function public.unschedule_content(uuid, timestamptz) to authenticated, service_role;

-- Deletes drafts that have been unsaved for 7 days and have no place in the timeline (§9; shared/content-retention.ts has the same rule), at most
-- `most`. Answers how many.
create or replace function public.bin_expired_content(most integer default 500, at timestamptz default now()) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  gone uuid[];
begin
  with expired as (
    select c.id from public.generated_content c
    where c.saved_at is null and c.status = 'draft'
      and coalesce(c.unsaved_since, c.created_at) <= at - interval '7 days'
      and not exists (select from public.scheduled_posts p where p.content_id = c.id and p.status <> 'cancelled')
    order by coalesce(c.unsaved_since, c.created_at), c.id
    limit most
    for update of c skip locked
  ), deleted as (
    delete from public.generated_content c using expired where c.id = expired.id returning c.id
  )
  select coalesce(array_agg(id), '{}') into gone from deleted;
  update public.content_bin set deleted_at = at, remove_files = true where id = any (gone);
  return cardinality(gone);
end $$;
