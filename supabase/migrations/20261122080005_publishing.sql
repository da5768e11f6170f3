-- Publishing: channels (which agent can post to which account) and deliveries (a post on its way to an account). Claims
-- and leases work as in runs and jobs, `at` included; here the owner is one process of an agent. A delivery is
-- prepared, which may be repeated, and then published by an irreversible call, which may not.

-- channels

create table public.channels (
  account_id uuid primary key references public.social_accounts (id) on delete cascade,
  agent_id uuid not null,
  platform text not null check (private.is_platform_list(array[platform])),
  handle text not null,
  remote_id text not null,
  profile_url text,
  server text not null,
  state text not null default 'ready' check (state in ('ready', 'reconnect')),
  problem text,
  is_paused boolean not null default false,
  connected_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  expires_at timestamptz,
  limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object')
);
comment on table public.channels is
  'The accounts that are connected for posting. Their tokens stay on the machine of the agent, never here.';
comment on column public.channels.agent_id is 'The agent whose machine holds the token, and which alone can publish.';
comment on column public.channels.remote_id is 'The id of the account on the platform.';
comment on column public.channels.state is 'reconnect: the platform no longer takes the token, and the person must connect again.';
comment on column public.channels.problem is 'What the platform said where the person must connect again.';
comment on column public.channels.expires_at is 'When the token ends for good. Null: it does not.';
comment on column public.channels.limits is 'What the platform takes, where it says so itself (shared/publishing/channel.ts).';

alter table public.channels enable row level security;
create policy members_all on public.channels for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.channels is 'Members see and pause channels. The agent connects them, as a member or with the service key.';
revoke all on public.channels from anon, authenticated;
grant select, insert, update, delete on public.channels to authenticated, service_role;

-- Where a post goes: to the chosen accounts of its platforms; without a choice, to every connected account of a
-- platform or, where none is connected, to each of its accounts by hand. A platform without any account is posted to by
-- hand, without an account; so is everything when the chosen accounts are gone. Where agent_id is null, a person
-- posts.
create function private.destinations(platforms text[], accounts uuid[]) returns table (platform text, account_id uuid, agent_id uuid)
  language sql stable set search_path = ''
  as $$
    with known as (
      select a.platform, a.id, c.agent_id from public.social_accounts a left join public.channels c on c.account_id = a.id
      where a.platform = any ($1)
    ), chosen as (
      select k.* from known k
      where case
        when $2 is not null then k.id = any ($2)
        else k.agent_id is not null or not exists (select from known o where o.platform = k.platform and o.agent_id is not null)
      end
    )
    select c.platform, c.id, c.agent_id from chosen c
    union all
    select w.platform, null, null from unnest($1) as w (platform)
    where not exists (select from known k where k.platform = w.platform) or not exists (select from chosen)
  $$;

-- The same for what is planned: [{ platform, account_id, agent_id }].
create function public.destinations(platforms text[], accounts uuid[]) returns jsonb
  language sql stable set search_path = ''
  as $$ select coalesce(jsonb_agg(to_jsonb(d) order by array_position($1, d.platform), d.account_id), '[]') from private.destinations($1, $2) d $$;

revoke all on function private.destinations(text[], uuid[]) from public;
revoke all on function public.destinations(text[], uuid[]) from public, anon;
grant execute on function private.destinations(text[], uuid[]), public.destinations(text[], uuid[]) to authenticated, service_role;

create view public.post_destinations with (security_invoker = true) as
select p.id as post_id, p.scheduled_time, p.content_id, d.platform, d.account_id, d.agent_id
from public.scheduled_posts p join public.generated_content c on c.id = p.content_id
  cross join lateral private.destinations(c.platforms, c.account_ids) d
where p.status = 'scheduled';
comment on view public.post_destinations is 'Where scheduled posts will go as things stand.';
revoke all on public.post_destinations from anon, authenticated;
grant select on public.post_destinations to authenticated, service_role;

-- post_deliveries

