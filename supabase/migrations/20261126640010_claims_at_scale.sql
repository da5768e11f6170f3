-- Claims whose cost grows with what is due, not with its square or cube. Beside many posts that are over, the planner's
-- statistics know of none that is open: it joined the few hundred that became due at once by going through all of them for
-- each, and a claim took minutes. What was found is kept in arrays, whose length the planner knows.

-- The next try, which each agent asks for at each look.
create index post_deliveries_retry on public.post_deliveries (retry_after) where retry_after is not null;

-- Those of these accounts of which no delivery is under way.
create function private.idle_accounts(accounts uuid[], at timestamptz) returns uuid[]
  language sql stable set search_path = ''
  as $$
    select array(
      select unnest($1)
      except select d.account_id from public.post_deliveries d
        where d.account_id = any ($1) and d.state in ('preparing', 'publishing') and d.lease_until >= $2)
  $$;
revoke all on function private.idle_accounts(uuid[], timestamptz) from public;
grant execute on function private.idle_accounts(uuid[], timestamptz) to authenticated, service_role;

-- As before (20261124080002).
create or replace function public.claim_due_deliveries(
  owner uuid, agent uuid, lease_seconds integer, most integer, at timestamptz default now(), under_way uuid[] default '{}'
) returns setof public.post_deliveries
  language plpgsql set search_path = ''
  as $$
declare
  busy uuid[] := array(select o.account_id from public.post_deliveries o where o.id = any (under_way) and o.account_id is not null);
  accounts uuid[] := array(select c.account_id from public.channels c
    where c.agent_id = agent and c.state = 'ready' and not c.is_paused and c.account_id <> all (busy));
  firsts uuid[];
begin
  accounts := array(select distinct d.account_id from public.post_deliveries d
    where d.account_id = any (accounts) and d.state in ('pending', 'preparing') and (d.state = 'pending' or d.lease_until < at)
      and (d.retry_after is null or d.retry_after <= at));
  if accounts = '{}' then
    return;
  end if;
  -- One caller at a time looks at an account, or two could be handed one each.
  accounts := array(
    select c.account_id from public.channels c
    where c.account_id = any (accounts) and c.agent_id = agent and c.state = 'ready' and not c.is_paused
    for no key update skip locked);
  accounts := private.idle_accounts(accounts, at);
  firsts := array(
    select distinct on (d.account_id) d.id
    from public.post_deliveries d
      join public.scheduled_posts p on p.id = d.scheduled_post_id and p.status in ('publishing', 'needs_review')
    where d.account_id = any (accounts) and d.state in ('pending', 'preparing') and (d.state = 'pending' or d.lease_until < at)
      and (d.retry_after is null or d.retry_after <= at)
    order by d.account_id, p.scheduled_time, d.id);
  return query
    with due as (
      select d.id from public.post_deliveries d join public.scheduled_posts p on p.id = d.scheduled_post_id
      where d.id = any (firsts) and d.state in ('pending', 'preparing') and (d.state = 'pending' or d.lease_until < at)
      order by p.scheduled_time, d.id
      limit most
      for update of d skip locked
    )
    update public.post_deliveries d
    set state = 'preparing', attempt = d.attempt + 1, lease_owner = owner, lease_until = at + make_interval(secs => lease_seconds),
      retry_after = null, attempts = private.begin_attempt(d.attempts, 'publish', at)
    from due where d.id = due.id
    returning d.*;
end $$;

-- As before (20261124080002).
create or replace function public.claim_lost_deliveries(
  owner uuid, agent uuid, lease_seconds integer, most integer, at timestamptz default now(), under_way uuid[] default '{}'
) returns setof public.post_deliveries
  language plpgsql set search_path = ''
  as $$
declare
  lost uuid[] := array(select d.id from public.post_deliveries d
    where d.state = 'publishing' and d.lease_until < at and (d.retry_after is null or d.retry_after <= at) and d.id <> all (under_way));
  busy uuid[];
  accounts uuid[];
  firsts uuid[];
begin
  if lost = '{}' then
    return;
  end if;
  busy := array(select o.account_id from public.post_deliveries o where o.id = any (under_way) and o.account_id is not null);
  accounts := array(select distinct d.account_id from public.post_deliveries d where d.id = any (lost) and d.account_id is not null);
  -- As in claim_due_deliveries.
  accounts := array(
    select c.account_id from public.channels c
    where c.account_id = any (accounts) and c.agent_id = agent and c.account_id <> all (busy)
    for no key update skip locked);
  accounts := private.idle_accounts(accounts, at);
  firsts := array(
    -- Those without a channel are told apart by their own id.
    select distinct on (coalesce(c.account_id, d.id)) d.id
    from public.post_deliveries d left join public.channels c on c.account_id = d.account_id
    where d.id = any (lost) and d.state = 'publishing' and d.lease_until < at and (c.account_id is null or c.account_id = any (accounts))
    order by coalesce(c.account_id, d.id), d.lease_until, d.id);
  return query
    with lost as (
      select d.id from public.post_deliveries d
      where d.id = any (firsts) and d.state = 'publishing' and d.lease_until < at
      order by d.lease_until, d.id
      limit most
      for update of d skip locked
    )
    update public.post_deliveries d set lease_owner = owner, lease_until = at + make_interval(secs => lease_seconds),
      retry_after = null, attempts = private.begin_attempt(d.attempts, 'read_back', at)
    from lost where d.id = lost.id
    returning d.*;
