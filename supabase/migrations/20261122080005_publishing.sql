-- Deliveries: a scheduled post on its way to a platform. Claims and leases work as in runs and jobs, `at` included. A
-- delivery is prepared, which may be repeated, and then published by one irreversible call, which may not.

create table public.post_deliveries (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  scheduled_post_id uuid not null references public.scheduled_posts (id) on delete cascade,
  platform text not null check (private.is_platform_list(array[platform])),
  account_id uuid references public.social_accounts (id) on delete set null,
  removed_account_id uuid,
  account_label text,
  state_before_removal text check (state_before_removal in ('pending', 'preparing')),
  state text not null default 'pending'
    check (state in ('pending', 'preparing', 'publishing', 'published', 'failed', 'needs_review', 'cancelled')),
  attempt integer not null default 0 check (attempt >= 0),
  lease_owner uuid,
  lease_until timestamptz,
  idempotency_key uuid not null unique default gen_random_uuid(),
  remote_id text,
  remote_url text,
  error_class text check (error_class in ('auth', 'rate_limit', 'rejected', 'transient', 'unknown')),
  error_text text,
  retry_after timestamptz
);
comment on table public.post_deliveries is
  'Deliveries of a post to an account. They outlive the account: what was published stays known, and what was still '
  'to be done is cancelled.';
comment on column public.post_deliveries.account_id is 'Null: a person posts it by hand, or the account was removed.';
comment on column public.post_deliveries.removed_account_id is
  'The id that a removed account had. If it comes back under that id (Undo), it gets its deliveries back.';
comment on column public.post_deliveries.account_label is 'The label that a removed account had.';
comment on column public.post_deliveries.state_before_removal is
  'The state from which the removal of the account cancelled the delivery.';

create index post_deliveries_open on public.post_deliveries (retry_after) where state in ('pending', 'preparing', 'publishing');
create index post_deliveries_lost on public.post_deliveries (lease_until) where state = 'publishing';
create index post_deliveries_account on public.post_deliveries (account_id);
create index post_deliveries_post on public.post_deliveries (scheduled_post_id);
create index post_deliveries_removed_account on public.post_deliveries (removed_account_id) where removed_account_id is not null;
-- One for each account, and one by hand. There is no limit for removed accounts.
create unique index post_deliveries_one_per_account on public.post_deliveries (scheduled_post_id, platform, account_id)
  where account_id is not null;
create unique index post_deliveries_one_by_hand on public.post_deliveries (scheduled_post_id, platform)
  where account_id is null and removed_account_id is null;

create trigger post_deliveries_touch before update on public.post_deliveries
  for each row execute function private.touch_updated_at();

alter table public.post_deliveries enable row level security;
create policy members_all on public.post_deliveries for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.post_deliveries is
  'Members see what went where. The agent publishes, as a member or with the service key.';
revoke all on public.post_deliveries from anon, authenticated;
grant select, insert, update, delete on public.post_deliveries to authenticated, service_role;

