-- How deliveries are made, handed out and brought to their end by agents. Claims and leases work as in runs and jobs,
-- `at` included; here the owner is one process of an agent. A delivery is prepared, which may be repeated, and then
-- published by an irreversible call, which may not. What locks several rows does so in this order: accounts, channels,
-- contents, posts, deliveries.

-- Mends what no agent would ever touch: deliveries that nobody can send wait for the person, or are cancelled with their
-- post or account, and posts of which nothing is under way any more get their status.
create function private.settle_stranded(at timestamptz) returns void
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
    union
    select p.id from public.scheduled_posts p
      where p.status = 'publishing' and not exists (select from public.post_deliveries d
        where d.scheduled_post_id = p.id and d.state in ('pending', 'preparing', 'publishing'))
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

-- Makes the deliveries of posts that are due, at most `most` posts, and returns how many posts. Where `late` is set, the
-- posts that were due before it wait for the person to decide. Deliveries that a post had before it was cancelled and
-- restored start again; what was published is not published again, and what may have been stays in doubt. A post without
-- any platform fails.
create function public.open_due_posts(most integer, late timestamptz default null, at timestamptz default now()) returns integer
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
    from known k where k.delivery is null
  )
  update public.post_deliveries o
    set state = case when k.waits_for is null then 'pending' else 'waiting' end, waits_for = k.waits_for,
      attempt = 0, retry_after = null, error_class = null, error_text = null,
      outgoing = case when o.error_class = 'unknown' or o.parts <> '[]' then o.outgoing end
    from known k where o.id = k.delivery and o.state in ('cancelled', 'failed');
  -- It goes where it would go now: an account that comes back later has no part in it.
  update public.post_deliveries d set state_before_removal = null
    where d.scheduled_post_id = any (opened) and d.state_before_removal is not null;
  update public.scheduled_posts p set status = 'publishing' where p.id = any (opened);
  perform private.settle_posts(opened);
  return cardinality(opened);
end $$;

revoke all on function private.settle_stranded(timestamptz) from public;
grant execute on function private.settle_stranded(timestamptz) to authenticated, service_role;

-- The attempts of a delivery with one more, which has no end yet; the latest 30 are kept. One without an end before it
-- was interrupted.
create function private.begin_attempt(attempts jsonb, kind text, at timestamptz) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select coalesce(jsonb_agg(a.value order by a.place), '[]')
    from jsonb_array_elements($1 || jsonb_build_array(jsonb_build_object('kind', $2, 'startedAt', $3))) with ordinality as a (value, place)
    where a.place > jsonb_array_length($1) - 29
  $$;
revoke all on function private.begin_attempt(jsonb, text, timestamptz) from public;
grant execute on function private.begin_attempt(jsonb, text, timestamptz) to authenticated, service_role;

-- Hands out deliveries that can be sent, at most `most`, in state preparing: those of the agent's own channels, one of an
-- account at a time, so that the posts of an account go out in order. An expired preparing one is handed out like a
-- pending one.
create function public.claim_due_deliveries(
  owner uuid, agent uuid, lease_seconds integer, most integer, at timestamptz default now()
) returns setof public.post_deliveries
  language plpgsql set search_path = ''
  as $$
declare
  accounts uuid[];
begin
  -- One caller at a time looks at an account, or two could be handed one each.
  accounts := array(
    select c.account_id from public.channels c
    where c.agent_id = agent and c.state = 'ready' and not c.is_paused and exists (select from public.post_deliveries d
      where d.account_id = c.account_id and d.state in ('pending', 'preparing') and (d.state = 'pending' or d.lease_until < at)
        and (d.retry_after is null or d.retry_after <= at))
    for no key update skip locked);
  return query
    with first as (
      select distinct on (d.account_id) d.id, p.scheduled_time
      from public.post_deliveries d
        join public.scheduled_posts p on p.id = d.scheduled_post_id and p.status in ('publishing', 'needs_review')
      where d.account_id = any (accounts) and d.state in ('pending', 'preparing') and (d.state = 'pending' or d.lease_until < at)
        and (d.retry_after is null or d.retry_after <= at)
        and not exists (select from public.post_deliveries o
          where o.account_id = d.account_id and o.state in ('preparing', 'publishing') and o.lease_until >= at)
      order by d.account_id, p.scheduled_time, d.id
    ), due as (
      select d.id from public.post_deliveries d join first f on f.id = d.id
      where d.state in ('pending', 'preparing') and (d.state = 'pending' or d.lease_until < at)
      order by f.scheduled_time, d.id
      limit most
      for update of d skip locked
    )
    update public.post_deliveries d
    set state = 'preparing', attempt = d.attempt + 1, lease_owner = owner, lease_until = at + make_interval(secs => lease_seconds),
      retry_after = null, attempts = private.begin_attempt(d.attempts, 'publish', at)
    from due where d.id = due.id
    returning d.*;
