-- Publishing: channels (which agent can post to which account), where a post goes, and its deliveries to each account.

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
  language sql stable rows 5 set search_path = ''
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
    select distinct w.platform, null::uuid, null::uuid from unnest($1) as w (platform)
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
  asked_at timestamptz,
  attempt integer not null default 0 check (attempt >= 0),
  attempts jsonb not null default '[]' check (jsonb_typeof(attempts) = 'array'),
  lease_owner uuid,
  lease_until timestamptz,
  idempotency_key uuid not null unique default gen_random_uuid(),
  outgoing jsonb check (jsonb_typeof(outgoing) = 'object'),
  parts jsonb not null default '[]' check (jsonb_typeof(parts) = 'array'),
  leftovers text[] not null default '{}',
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
comment on column public.post_deliveries.leftovers is
  'What attempts put on the platform for the post to be made from, and which is to be removed once no attempt is under '
  'way: the pictures on a Page that Instagram fetches.';
comment on column public.post_deliveries.asked_at is
  'When a person last told it to start: it is late from then on, no longer from the time of its post.';
comment on column public.post_deliveries.attempt is 'How often it was begun since it was last told to start.';
comment on column public.post_deliveries.attempts is 'The latest attempts in order (shared/publishing/delivery.ts).';
comment on column public.post_deliveries.outgoing is
  'What is sent: texts and media as they were before the first irreversible call. Null until then.';
comment on column public.post_deliveries.parts is '[{ remoteId, url }]: what stands on the platform, each part of a thread.';
comment on column public.post_deliveries.by_hand is 'A person said that it is published.';
comment on column public.post_deliveries.figures is '{ likes, reposts, replies } as the platform told at figures_at.';

create index post_deliveries_under_way on public.post_deliveries (account_id) where state in ('pending', 'preparing', 'publishing');
create index post_deliveries_lost on public.post_deliveries (lease_until) where state = 'publishing';
create index post_deliveries_open on public.post_deliveries (scheduled_post_id)
  where state in ('pending', 'preparing', 'publishing', 'waiting', 'needs_review', 'failed');
create index post_deliveries_account on public.post_deliveries (account_id);
create index post_deliveries_post on public.post_deliveries (scheduled_post_id);
create index post_deliveries_removed_account on public.post_deliveries (removed_account_id) where removed_account_id is not null;
create index post_deliveries_leftovers on public.post_deliveries (updated_at) where leftovers <> '{}';
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
-- failure, and a failure a success. One that goes nowhere has failed.
create function private.post_status(post uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when count(*) = 0 then 'failed'
      when bool_or(state in ('pending', 'preparing', 'publishing')) then 'publishing'
      when bool_or(state in ('needs_review', 'waiting')) then 'needs_review'
      when bool_or(state = 'failed') then 'failed'
      when bool_or(state = 'published') then 'published'
      else 'cancelled'
    end
    from public.post_deliveries where scheduled_post_id = post
  $$;

-- Gives posts that were opened the status that follows from their deliveries, and their contents theirs.
create function private.settle_posts(posts uuid[]) returns void
  language plpgsql set search_path = ''
  as $$
begin
  update public.scheduled_posts p set status = private.post_status(p.id)
    where p.id = any (posts) and p.status <> private.post_status(p.id) and (p.status = 'publishing' or (
      p.status in ('needs_review', 'failed', 'published') and exists (select from public.post_deliveries d where d.scheduled_post_id = p.id)));
  update public.generated_content c
    set status = private.content_status(c.id), saved_at = case when private.content_status(c.id) = 'draft' then coalesce(c.saved_at, now()) else c.saved_at end
    where c.id in (select content_id from public.scheduled_posts where id = any (posts)) and c.status <> private.content_status(c.id);
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