create table public.post_deliveries (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  scheduled_post_id uuid not null references public.scheduled_posts (id) on delete cascade,
  platform text not null check (private.is_platform_list(array[platform])),
  account_id uuid references public.social_accounts (id) on delete set null,
  removed_account_id uuid,
  account_label text,
  state_before_removal text check (state_before_removal in ('pending', 'preparing', 'waiting')),
  state text not null default 'pending'
    check (state in ('pending', 'preparing', 'publishing', 'waiting', 'published', 'failed', 'needs_review', 'cancelled')),
  waits_for text check (waits_for in ('by_hand', 'late', 'reconnect')),
  attempt integer not null default 0 check (attempt >= 0),
  attempts jsonb not null default '[]' check (jsonb_typeof(attempts) = 'array'),
  lease_owner uuid,
  lease_until timestamptz,
  idempotency_key uuid not null unique default gen_random_uuid(),
  outgoing jsonb check (jsonb_typeof(outgoing) = 'object'),
  parts jsonb not null default '[]' check (jsonb_typeof(parts) = 'array'),
  published_at timestamptz,
  remote_url text,
  by_hand boolean not null default false,
  error_class text check (error_class in ('auth', 'rate_limit', 'rejected', 'transient', 'unknown')),
  error_text text,
  retry_after timestamptz,
  figures jsonb check (jsonb_typeof(figures) = 'object'),
  figures_at timestamptz,
  constraint post_deliveries_waiting check ((state = 'waiting') = (waits_for is not null))
);
comment on table public.post_deliveries is
  'Deliveries of a post to an account, made when the post is due. They outlive the account: what was published stays '
  'known, and what was still to be done is cancelled.';
comment on column public.post_deliveries.account_id is
  'Null: the platform has no account here and a person posts it by hand, or the account was removed.';
comment on column public.post_deliveries.removed_account_id is
  'The id that a removed account had. If it comes back under that id (Undo), it gets its deliveries back.';
comment on column public.post_deliveries.account_label is 'The label that a removed account had.';
comment on column public.post_deliveries.state_before_removal is
  'The state from which the removal of the account cancelled the delivery.';
comment on column public.post_deliveries.waits_for is
  'What a waiting delivery needs of the person: posting it by hand, a decision because its time has passed, or connecting '
  'the account again.';
comment on column public.post_deliveries.attempt is 'How often it was begun since it was last told to start.';
comment on column public.post_deliveries.attempts is 'The latest attempts in order (shared/publishing/delivery.ts).';
comment on column public.post_deliveries.outgoing is
  'What is sent: texts and media as they were before the first irreversible call. Null until then.';
comment on column public.post_deliveries.parts is '[{ remoteId, url }]: what stands on the platform, each part of a thread.';
comment on column public.post_deliveries.by_hand is 'A person said that it is published.';
comment on column public.post_deliveries.figures is '{ likes, reposts, replies } as the platform told at figures_at.';

create index post_deliveries_pending on public.post_deliveries (retry_after) where state in ('pending', 'preparing');
create index post_deliveries_lost on public.post_deliveries (lease_until) where state = 'publishing';
create index post_deliveries_open on public.post_deliveries (scheduled_post_id)
  where state in ('pending', 'preparing', 'publishing', 'waiting', 'needs_review', 'failed');
create index post_deliveries_account on public.post_deliveries (account_id);
create index post_deliveries_post on public.post_deliveries (scheduled_post_id);
create index post_deliveries_removed_account on public.post_deliveries (removed_account_id) where removed_account_id is not null;
create index post_deliveries_published on public.post_deliveries (published_at) where state = 'published';
-- One for each account, and one without. There is no limit for removed accounts.
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