end $$;

-- Extends the claim of an owner. Returns false when it is no longer his.
create function public.renew_delivery(delivery uuid, owner uuid, lease_seconds integer, at timestamptz default now()) returns boolean
  language sql set search_path = ''
  as $$
    with renewed as (
      update public.post_deliveries d set lease_until = $4 + make_interval(secs => $3)
      where d.id = $1 and d.lease_owner = $2 and d.state in ('preparing', 'publishing')
      returning true
    )
    select exists (select from renewed)
  $$;

-- Records that the first irreversible call is about to be made, and with what. Returns false when the lease has expired
-- or the delivery was cancelled: then the caller must not make it.
create function public.begin_publishing(
  delivery uuid, owner uuid, lease_seconds integer, outgoing jsonb, at timestamptz default now()
) returns boolean
  language sql set search_path = ''
  as $$
    with begun as (
      update public.post_deliveries d set state = 'publishing', lease_until = $5 + make_interval(secs => $3), outgoing = $4
      where d.id = $1 and d.lease_owner = $2 and d.state = 'preparing' and d.lease_until >= $5
        and exists (select from public.scheduled_posts p where p.id = d.scheduled_post_id and p.status in ('publishing', 'needs_review'))
      returning true
    )
    select exists (select from begun)
  $$;

-- Keeps which parts stand on the platform. Returns false when another owner has the lease.
create function public.keep_delivery_parts(delivery uuid, owner uuid, parts jsonb) returns boolean
  language sql set search_path = ''
  as $$
    with kept as (
      update public.post_deliveries d set parts = $3 where d.id = $1 and d.lease_owner = $2 and d.state = 'publishing' returning true
    )
    select exists (select from kept)
  $$;

-- Hands out deliveries whose owner went silent around the irreversible call: one of an account at a time, and none while
-- another of that account is under way, so that two of the same words never find the same post. They must be reconciled
-- with the platform, never simply repeated.
create function public.claim_lost_deliveries(
  owner uuid, agent uuid, lease_seconds integer, most integer, at timestamptz default now()
) returns setof public.post_deliveries
  language plpgsql set search_path = ''
  as $$
declare
  accounts uuid[];
begin
  -- As in claim_due_deliveries.
  accounts := array(
    select c.account_id from public.channels c
    where c.agent_id = agent and c.account_id in (select d.account_id from public.post_deliveries d
      where d.state = 'publishing' and d.lease_until < at and (d.retry_after is null or d.retry_after <= at))
    for no key update skip locked);
  return query
    with first as (
      -- Those without a channel are told apart by their own id.
      select distinct on (coalesce(c.account_id, d.id)) d.id
      from public.post_deliveries d left join public.channels c on c.account_id = d.account_id
      where d.state = 'publishing' and d.lease_until < at and (d.retry_after is null or d.retry_after <= at)
        and (c.account_id is null or c.account_id = any (accounts))
        and (c.account_id is null or not exists (select from public.post_deliveries o
          where o.account_id = d.account_id and o.state in ('preparing', 'publishing') and o.lease_until >= at))
      order by coalesce(c.account_id, d.id), d.lease_until, d.id
    ), lost as (
      select d.id from public.post_deliveries d join first f on f.id = d.id
      where d.state = 'publishing' and d.lease_until < at
      order by d.lease_until, d.id
      limit most
      for update of d skip locked
    )
    update public.post_deliveries d set lease_owner = owner, lease_until = at + make_interval(secs => lease_seconds),
      retry_after = null, attempts = private.begin_attempt(d.attempts, 'read_back', at)
    from lost where d.id = lost.id
    returning d.*;
