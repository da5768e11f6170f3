-- Deliveries outlive the account they went to: what was published stays known, with the account's label, and what was still to be done is cancelled.
-- An account that comes back under its own id (Undo) gets them back as they were.

alter table public.post_deliveries
  drop constraint post_deliveries_scheduled_post_id_platform_account_id_key,
  -- Of an account that was removed: its id, its label, and the state from which its removal cancelled the delivery. Null while there is an account.
  add column removed_account_id uuid,
  add column account_label text,
  add column state_before_removal text check (state_before_removal in ('pending', 'preparing'));
-- One delivery for each account, and one that needs none: a person posts it by hand. Removed accounts may be many.
create unique index post_deliveries_one_per_account on public.post_deliveries (scheduled_post_id, platform, account_id)
  where account_id is not null;
create unique index post_deliveries_one_by_hand on public.post_deliveries (scheduled_post_id, platform)
  where account_id is null and removed_account_id is null;
create index post_deliveries_post on public.post_deliveries (scheduled_post_id);
create index post_deliveries_removed_account on public.post_deliveries (removed_account_id) where removed_account_id is not null;

-- The status of a post that is under way follows from its deliveries; with nothing left to do its content is a draft again.
create function private.settle_posts(posts uuid[]) returns void
  language plpgsql set search_path = ''
  as $$
begin
  update public.scheduled_posts p set status = private.post_status(p.id) where p.id = any (posts) and p.status = 'publishing';
  perform private.release_content(p.content_id) from public.scheduled_posts p where p.id = any (posts) and p.status = 'cancelled';
end $$;

-- Locks the contents of posts and then the posts, each in a fixed order, as everywhere: two that lock in one order cannot block each other for good.
create function private.lock_posts(posts uuid[]) returns void
  language plpgsql set search_path = ''
  as $$
begin
  perform 1 from public.generated_content
    where id in (select content_id from public.scheduled_posts where id = any (posts)) order by id for update;
  perform 1 from public.scheduled_posts where id = any (posts) order by id for update;
end $$;

-- A delivery whose irreversible call may have been made is left to its publisher, or to the one that looks what became of it.
create function private.part_with_deliveries() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  posts uuid[];
begin
  select array_agg(distinct d.scheduled_post_id) into posts
    from public.post_deliveries d where d.account_id = old.id and d.state in ('pending', 'preparing');
  perform private.lock_posts(posts);
  update public.post_deliveries d
    set account_id = null, removed_account_id = old.id, account_label = old.account_label,
      state = case when d.state in ('pending', 'preparing') then 'cancelled' else d.state end,
      state_before_removal = case when d.state in ('pending', 'preparing') then d.state end,
      lease_owner = case when d.state <> 'preparing' then d.lease_owner end,
      lease_until = case when d.state <> 'preparing' then d.lease_until end
    where d.account_id = old.id;
  perform private.settle_posts(posts);
  return old;
end $$;
create trigger social_accounts_part before delete on public.social_accounts
  for each row execute function private.part_with_deliveries();

-- What was being prepared begins anew: nobody holds its lease any more. A post that has been settled by the removal, and not been touched since
-- (both carry the time of that transaction), is under way again.
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
    select p.id, p.content_id, p.status, p.updated_at from public.scheduled_posts p
    where p.id = any (posts) and p.status in ('cancelled', 'published', 'failed', 'needs_review') and exists (
      select from public.post_deliveries d
      where d.scheduled_post_id = p.id and d.removed_account_id = new.id and d.updated_at = p.updated_at and d.state = 'cancelled')
  loop
    update public.scheduled_posts set status = 'publishing' where id = settled.id;
    if settled.status = 'cancelled' then
      perform private.place_content(settled.content_id, settled.updated_at);
    end if;
  end loop;
  update public.post_deliveries d
    set account_id = new.id, removed_account_id = null, account_label = null, state_before_removal = null,
      state = case when d.state_before_removal is not null and d.state = 'cancelled' then 'pending' else d.state end
    where d.removed_account_id = new.id and d.platform = new.platform;
  return null;
end $$;
create trigger social_accounts_return after insert on public.social_accounts
  for each row execute function private.take_back_deliveries();

revoke all on function private.settle_posts(uuid[]), private.lock_posts(uuid[]), private.part_with_deliveries(), private.take_back_deliveries()
  from public;
grant execute on function private.settle_posts(uuid[]), private.lock_posts(uuid[]) to authenticated, service_role;

-- As before, and the content of a post that comes to nothing is a draft again.
create or replace function public.finish_delivery(
  delivery uuid, owner uuid, state text, remote_id text default null, remote_url text default null, error_class text default null,
  error_text text default null, retry_after timestamptz default null
) returns boolean
  language plpgsql set search_path = ''
  as $$
declare
  post uuid;
begin
  if finish_delivery.state is null or finish_delivery.state in ('preparing', 'publishing') then
    raise exception 'finish_delivery ends an attempt: % is no end.', finish_delivery.state using errcode = '22023';
  end if;
  select d.scheduled_post_id into post from public.post_deliveries d where d.id = delivery;
  perform private.lock_posts(array[post]);
  update public.post_deliveries d
    set state = finish_delivery.state, lease_owner = null, lease_until = null,
      remote_id = coalesce(finish_delivery.remote_id, d.remote_id), remote_url = coalesce(finish_delivery.remote_url, d.remote_url),
      error_class = finish_delivery.error_class, error_text = finish_delivery.error_text, retry_after = finish_delivery.retry_after
    where d.id = delivery and d.lease_owner = finish_delivery.owner and d.state in ('preparing', 'publishing');
  if not found then
    return false;
  end if;
  update public.scheduled_posts p set status = private.post_status(p.id) where p.id = post and p.status <> 'cancelled';
  perform private.release_content(p.content_id) from public.scheduled_posts p where p.id = post and p.status = 'cancelled';
  return true;
end $$;
