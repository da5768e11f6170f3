-- What people decide about deliveries, and what follows when they change a post, a channel or an account. Locks are taken
-- in the order of the deliveries' own functions.

-- The steps of a person return 'done', 'gone', or the state that stood in the way of any change.

-- Starts a delivery that failed, is in doubt or waits, once more, by the channel of its account; it waits if that must be
-- connected again. What was surely not published is sent as the post is now; a doubtful one, or the rest of a thread, as
-- it was. 'no_channel': nobody can send it but a person.
create function public.retry_delivery(delivery uuid, at timestamptz default now()) returns text
  language plpgsql set search_path = ''
  as $$
declare
  row public.post_deliveries;
  channel text;
begin
  perform private.lock_posts(array(select d.scheduled_post_id from public.post_deliveries d where d.id = delivery));
  select * into row from public.post_deliveries where id = delivery for update;
  if row.id is null or row.state not in ('failed', 'needs_review', 'waiting') then
    return coalesce(row.state, 'gone');
  end if;
  select c.state into channel from public.channels c where c.account_id = row.account_id;
  if not found then
    return 'no_channel';
  end if;
  update public.post_deliveries d
    set state = case channel when 'ready' then 'pending' else 'waiting' end, waits_for = case when channel <> 'ready' then 'reconnect' end,
      asked_at = at, attempt = 0, retry_after = null, error_text = null,
      error_class = case when d.state = 'needs_review' or d.error_class = 'unknown' then 'unknown' end,
      outgoing = case when d.state = 'needs_review' or d.error_class = 'unknown' or d.parts <> '[]' then d.outgoing end
    where d.id = delivery;
  update public.scheduled_posts set status = 'publishing' where id = row.scheduled_post_id;
  perform private.settle_posts(array[row.scheduled_post_id]);
  return 'done';
end $$;

-- Cancels what has not been sent. What was in doubt stays so, should its post be restored.
create function public.cancel_delivery(delivery uuid) returns text
  language plpgsql set search_path = ''
  as $$
declare
  post uuid;
begin
  select d.scheduled_post_id into post from public.post_deliveries d where d.id = delivery;
  perform private.lock_posts(array[post]);
  update public.post_deliveries d set state = 'cancelled', waits_for = null, lease_owner = null, lease_until = null,
      error_class = case when d.state = 'needs_review' then 'unknown' else d.error_class end
    where d.id = delivery and d.state in ('pending', 'preparing', 'waiting', 'failed', 'needs_review');
  if not found then
    return coalesce((select state from public.post_deliveries where id = delivery), 'gone');
  end if;
  perform private.settle_posts(array[post]);
  return 'done';
end $$;

-- Records that a person has seen to it, with the post's address where they gave it. So may it be of one that was lost while
-- it was being published: its agent may never come back to read it back.
create function public.mark_delivery(delivery uuid, url text default null, at timestamptz default now()) returns text
  language plpgsql set search_path = ''
  as $$
declare
  post uuid;
begin
  select d.scheduled_post_id into post from public.post_deliveries d where d.id = delivery;
  perform private.lock_posts(array[post]);
  update public.post_deliveries d
    set state = 'published', waits_for = null, by_hand = true, published_at = at, remote_url = coalesce(mark_delivery.url, d.remote_url),
      error_class = null, error_text = null, retry_after = null, lease_owner = null, lease_until = null
    where d.id = delivery and (d.state in ('waiting', 'failed', 'needs_review') or (d.state = 'publishing' and d.lease_until < at));
  if not found then
    return coalesce((select state from public.post_deliveries where id = delivery), 'gone');
  end if;
  perform private.settle_posts(array[post]);
  return 'done';
end $$;

-- Publishes a scheduled post now, instead of at its time.
create function public.publish_post(post uuid, at timestamptz default now()) returns text
  language plpgsql set search_path = ''
  as $$
begin
  update public.scheduled_posts p set scheduled_time = at where p.id = post and p.status = 'scheduled';
  if found then
    return 'done';
  end if;
  return coalesce((select status from public.scheduled_posts where id = post), 'gone');
end $$;

revoke all on function public.retry_delivery(uuid, timestamptz), public.cancel_delivery(uuid), public.mark_delivery(uuid, text, timestamptz),
  public.publish_post(uuid, timestamptz) from public, anon;
grant execute on function public.retry_delivery(uuid, timestamptz), public.cancel_delivery(uuid), public.mark_delivery(uuid, text, timestamptz),
  public.publish_post(uuid, timestamptz) to authenticated, service_role;

-- A post that is on its way stays as it is: its deliveries would not be of one text.
create function private.keep_outgoing_content() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if exists (select from public.scheduled_posts p where p.content_id = new.id and p.status = 'publishing') then
    raise exception 'This post is being published. It can be changed once that is over.' using errcode = '55006';
  end if;
  update public.scheduled_posts set checked_at = null where content_id = new.id and status = 'scheduled';
  return new;
end $$;
create trigger generated_content_outgoing before update on public.generated_content
  for each row when (
    (new.caption, new.hashtags, new.platforms, new.account_ids, new.media, new.media_url, new.alternatives, new.account_versions, new.first_comment, new.as_document)
    is distinct from
    (old.caption, old.hashtags, old.platforms, old.account_ids, old.media, old.media_url, old.alternatives, old.account_versions, old.first_comment, old.as_document))
  execute function private.keep_outgoing_content();

-- A post is checked again when it moves, and when it comes back.
create function private.recheck_post() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.checked_at := null;
  return new;
