-- Taking back that a person has published something.

alter table public.post_deliveries add column marks jsonb check (jsonb_typeof(marks) = 'array');
comment on column public.post_deliveries.marks is
  'The latest times that a person said that it is published, in order: when, what it was before, and when that was taken back. '
  'Null: never.';

-- Records that a person has seen to it, with the post's address where they gave it, and what it was before. So may it be of
-- one that was lost while it was being published: its agent may never come back to read it back.
create or replace function public.mark_delivery(delivery uuid, url text default null, at timestamptz default now()) returns text
  language plpgsql set search_path = ''
  as $$
declare
  post uuid;
begin
  select d.scheduled_post_id into post from public.post_deliveries d where d.id = delivery;
  perform private.lock_posts(array[post]);
  update public.post_deliveries d
    set state = 'published', waits_for = null, by_hand = true, published_at = at, remote_url = coalesce(mark_delivery.url, d.remote_url),
      error_class = null, error_text = null, retry_after = null, lease_owner = null, lease_until = null,
      marks = coalesce(jsonb_path_query_array(d.marks, '$[last - 18 to last]'), '[]') || jsonb_build_array(jsonb_build_object(
        'at', at, 'undone_at', null,
        'state', case d.state when 'publishing' then 'needs_review' else d.state end, 'waits_for', d.waits_for,
        'error_class', case d.state when 'publishing' then 'unknown' else d.error_class end, 'error_text', d.error_text,
        'retry_after', d.retry_after, 'remote_url', d.remote_url, 'published_at', d.published_at))
    where d.id = delivery and (d.state in ('waiting', 'failed', 'needs_review') or (d.state = 'publishing' and d.lease_until < at));
  if not found then
    return coalesce((select state from public.post_deliveries where id = delivery), 'gone');
  end if;
  perform private.settle_posts(array[post]);
  return 'done';
end $$;

-- Takes that back within an hour: it is again what it was, so that nobody sends again what may have gone out. 'not_marked':
-- no person said so; 'too_late': the hour is over, or its account was removed.
create function public.unmark_delivery(delivery uuid, at timestamptz default now()) returns text
  language plpgsql set search_path = ''
  as $$
declare
  row public.post_deliveries;
  mark jsonb;
  channel text;
begin
  perform private.lock_posts(array(select d.scheduled_post_id from public.post_deliveries d where d.id = delivery));
  select * into row from public.post_deliveries where id = delivery for update;
  if row.id is null or row.state <> 'published' or not row.by_hand then
    return case when row.id is null then 'gone' else 'not_marked' end;
  end if;
  mark := row.marks -> -1;
  if mark is null or row.published_at < at - interval '1 hour' or row.removed_account_id is not null then
    return 'too_late';
  end if;
  select c.state into channel from public.channels c where c.account_id = row.account_id;
  update public.post_deliveries d
    set state = mark ->> 'state', by_hand = false, published_at = (mark ->> 'published_at')::timestamptz, remote_url = mark ->> 'remote_url',
      waits_for = case when mark ->> 'state' = 'waiting' then
        case when channel is null then 'by_hand' when mark ->> 'waits_for' = 'reconnect' and channel = 'ready' then 'late' else mark ->> 'waits_for' end end,
      error_class = mark ->> 'error_class', error_text = mark ->> 'error_text', retry_after = (mark ->> 'retry_after')::timestamptz,
      marks = jsonb_set(row.marks, '{-1,undone_at}', to_jsonb(at))
    where d.id = delivery;
  perform private.settle_posts(array[row.scheduled_post_id]);
  return 'done';
end $$;
revoke all on function public.unmark_delivery(uuid, timestamptz) from public, anon;
grant execute on function public.unmark_delivery(uuid, timestamptz) to authenticated, service_role;