-- The status of a post, from its deliveries: open ones keep it publishing; then what needs the person outweighs a
-- failure, and a failure a success.
create function private.post_status(post uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when bool_or(state in ('pending', 'preparing', 'publishing')) then 'publishing'
      when bool_or(state in ('needs_review', 'waiting')) then 'needs_review'
      when bool_or(state = 'failed') then 'failed'
      when bool_or(state = 'published') then 'published'
      else 'cancelled'
    end
    from public.post_deliveries where scheduled_post_id = post
  $$;

-- Gives posts with deliveries the status that follows from them, and their contents theirs: with nothing left to do it
-- is a draft again.
create function private.settle_posts(posts uuid[]) returns void
  language plpgsql set search_path = ''
  as $$
begin
  update public.scheduled_posts p set status = private.post_status(p.id)
    where p.id = any (posts) and p.status in ('publishing', 'needs_review', 'failed', 'published')
      and exists (select from public.post_deliveries d where d.scheduled_post_id = p.id) and p.status <> private.post_status(p.id);
  update public.generated_content c set status = case when p.status in ('published', 'failed') then p.status else 'scheduled' end
    from public.scheduled_posts p
    where p.id = any (posts) and c.id = p.content_id and p.status in ('publishing', 'needs_review', 'published', 'failed')
      and c.status <> case when p.status in ('published', 'failed') then p.status else 'scheduled' end
      and not exists (select from public.scheduled_posts o
        where o.content_id = c.id and o.id <> p.id and o.status in ('scheduled', 'publishing', 'needs_review'));
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

-- Makes the deliveries of posts that are due, at most `most` posts, and returns how many posts. Where `late` is set, the
-- posts that were due before it wait for the person to decide. Deliveries that a post had before it was cancelled and
-- restored start again; what was published is not published again.
create function public.open_due_posts(most integer, late timestamptz default null, at timestamptz default now()) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  opened uuid[];
begin
  with due as (
    select p.id, p.scheduled_time < late as is_late, p.content_id from public.scheduled_posts p
    where p.status = 'scheduled' and p.scheduled_time <= at
    order by p.scheduled_time, p.id limit most for update skip locked
  ), started as (
    update public.scheduled_posts p set status = 'publishing' from due where p.id = due.id
  ), wanted as (
    select due.id, d.platform, d.account_id, case
        when d.agent_id is null then 'by_hand'
        when h.state = 'reconnect' then 'reconnect'
        when due.is_late then 'late'
      end as waits_for
    from due join public.generated_content c on c.id = due.content_id
      cross join lateral private.destinations(c.platforms, c.account_ids) d
      left join public.channels h on h.account_id = d.account_id
  ), made as (
    insert into public.post_deliveries (scheduled_post_id, platform, account_id, state, waits_for)
    select w.id, w.platform, w.account_id, case when w.waits_for is null then 'pending' else 'waiting' end, w.waits_for
    from wanted w
    where not exists (select from public.post_deliveries o
      where o.scheduled_post_id = w.id and o.platform = w.platform and o.account_id is not distinct from w.account_id)
  ), again as (
    update public.post_deliveries o
    set state = case when w.waits_for is null then 'pending' else 'waiting' end, waits_for = w.waits_for,
      attempt = 0, retry_after = null, error_class = null, error_text = null
    from wanted w
    where o.scheduled_post_id = w.id and o.state = 'cancelled' and o.platform = w.platform and o.account_id is not distinct from w.account_id
  )
  select coalesce(array_agg(id), '{}') into opened from due;
  -- A post that goes nowhere is no success, and must not wait for ever.
  update public.scheduled_posts p set status = 'failed'
    where p.id = any (opened) and not exists (select from public.post_deliveries d where d.scheduled_post_id = p.id);
  perform private.settle_posts(opened);
  return cardinality(opened);
end $$;

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
  language sql set search_path = ''
  as $$
    with waiting as (
      select distinct on (d.account_id) d.id, p.scheduled_time
      from public.post_deliveries d
        join public.channels c on c.account_id = d.account_id and c.agent_id = $2 and c.state = 'ready' and not c.is_paused
        join public.scheduled_posts p on p.id = d.scheduled_post_id and p.status in ('publishing', 'needs_review')
      where (d.state = 'pending' or (d.state = 'preparing' and d.lease_until < $5))
        and (d.retry_after is null or d.retry_after <= $5)
        and not exists (select from public.post_deliveries o
          where o.account_id = d.account_id and o.state in ('preparing', 'publishing') and o.lease_until >= $5)
      order by d.account_id, p.scheduled_time, d.id
    ), due as (
      select d.id from public.post_deliveries d join waiting w on w.id = d.id
      where d.state = 'pending' or (d.state = 'preparing' and d.lease_until < $5)
      order by w.scheduled_time, d.id
      limit $4
      for update of d skip locked
    )
    update public.post_deliveries d
    set state = 'preparing', attempt = d.attempt + 1, lease_owner = $1, lease_until = $5 + make_interval(secs => $3),
      retry_after = null, attempts = private.begin_attempt(d.attempts, 'publish', $5)
    from due where d.id = due.id
    returning d.*
  $$;

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

-- Hands out deliveries whose owner went silent around the irreversible call. They must be reconciled with the platform,
-- never simply repeated.
create function public.claim_lost_deliveries(
  owner uuid, agent uuid, lease_seconds integer, most integer, at timestamptz default now()
) returns setof public.post_deliveries
  language sql set search_path = ''
  as $$
    with lost as (
      select d.id from public.post_deliveries d
      where d.state = 'publishing' and d.lease_until < $5
        and not exists (select from public.channels c where c.account_id = d.account_id and c.agent_id <> $2)
        and (d.retry_after is null or d.retry_after <= $5)
      order by d.lease_until, d.id
      limit $4
      for update skip locked
    )
    update public.post_deliveries d set lease_owner = $1, lease_until = $5 + make_interval(secs => $3), retry_after = null,
      attempts = private.begin_attempt(d.attempts, 'read_back', $5)
    from lost where d.id = lost.id
    returning d.*
  $$;

-- Ends the attempt of its owner. state: published, failed, needs_review, cancelled, waiting (with waits_for), pending to be
-- tried again after retry_after, or publishing to be read back again after retry_after. `log` completes the attempt
-- (shared/publishing/delivery.ts). The statuses of the post and its content follow from all its deliveries. Returns
-- false when another owner has the lease.
create function public.finish_delivery(
  delivery uuid, owner uuid, state text, waits_for text default null, parts jsonb default null, error_class text default null,
  error_text text default null, retry_after timestamptz default null, log jsonb default '{}', at timestamptz default now()
) returns boolean
  language plpgsql set search_path = ''
  as $$
declare
  post uuid;
begin
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
        else jsonb_set(d.attempts, '{-1}', (d.attempts -> -1) || jsonb_build_object('endedAt', at, 'state', finish_delivery.state) || log) end
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

-- What a person does with a delivery. They return 'done', 'gone', or the state that stood in the way of any change.

-- Starts a delivery that failed, is in doubt or waits, once more, by the channel of its account. What was surely not
-- published is sent as the post is now; a doubtful one, or the rest of a thread, as it was. 'no_channel': nobody can
-- send it but a person.
create function public.retry_delivery(delivery uuid) returns text
  language plpgsql set search_path = ''
  as $$
declare
  row public.post_deliveries;
begin
  perform private.lock_posts(array(select d.scheduled_post_id from public.post_deliveries d where d.id = delivery));
  select * into row from public.post_deliveries where id = delivery for update;
  if row.id is null or row.state not in ('failed', 'needs_review', 'waiting') then
    return coalesce(row.state, 'gone');
  elsif not exists (select from public.channels c where c.account_id = row.account_id) then
    return 'no_channel';
  end if;
  update public.post_deliveries d
    set state = 'pending', waits_for = null, attempt = 0, retry_after = null, error_class = null, error_text = null,
      outgoing = case when d.state = 'needs_review' or d.error_class = 'unknown' or d.parts <> '[]' then d.outgoing end
    where d.id = delivery;
  update public.scheduled_posts set status = 'publishing' where id = row.scheduled_post_id;
  perform private.settle_posts(array[row.scheduled_post_id]);
  return 'done';
end $$;

-- Cancels what has not been sent.
create function public.cancel_delivery(delivery uuid) returns text
  language plpgsql set search_path = ''
  as $$
declare
  post uuid;
begin
  select d.scheduled_post_id into post from public.post_deliveries d where d.id = delivery;
  perform private.lock_posts(array[post]);
  update public.post_deliveries d set state = 'cancelled', waits_for = null, lease_owner = null, lease_until = null
    where d.id = delivery and d.state in ('pending', 'preparing', 'waiting', 'failed', 'needs_review');
  if not found then
    return coalesce((select state from public.post_deliveries where id = delivery), 'gone');
  end if;
  perform private.settle_posts(array[post]);
  return 'done';
end $$;

-- Records that a person has seen to it, with the post's address where they gave it.
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
      error_class = null, error_text = null, retry_after = null
    where d.id = delivery and d.state in ('waiting', 'failed', 'needs_review');
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

revoke all on function public.retry_delivery(uuid), public.cancel_delivery(uuid), public.mark_delivery(uuid, text, timestamptz),
  public.publish_post(uuid, timestamptz) from public, anon;
grant execute on function public.retry_delivery(uuid), public.cancel_delivery(uuid), public.mark_delivery(uuid, text, timestamptz),
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
  for each row when ((new.caption, new.hashtags, new.platforms, new.account_ids, new.media, new.media_url, new.alternatives)
    is distinct from (old.caption, old.hashtags, old.platforms, old.account_ids, old.media, old.media_url, old.alternatives))
  execute function private.keep_outgoing_content();

-- A post is checked again when it moves.
create function private.recheck_post() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.checked_at := null;
  return new;
end $$;
create trigger scheduled_posts_recheck before update of scheduled_time on public.scheduled_posts
  for each row when (new.scheduled_time <> old.scheduled_time) execute function private.recheck_post();

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
    update public.post_deliveries d set state = 'pending', waits_for = null, attempt = 0, retry_after = null, error_class = null, error_text = null
      where d.account_id = account and d.waits_for = 'reconnect';
  else
    update public.post_deliveries d set state = 'waiting', waits_for = 'reconnect'
      where d.account_id = account and d.state = 'pending';
  end if;
  perform private.settle_posts(posts);
  update public.scheduled_posts p set checked_at = null from public.generated_content c
    where p.status = 'scheduled' and p.checked_at is not null and p.scheduled_time < now() + interval '30 days'
      and c.id = p.content_id and c.platforms @> array[coalesce(new.platform, old.platform)];
  return null;
end $$;
create trigger channels_change after update on public.channels
  for each row when ((new.state, new.agent_id, new.limits, new.expires_at) is distinct from (old.state, old.agent_id, old.limits, old.expires_at))
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
  select array_agg(distinct d.scheduled_post_id) into posts
    from public.post_deliveries d where d.account_id = old.id and d.state in ('pending', 'preparing', 'waiting');
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

-- After an account has come back: its open deliveries are open again. They wait for its channel, which its agent brings
-- back if it still holds the token. A post that the removal settled and nobody has touched since (both carry the time
-- of that transaction) is open again as well.
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
      state = case when d.state_before_removal is not null and d.state = 'cancelled' then 'waiting' else d.state end,
      waits_for = case when d.state_before_removal is not null and d.state = 'cancelled'
        then case when d.state_before_removal = 'waiting' then 'by_hand' else 'reconnect' end end
    where d.removed_account_id = new.id and d.platform = new.platform;
  perform private.settle_posts(posts);
  return null;
end $$;
create trigger social_accounts_return after insert on public.social_accounts
  for each row execute function private.take_back_deliveries();

revoke all on function private.part_with_deliveries(), private.take_back_deliveries(), private.keep_outgoing_content(),
  private.recheck_post(), private.follow_channel() from public;