end $$;
create trigger scheduled_posts_recheck before update of scheduled_time, status on public.scheduled_posts
  for each row when (new.scheduled_time <> old.scheduled_time or (new.status = 'scheduled' and old.status <> 'scheduled')) execute function private.recheck_post();

-- Deliveries follow the channel of their account: they wait while it must be connected again, start when it is, and are
-- left to the person when it is disconnected. The posts of the next weeks are checked again.
create function private.follow_channel() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  account uuid := coalesce(new.account_id, old.account_id);
  posts uuid[];
begin
  select array_agg(distinct d.scheduled_post_id) into posts from public.post_deliveries d
    where d.account_id = account and d.state in ('pending', 'preparing', 'waiting');
  perform private.lock_posts(posts);
  if tg_op = 'DELETE' then
    update public.post_deliveries d set state = 'waiting', waits_for = 'by_hand', lease_owner = null, lease_until = null
      where d.account_id = account and (d.state in ('pending', 'preparing') or d.waits_for in ('reconnect', 'late'));
  elsif new.state = 'ready' then
    update public.post_deliveries d
      set state = 'pending', waits_for = null, asked_at = now(), attempt = 0, retry_after = null, error_text = null,
        error_class = case when d.error_class = 'unknown' then 'unknown' end
      where d.account_id = account and d.waits_for = 'reconnect';
  else
    update public.post_deliveries d set state = 'waiting', waits_for = 'reconnect'
      where d.account_id = account and d.state = 'pending';
  end if;
  perform private.settle_posts(posts);
  update public.scheduled_posts set checked_at = null where id in (
    select p.id from public.scheduled_posts p join public.generated_content c on c.id = p.content_id
    where p.status = 'scheduled' and p.checked_at is not null and p.scheduled_time < now() + interval '30 days'
      and c.platforms @> array[coalesce(new.platform, old.platform)]
    order by p.id for update of p);
  return null;
end $$;
create trigger channels_change after update on public.channels
  for each row when ((new.state, new.agent_id, new.limits, new.expires_at, new.connected_at)
    is distinct from (old.state, old.agent_id, old.limits, old.expires_at, old.connected_at))
  execute function private.follow_channel();
create trigger channels_come_and_go after insert or delete on public.channels
  for each row execute function private.follow_channel();

-- Before an account is removed: cancels its open deliveries. One whose irreversible call may have been made is left to
-- its publisher, or to the one that reconciles it.
create function private.part_with_deliveries() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  posts uuid[];
begin
  perform 1 from public.channels c where c.account_id = old.id for update;
  -- Failed and doubtful ones too: somebody may be starting them again.
  select array_agg(distinct d.scheduled_post_id) into posts
    from public.post_deliveries d where d.account_id = old.id and d.state not in ('published', 'cancelled');
  perform private.lock_posts(posts);
  update public.post_deliveries d
    set account_id = null, removed_account_id = old.id, account_label = old.account_label,
      state = case when d.state in ('pending', 'preparing', 'waiting') then 'cancelled' else d.state end,
      waits_for = null,
      state_before_removal = case when d.state in ('pending', 'preparing', 'waiting') then d.state end,
      lease_owner = case when d.state <> 'preparing' then d.lease_owner end,
      lease_until = case when d.state <> 'preparing' then d.lease_until end
    where d.account_id = old.id;
  perform private.settle_posts(posts);
  return old;
end $$;
create trigger social_accounts_part before delete on public.social_accounts
  for each row execute function private.part_with_deliveries();

-- After an account has come back: its open deliveries are open again, unless their post was cancelled or scheduled anew.
-- They wait for its channel, which its agent brings back if it still holds the token. A post that the removal cancelled
-- and nobody has touched since (both carry the time of that transaction) is open again as well, unless its content got
-- another place.
create function private.take_back_deliveries() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  posts uuid[];
  settled record;
begin
  select array_agg(distinct d.scheduled_post_id) into posts
    from public.post_deliveries d where d.removed_account_id = new.id and d.state_before_removal is not null;
  perform private.lock_posts(posts);
  for settled in
    select p.id, p.content_id, p.updated_at from public.scheduled_posts p
    where p.id = any (posts) and p.status = 'cancelled' and exists (
      select from public.post_deliveries d
      where d.scheduled_post_id = p.id and d.removed_account_id = new.id and d.updated_at = p.updated_at and d.state = 'cancelled')
      and not exists (select from public.scheduled_posts o
        where o.content_id = p.content_id and o.created_at > p.updated_at and o.status in ('scheduled', 'publishing', 'needs_review'))
  loop
    update public.scheduled_posts set status = 'publishing' where id = settled.id;
    perform private.place_content(settled.content_id, settled.updated_at);
  end loop;
  update public.post_deliveries d
    set account_id = new.id, removed_account_id = null, account_label = null, state_before_removal = null,
      state = case when o.is_open then 'waiting' else d.state end,
      waits_for = case when o.is_open then case d.state_before_removal when 'waiting' then 'by_hand' else 'reconnect' end else d.waits_for end
    from (
      select s.id, s.state = 'cancelled' and s.state_before_removal is not null and p.status not in ('scheduled', 'cancelled') as is_open
      from public.post_deliveries s join public.scheduled_posts p on p.id = s.scheduled_post_id
      where s.removed_account_id = new.id and s.platform = new.platform
    ) o
    where o.id = d.id;
  perform private.settle_posts(posts);
  return null;
end $$;
create trigger social_accounts_return after insert on public.social_accounts
  for each row execute function private.take_back_deliveries();

revoke all on function private.part_with_deliveries(), private.take_back_deliveries(), private.keep_outgoing_content(),
  private.recheck_post(), private.follow_channel() from public;