end $$;

-- As before (20261122080006).
create or replace function private.settle_stranded(at timestamptz) returns void
  language plpgsql set search_path = ''
  as $$
declare
  posts uuid[];
begin
  select array_agg(stranded.id) into posts from (
    select d.scheduled_post_id as id
      from public.post_deliveries d join public.scheduled_posts p on p.id = d.scheduled_post_id
        left join public.channels c on c.account_id = d.account_id
      where d.state in ('pending', 'preparing') and (d.state = 'pending' or d.lease_until < at)
        and (c.state is distinct from 'ready' or p.status = 'cancelled')
    union (
      select p.id from public.scheduled_posts p where p.status = 'publishing'
      except select d.scheduled_post_id from public.post_deliveries d where d.state in ('pending', 'preparing', 'publishing'))
  ) stranded;
  if posts is null then
    return;
  end if;
  perform private.lock_posts(posts);
  update public.post_deliveries d
    set state = case when o.is_over then 'cancelled' else 'waiting' end,
      waits_for = case when not o.is_over then case when o.has_channel then 'reconnect' else 'by_hand' end end,
      state_before_removal = case when d.removed_account_id is not null and not o.is_cancelled then 'pending' end,
      lease_owner = null, lease_until = null
    from (
      select s.id, p.status = 'cancelled' as is_cancelled, p.status = 'cancelled' or s.removed_account_id is not null as is_over,
        c.state = 'ready' as is_ready, c.state is not null as has_channel
      from public.post_deliveries s join public.scheduled_posts p on p.id = s.scheduled_post_id
        left join public.channels c on c.account_id = s.account_id
      where s.scheduled_post_id = any (posts)
    ) o
    where o.id = d.id and d.state in ('pending', 'preparing') and (d.state = 'pending' or d.lease_until < at)
      and (o.is_ready is not true or o.is_cancelled);
  perform private.settle_posts(posts);
end $$;

-- As before (20261126590010), but: it returns -1 where another caller is opening all that is due, whose deliveries cannot
-- be seen yet.
create or replace function private.open_due_posts(most integer, late timestamptz default null, at timestamptz default now()) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  -- By the minimum, or Postgres would look for one among all posts that are over.
  is_due boolean := coalesce((select min(p.scheduled_time) from public.scheduled_posts p where p.status = 'scheduled') <= at, false);
  contents uuid[];
  opened uuid[];
begin
  if is_due then
    perform 1 from public.social_accounts order by id for key share;
  end if;
  perform private.settle_stranded(at);
  if not is_due then
    return 0;
  end if;
  contents := array(
    select c.id from public.generated_content c join public.scheduled_posts p on p.content_id = c.id
    where p.status = 'scheduled' and p.scheduled_time <= at
    order by p.scheduled_time, p.id limit most for update of c skip locked);
  opened := array(
    select p.id from public.scheduled_posts p
    where p.content_id = any (contents) and p.status = 'scheduled' and p.scheduled_time <= at
    order by p.scheduled_time, p.id limit most for update skip locked);
  if opened = '{}' then
    return -1;
  end if;
  with wanted as (
    select p.id, d.platform, d.account_id, case
        when d.agent_id is null then 'by_hand'
        when h.state = 'reconnect' then 'reconnect'
        when p.scheduled_time < late then 'late'
      end as waits_for
    from public.scheduled_posts p join public.generated_content c on c.id = p.content_id
      cross join lateral private.destinations(c.platforms, c.account_ids) d
      left join public.channels h on h.account_id = d.account_id
    where p.id = any (opened)
  ), known as (
    select w.*, o.id as delivery from wanted w left join public.post_deliveries o
      on o.scheduled_post_id = w.id and o.platform = w.platform and o.account_id is not distinct from w.account_id and o.removed_account_id is null
  ), made as (
    insert into public.post_deliveries (scheduled_post_id, platform, account_id, state, waits_for)
    select k.id, k.platform, k.account_id, case when k.waits_for is null then 'pending' else 'waiting' end, k.waits_for
    from known k where k.delivery is null and not (k.account_id is null and exists (
      select from public.post_deliveries h where h.scheduled_post_id = k.id and h.platform = k.platform
        and h.removed_account_id is not null and h.held_until is not null
        and h.state in ('handed_over', 'publishing', 'needs_review', 'published')))
  )
  update public.post_deliveries o
    set state = case when k.waits_for is null then 'pending' else 'waiting' end, waits_for = k.waits_for,
      attempt = 0, retry_after = null, error_class = null, error_text = null,
      outgoing = case when o.error_class = 'unknown' or o.parts <> '[]' then o.outgoing end
    -- By the post as well, or Postgres may go through all deliveries.
    from known k where o.id = k.delivery and o.scheduled_post_id = any (opened) and o.state in ('cancelled', 'failed');
  -- It goes where it would go now: an account that comes back later has no part in it.
  update public.post_deliveries d set state_before_removal = null
    where d.scheduled_post_id = any (opened) and d.state_before_removal is not null;
  update public.scheduled_posts p set status = 'publishing' where p.id = any (opened);
  perform private.settle_posts(opened);
  return cardinality(opened);
end $$;
