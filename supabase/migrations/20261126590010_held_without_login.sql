-- What a platform holds for an account that is disconnected, removed or must be connected again cannot be looked for:
-- nobody is asked before it is due, and then the person is asked, once.

-- As before, but: one whose account has no login that works waits until it is due, and is looked for then, which ends
-- with the person. It is looked for once more when the account is connected again.
create or replace function public.open_held_deliveries(agent uuid, at timestamptz default now()) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  opened integer;
begin
  update public.post_deliveries d set state = 'publishing', lease_owner = null, lease_until = $2 - interval '1 second', retry_after = null
    where d.held_until is not null and (
      (d.state = 'handed_over' and d.retry_after <= $2
        and not exists (select from public.channels c where c.account_id = d.account_id and c.agent_id <> $1)
        and (d.held_until <= $2 or exists (select from public.channels c where c.account_id = d.account_id and c.state = 'ready')))
      or (d.state = 'needs_review' and d.error_class = 'auth'
        and exists (select from public.channels c where c.account_id = d.account_id and c.agent_id = $1 and c.state = 'ready')));
  get diagnostics opened = row_count;
  return opened;
end $$;

-- As before, but: what a platform holds for a removed account is not asked to be posted by hand besides.
create or replace function public.open_due_posts(most integer, late timestamptz default null, at timestamptz default now()) returns integer
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
    from known k where k.delivery is null and not (k.account_id is null and exists (
      select from public.post_deliveries h where h.scheduled_post_id = k.id and h.platform = k.platform
        and h.removed_account_id is not null and h.held_until is not null
        and h.state in ('handed_over', 'publishing', 'needs_review', 'published')))
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
