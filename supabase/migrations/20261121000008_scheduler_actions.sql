-- What members do with posts in the Scheduler, each as one step that happens whole or not at all: a content's status goes with its places in the
-- timeline. All answer 'done', 'gone' (there is no such row) or the status that stood in the way, with which nothing was changed. Whoever calls
-- them needs the tables' policies.

-- Takes a waiting post out of the timeline's course; its content is a draft again unless another place needs it.
create function public.cancel_post(post uuid) returns text
  language plpgsql set search_path = ''
  as $$
declare
  place public.scheduled_posts;
begin
  -- The content first, as everywhere here: two calls for the same content come one after the other.
  perform 1 from public.generated_content c join public.scheduled_posts p on p.content_id = c.id where p.id = post for update of c;
  update public.scheduled_posts set status = 'cancelled' where id = post and status = 'scheduled' returning * into place;
  if place.id is null then
    return coalesce((select status from public.scheduled_posts where id = post), 'gone');
  end if;
  update public.generated_content set status = 'draft'
    where id = place.content_id and status = 'scheduled' and not exists (
      select 1 from public.scheduled_posts where content_id = place.content_id and status in ('scheduled', 'publishing', 'needs_review'));
  return 'done';
end $$;

-- Puts a cancelled post back, at a time.
create function public.restore_post(post uuid, moment timestamptz) returns text
  language plpgsql set search_path = ''
  as $$
declare
  place public.scheduled_posts;
begin
  perform 1 from public.generated_content c join public.scheduled_posts p on p.content_id = c.id where p.id = post for update of c;
  update public.scheduled_posts set status = 'scheduled', scheduled_time = moment
    where id = post and status = 'cancelled' returning * into place;
  if place.id is null then
    return coalesce((select status from public.scheduled_posts where id = post), 'gone');
  end if;
  update public.generated_content set status = 'scheduled' where id = place.content_id and status = 'draft';
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

-- Deletes a content with its places in the timeline, unless one of them is being published right now.
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
  public.delete_content(uuid) from public, anon;
grant execute on function public.cancel_post(uuid), public.restore_post(uuid, timestamptz), public.schedule_content(uuid, timestamptz),
  public.delete_content(uuid) to authenticated, service_role;
