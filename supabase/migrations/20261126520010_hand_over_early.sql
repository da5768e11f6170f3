-- Platforms that hold a post: an account may hand its posts over some hours beforehand, and the platform publishes them.
-- handed_over is a state of the delivery: its post is still scheduled until it is due. What is handed over is changed
-- there first, so the database refuses to change its post until the agent has taken it back.

alter table public.social_accounts add column hand_over_hours smallint check (hand_over_hours between 1 and 720);
comment on column public.social_accounts.hand_over_hours is
  'How many hours before they are due its posts are handed over to a platform that can hold them. Null: never.';

alter table public.post_deliveries
  add column held_id text check (length(held_id) <= 255),
  add column held_until timestamptz,
  drop constraint post_deliveries_state_check,
  add constraint post_deliveries_state_check check (state in
    ('pending', 'preparing', 'publishing', 'handed_over', 'waiting', 'published', 'failed', 'needs_review', 'cancelled')),
  add constraint post_deliveries_held check (state <> 'handed_over' or (held_id is not null and held_until is not null));
comment on column public.post_deliveries.held_id is 'What the platform calls the post that it holds.';
comment on column public.post_deliveries.held_until is
  'When the platform is to publish it. Null: it was not handed over. With the state publishing, it is being handed over, '
  'looked for or taken back.';
create index post_deliveries_held on public.post_deliveries (scheduled_post_id) where held_until is not null;
create index post_deliveries_handed_over on public.post_deliveries (retry_after) where state = 'handed_over';