-- The status of a post, from its deliveries: open ones keep it publishing; then a doubt outweighs a failure, and a
-- failure a success.
create function private.post_status(post uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when bool_or(state in ('pending', 'preparing', 'publishing')) then 'publishing'
      when bool_or(state = 'needs_review') then 'needs_review'
      when bool_or(state = 'failed') then 'failed'
      when bool_or(state = 'published') then 'published'
      else 'cancelled'
    end
    from public.post_deliveries where scheduled_post_id = post
  $$;

-- Gives posts that are being published the status that follows from their deliveries. Content with nothing left to do
-- is a draft again.
create function private.settle_posts(posts uuid[]) returns void
  language plpgsql set search_path = ''
  as $$
begin
  update public.scheduled_posts p set status = private.post_status(p.id) where p.id = any (posts) and p.status = 'publishing';
  perform private.release_content(p.content_id) from public.scheduled_posts p where p.id = any (posts) and p.status = 'cancelled';
end $$;

-- Locks the contents of posts, then the posts, each in a fixed order.
create function private.lock_posts(posts uuid[]) returns void
  language plpgsql set search_path = ''
  as $$
begin
  perform 1 from public.generated_content
    where id in (select content_id from public.scheduled_posts where id = any (posts)) order by id for update;
  perform 1 from public.scheduled_posts where id = any (posts) order by id for update;
end $$;

revoke all on function private.post_status(uuid), private.settle_posts(uuid[]), private.lock_posts(uuid[]) from public;
grant execute on function private.post_status(uuid), private.settle_posts(uuid[]), private.lock_posts(uuid[]) to authenticated, service_role;

-- Hands out due deliveries, at most `most`, each to one owner, in state preparing. An expired preparing one is handed
-- out like a pending one.
create function public.claim_due_deliveries(owner uuid, lease_seconds integer, most integer, at timestamptz default now())
  returns setof public.post_deliveries
  language sql set search_path = ''
  as $$
    with due as (
      select d.id, p.id as post
      from public.post_deliveries d join public.scheduled_posts p on p.id = d.scheduled_post_id
      where p.status in ('scheduled', 'publishing') and p.scheduled_time <= $4
        and (d.state = 'pending' or (d.state = 'preparing' and d.lease_until < $4))
        and (d.retry_after is null or d.retry_after <= $4)
      order by p.scheduled_time, d.id
      limit $3
      for update of d, p skip locked
    ), started as (
      update public.scheduled_posts p set status = 'publishing' from due where p.id = due.post and p.status = 'scheduled'
    )
    update public.post_deliveries d
    set state = 'preparing', attempt = d.attempt + 1, lease_owner = $1, lease_until = $4 + make_interval(secs => $2), retry_after = null
    from due where d.id = due.id
    returning d.*
  $$;

-- Records that the irreversible call is about to be made. Returns false when the lease has expired or the post was
-- cancelled: then the caller must not make it.
create function public.begin_publishing(delivery uuid, owner uuid, lease_seconds integer, at timestamptz default now()) returns boolean
  language sql set search_path = ''
  as $$
    with begun as (
      update public.post_deliveries d set state = 'publishing', lease_until = $4 + make_interval(secs => $3)
      where d.id = $1 and d.lease_owner = $2 and d.state = 'preparing' and d.lease_until >= $4
        and exists (select from public.scheduled_posts p where p.id = d.scheduled_post_id and p.status = 'publishing')
      returning true
    )
    select exists (select from begun)
  $$;

-- Hands out deliveries whose owner went silent around the irreversible call. They must be reconciled with the platform,
-- never simply repeated.
create function public.claim_lost_deliveries(owner uuid, lease_seconds integer, most integer, at timestamptz default now())
  returns setof public.post_deliveries
  language sql set search_path = ''
  as $$
    with lost as (
      select d.id from public.post_deliveries d
      where d.state = 'publishing' and d.lease_until < $4
      order by d.lease_until, d.id
      limit $3
      for update skip locked
    )
    update public.post_deliveries d set lease_owner = $1, lease_until = $4 + make_interval(secs => $2)
    from lost where d.id = lost.id
    returning d.*
  $$;

-- Ends the attempt of its owner. state: published, failed, needs_review, cancelled, or pending to be retried after
-- retry_after. The status of the post follows from all its deliveries. Returns false when another owner has the lease.
create function public.finish_delivery(
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

revoke all on function public.claim_due_deliveries(uuid, integer, integer, timestamptz),
  public.begin_publishing(uuid, uuid, integer, timestamptz), public.claim_lost_deliveries(uuid, integer, integer, timestamptz),
  public.finish_delivery(uuid, uuid, text, text, text, text, text, timestamptz) from public, anon;
grant execute on function public.claim_due_deliveries(uuid, integer, integer, timestamptz),
  public.begin_publishing(uuid, uuid, integer, timestamptz), public.claim_lost_deliveries(uuid, integer, integer, timestamptz),
  public.finish_delivery(uuid, uuid, text, text, text, text, text, timestamptz) to authenticated, service_role;

-- Before an account is removed: cancels its open deliveries. One whose irreversible call may have been made is left to
-- its publisher, or to the one that reconciles it.
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

-- After an account has come back: its open deliveries start again, since nobody holds a lease on them any more. A post
-- that the removal settled and nobody has touched since (both carry the time of that transaction) is being published
-- again.
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

revoke all on function private.part_with_deliveries(), private.take_back_deliveries() from public;