end $$;

-- Ends the attempt of its owner. state: published, failed, needs_review, cancelled, waiting (with waits_for), pending to be
-- tried again after retry_after, or publishing to be read back again after retry_after. `log` completes the attempt
-- (shared/publishing/delivery.ts). The statuses of the post and its content follow from all its deliveries. One that is to
-- wait until its channel is connected again is tried again instead where that has happened meanwhile. Returns false when
-- another owner has the lease.
create function public.finish_delivery(
  delivery uuid, owner uuid, state text, waits_for text default null, parts jsonb default null, error_class text default null,
  error_text text default null, retry_after timestamptz default null, log jsonb default '{}', at timestamptz default now()
) returns boolean
  language plpgsql set search_path = ''
  as $$
declare
  post uuid;
begin
  if finish_delivery.waits_for = 'reconnect' then
    perform 1 from public.channels c join public.post_deliveries d on d.account_id = c.account_id
      where d.id = delivery and c.state = 'ready' for share of c;
    if found then
      finish_delivery.state := 'pending';
      finish_delivery.waits_for := null;
      finish_delivery.retry_after := at + interval '1 minute';
    end if;
  end if;
  if finish_delivery.state is null or finish_delivery.state = 'preparing' then
    raise exception 'finish_delivery ends an attempt: % is no end.', finish_delivery.state using errcode = '22023';
  end if;
  select d.scheduled_post_id into post from public.post_deliveries d where d.id = delivery;
  perform private.lock_posts(array[post]);
  update public.post_deliveries d
    set state = finish_delivery.state, waits_for = finish_delivery.waits_for, lease_owner = null,
      -- A lease that is over, so that claim_lost_deliveries finds it.
      lease_until = case when finish_delivery.state = 'publishing' then at - interval '1 second' end,
      parts = coalesce(finish_delivery.parts, d.parts),
      remote_url = coalesce(finish_delivery.parts -> 0 ->> 'url', d.remote_url),
      published_at = case when finish_delivery.state = 'published' then at else d.published_at end,
      error_class = finish_delivery.error_class, error_text = finish_delivery.error_text, retry_after = finish_delivery.retry_after,
      attempts = case when jsonb_array_length(d.attempts) = 0 then d.attempts
        else jsonb_set(d.attempts, '{-1}', (d.attempts -> -1) || jsonb_build_object('endedAt', at, 'state', finish_delivery.state) || coalesce(log, '{}')) end
    where d.id = delivery and d.lease_owner = finish_delivery.owner and d.state in ('preparing', 'publishing');
  if not found then
    return false;
  end if;
  perform private.settle_posts(array[post]);
  return true;
end $$;

revoke all on function public.open_due_posts(integer, timestamptz, timestamptz),
  public.claim_due_deliveries(uuid, uuid, integer, integer, timestamptz), public.renew_delivery(uuid, uuid, integer, timestamptz),
  public.begin_publishing(uuid, uuid, integer, jsonb, timestamptz), public.keep_delivery_parts(uuid, uuid, jsonb),
  public.claim_lost_deliveries(uuid, uuid, integer, integer, timestamptz),
  public.finish_delivery(uuid, uuid, text, text, jsonb, text, text, timestamptz, jsonb, timestamptz) from public, anon;
grant execute on function public.open_due_posts(integer, timestamptz, timestamptz),
  public.claim_due_deliveries(uuid, uuid, integer, integer, timestamptz), public.renew_delivery(uuid, uuid, integer, timestamptz),
  public.begin_publishing(uuid, uuid, integer, jsonb, timestamptz), public.keep_delivery_parts(uuid, uuid, jsonb),
  public.claim_lost_deliveries(uuid, uuid, integer, integer, timestamptz),
  public.finish_delivery(uuid, uuid, text, text, jsonb, text, text, timestamptz, jsonb, timestamptz) to authenticated, service_role;