-- The status of a post, as before; one that a platform holds is under way.
create or replace function private.post_status(post uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when count(*) = 0 then 'failed'
      when bool_or(state in ('pending', 'preparing', 'publishing', 'handed_over')) then 'publishing'
      when bool_or(state in ('needs_review', 'waiting')) then 'needs_review'
      when bool_or(state = 'failed') then 'failed'
      when bool_or(state = 'published') then 'published'
      else 'cancelled'
    end
    from public.post_deliveries where scheduled_post_id = post
  $$;

-- Hands out deliveries to be handed over: of scheduled posts whose time is within the hours of their account, the
-- earliest of each account. They are made here, in state preparing. One that was released is begun anew after
-- retry_after; one whose outcome is in doubt is not.
create function public.claim_early_deliveries(
  owner uuid, agent uuid, lease_seconds integer, most integer, at timestamptz default now(), under_way uuid[] default '{}'
) returns setof public.post_deliveries
  language plpgsql set search_path = ''
  as $$
declare
  busy uuid[];
  accounts uuid[];
  found_posts uuid[];
  found_accounts uuid[];
begin
  if not exists (select from public.social_accounts where hand_over_hours is not null) then
    return;
  end if;
  busy := array(select o.account_id from public.post_deliveries o where o.id = any (under_way) and o.account_id is not null);
  accounts := array(
    select c.account_id from public.channels c join public.social_accounts a on a.id = c.account_id
    where c.agent_id = agent and c.state = 'ready' and not c.is_paused and a.hand_over_hours is not null and c.account_id <> all (busy)
      and not exists (select from public.post_deliveries o
        where o.account_id = c.account_id and o.state in ('preparing', 'publishing') and o.lease_until >= at)
    for no key update of c skip locked);
  if cardinality(accounts) = 0 then
    return;
  end if;
  select array_agg(w.post), array_agg(w.account) into found_posts, found_accounts from (
    select first.post, first.account from (
      select distinct on (d.account_id) p.id as post, d.account_id as account, p.scheduled_time
      from public.scheduled_posts p join public.generated_content c on c.id = p.content_id
        cross join lateral private.destinations(c.platforms, c.account_ids) d
        join public.social_accounts a on a.id = d.account_id
        left join public.post_deliveries o on o.scheduled_post_id = p.id and o.platform = d.platform and o.account_id = d.account_id
      where p.status = 'scheduled' and d.account_id = any (accounts)
        and p.scheduled_time > at + interval '15 minutes' and p.scheduled_time <= at + make_interval(hours => a.hand_over_hours)
        and (o.id is null or private.may_be_handed_over(o, at))
      order by d.account_id, p.scheduled_time, p.id
    ) first
    order by first.scheduled_time, first.post limit most
  ) w;
  if found_posts is null then
    return;
  end if;
  perform private.lock_posts(found_posts);
  return query
    insert into public.post_deliveries as o (scheduled_post_id, platform, account_id, state, lease_owner, lease_until, attempts)
    select p.id, a.platform, a.id, 'preparing', owner, claim_early_deliveries.at + make_interval(secs => lease_seconds),
      private.begin_attempt('[]', 'hand_over', claim_early_deliveries.at)
    from unnest(found_posts, found_accounts) w (post, account)
      join public.scheduled_posts p on p.id = w.post and p.status = 'scheduled'
      join public.social_accounts a on a.id = w.account
    on conflict (scheduled_post_id, platform, account_id) where account_id is not null do update
      set state = 'preparing', lease_owner = excluded.lease_owner, lease_until = excluded.lease_until, retry_after = null,
        attempt = 0, error_class = null, error_text = null, outgoing = null, held_id = null, held_until = null,
        attempts = private.begin_attempt(o.attempts, 'hand_over', claim_early_deliveries.at)
      where private.may_be_handed_over(o, claim_early_deliveries.at)
    returning o.*;
end $$;

-- Whether a delivery that exists may be handed over: it was surely not made, and nobody is at it.
create function private.may_be_handed_over(delivery public.post_deliveries, at timestamptz) returns boolean
  language sql immutable set search_path = ''
  as $$
    select delivery.parts = '[]' and delivery.error_class is distinct from 'unknown'
      and (delivery.retry_after is null or delivery.retry_after <= at)
      and (delivery.state in ('cancelled', 'failed') or (delivery.state = 'preparing' and delivery.lease_until < at))
  $$;

-- Records that a post is about to be handed over, with what, and until when the platform is to hold it. Returns false
-- when the lease has expired, or the post is no longer as it was: then the caller must not hand it over.
create function public.begin_handing_over(
  delivery uuid, owner uuid, lease_seconds integer, outgoing jsonb, until timestamptz, at timestamptz default now()
) returns boolean
  language sql set search_path = ''
  as $$
    with begun as (
      update public.post_deliveries d
      set state = 'publishing', lease_until = $6 + make_interval(secs => $3), outgoing = $4, held_until = $5, held_id = null
      where d.id = $1 and d.lease_owner = $2 and d.state = 'preparing' and d.lease_until >= $6 and $5 > $6 + interval '5 minutes'
        and exists (select from public.scheduled_posts p where p.id = d.scheduled_post_id and p.status = 'scheduled' and p.scheduled_time = $5)
      returning true
    )
    select exists (select from begun)
  $$;

-- Ends the attempt of its owner where the platform surely holds nothing: the delivery is as if it had not been handed
-- over. While its post is scheduled it is cancelled, which opening the post undoes; where the post has become due
-- meanwhile, it is sent. Returns false when another owner has the lease.
create function public.release_delivery(
  delivery uuid, owner uuid, error_class text default null, error_text text default null, retry_after timestamptz default null,
  log jsonb default '{}', at timestamptz default now()
) returns boolean
  language plpgsql set search_path = ''
  as $$
declare
  post uuid;
begin
  select d.scheduled_post_id into post from public.post_deliveries d where d.id = delivery;
  perform private.lock_posts(array[post]);
  update public.post_deliveries d
    set state = o.state, held_id = null, held_until = null, outgoing = null, lease_owner = null, lease_until = null,
      error_class = release_delivery.error_class, error_text = release_delivery.error_text,
      retry_after = case when o.state = 'cancelled' then release_delivery.retry_after end,
      attempts = jsonb_set(d.attempts, '{-1}', (d.attempts -> -1)
        || jsonb_build_object('endedAt', release_delivery.at, 'state', o.state) || coalesce(log, '{}'))
    from (select case when p.status in ('scheduled', 'cancelled') then 'cancelled' else 'pending' end as state
      from public.scheduled_posts p where p.id = post) o
    where d.id = delivery and d.lease_owner = release_delivery.owner and d.state in ('preparing', 'publishing');
  if not found then
    return false;
  end if;
  perform private.settle_posts(array[post]);
  return true;
end $$;

-- Has what platforms hold looked for once it is time, by claim_lost_deliveries: after it was due, and before where it
-- does not agree with its post. The posts of a channel that must be connected again wait for that.
create function public.open_held_deliveries(agent uuid, at timestamptz default now()) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  opened integer;
begin
  update public.post_deliveries d set state = 'publishing', lease_owner = null, lease_until = $2 - interval '1 second', retry_after = null
    where d.state = 'handed_over' and d.retry_after <= $2
      and not exists (select from public.channels c where c.account_id = d.account_id and (c.agent_id <> $1 or c.state <> 'ready'));
  get diagnostics opened = row_count;
  return opened;
end $$;

-- Claims a delivery that a platform holds, to be taken back or moved there. No row: it is under way, or not held.
create function public.claim_held_delivery(delivery uuid, owner uuid, agent uuid, lease_seconds integer, at timestamptz default now())
  returns setof public.post_deliveries
  language sql set search_path = ''
  as $$
    update public.post_deliveries d
    set state = 'publishing', lease_owner = $2, lease_until = $5 + make_interval(secs => $4), retry_after = null,
      attempts = private.begin_attempt(d.attempts, 'take_back', $5)
    where d.id = $1 and (d.state = 'handed_over' or (d.state = 'publishing' and d.held_until is not null and d.lease_until < $5))
      and not exists (select from public.channels c where c.account_id = d.account_id and c.agent_id <> $3)
    returning d.*
  $$;

-- Refuses a change of a post that a platform holds: what is changed there first is taken back by the agent, which finds
-- the post in the error. What is only being prepared begins anew.
create function private.refuse_while_held(post uuid, moment timestamptz default null) returns void
  language plpgsql set search_path = ''
  as $$
begin
  -- First, so that one that is just beginning is waited for.
  update public.post_deliveries d set state = 'cancelled', lease_owner = null, lease_until = null, retry_after = null
    where d.scheduled_post_id = post and d.state = 'preparing';
  update public.post_deliveries d set retry_after = null, error_text = null
    where d.scheduled_post_id = post and d.state = 'cancelled' and d.error_class is null and d.error_text is not null;
  if exists (select from public.post_deliveries d where d.scheduled_post_id = post and d.held_until is not null
      and d.state in ('publishing', 'handed_over') and d.held_until is distinct from moment) then
    raise exception 'This post was handed over to a platform. It has to be taken back there first.'
      using errcode = '55006', hint = 'handed_over', detail = jsonb_build_object('post', post, 'time', moment)::text;
  end if;
end $$;

create function private.keep_held_content() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform private.refuse_while_held(p.id) from public.scheduled_posts p where p.content_id = new.id and p.status = 'scheduled';
  return new;
end $$;
create trigger generated_content_held before update on public.generated_content
  for each row when (
    (new.caption, new.hashtags, new.platforms, new.account_ids, new.media, new.media_url, new.alternatives, new.account_versions,
      new.first_comment, new.as_document, new.options, new.link_card)
    is distinct from
    (old.caption, old.hashtags, old.platforms, old.account_ids, old.media, old.media_url, old.alternatives, old.account_versions,
      old.first_comment, old.as_document, old.options, old.link_card))
  execute function private.keep_held_content();

create function private.keep_held_post() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform private.refuse_while_held(old.id, case when tg_op = 'UPDATE' and new.status = 'scheduled' then new.scheduled_time end);
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger scheduled_posts_held_change before update of scheduled_time, status on public.scheduled_posts
  for each row when (old.status = 'scheduled' and (new.scheduled_time <> old.scheduled_time or new.status = 'cancelled'))
  execute function private.keep_held_post();
create trigger scheduled_posts_held_delete before delete on public.scheduled_posts
  for each row when (old.status = 'scheduled') execute function private.keep_held_post();

-- A post that a platform published was published when it was due, whenever the agent looked.
create function private.date_held_post() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.published_at := least(new.published_at, new.held_until);
  return new;
end $$;
create trigger post_deliveries_held_date before update of state on public.post_deliveries
  for each row when (new.state = 'published' and old.state <> 'published' and not new.by_hand and new.held_until is not null)
  execute function private.date_held_post();

revoke all on function private.may_be_handed_over(public.post_deliveries, timestamptz), private.refuse_while_held(uuid, timestamptz),
  private.keep_held_content(), private.keep_held_post(), private.date_held_post() from public;
grant execute on function private.may_be_handed_over(public.post_deliveries, timestamptz), private.refuse_while_held(uuid, timestamptz)
  to authenticated, service_role;
revoke all on function public.claim_early_deliveries(uuid, uuid, integer, integer, timestamptz, uuid[]),
  public.begin_handing_over(uuid, uuid, integer, jsonb, timestamptz, timestamptz),
  public.release_delivery(uuid, uuid, text, text, timestamptz, jsonb, timestamptz), public.open_held_deliveries(uuid, timestamptz),
  public.claim_held_delivery(uuid, uuid, uuid, integer, timestamptz) from public, anon;
grant execute on function public.claim_early_deliveries(uuid, uuid, integer, integer, timestamptz, uuid[]),
  public.begin_handing_over(uuid, uuid, integer, jsonb, timestamptz, timestamptz),
  public.release_delivery(uuid, uuid, text, text, timestamptz, jsonb, timestamptz), public.open_held_deliveries(uuid, timestamptz),
  public.claim_held_delivery(uuid, uuid, uuid, integer, timestamptz) to authenticated, service_role;
