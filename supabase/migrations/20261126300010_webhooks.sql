-- Webhooks: addresses that are told what happens here (shared/webhooks/events.ts). An event is written in the transaction
-- of what it tells of, once for each webhook that wants it, and then sent by the agent that holds the webhook's secret.

create table public.webhooks (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  name text not null check (char_length(name) between 1 and 60 and btrim(name) = name),
  url text not null check (char_length(url) <= 2048 and url ~ '^https?://'),
  events text[] not null check (cardinality(events) between 1 and 30 and array_position(events, null) is null
    and array_to_string(events, ' ') ~ '^[a-z_.]{1,60}( [a-z_.]{1,60})*$'),
  is_on boolean not null default true,
  off_reason text check (off_reason in ('gone', 'failing', 'no_secret')),
  agent_id uuid not null,
  retry_at timestamptz,
  failing_since timestamptz
);
comment on table public.webhooks is 'Addresses that events are sent to. Their secrets are in the vault of the agent that sends.';
comment on column public.webhooks.off_reason is
  'Why it was switched off without a person: the receiver answered 410, did not take anything for days, or the secret is not '
  'on the machine that sends. Null: a person did, or it is on.';
comment on column public.webhooks.agent_id is 'The agent that holds the secret, and sends.';
comment on column public.webhooks.retry_at is
  'The receiver did not answer: nothing is sent before, so that what follows stays in order. Null: it did.';
comment on column public.webhooks.failing_since is 'When the first attempt failed since one succeeded. Null: the latest succeeded.';

create table public.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp(),
  webhook_id uuid not null references public.webhooks (id) on delete cascade,
  event_id uuid not null,
  type text not null check (char_length(type) <= 60),
  body jsonb not null check (jsonb_typeof(body) = 'object' and pg_column_size(body) <= 262144),
  state text not null default 'pending' check (state in ('pending', 'sending', 'delivered', 'failed')),
  attempt integer not null default 0 check (attempt >= 0),
  next_at timestamptz not null default now(),
  lease_owner uuid,
  lease_until timestamptz,
  last_at timestamptz,
  last_status integer,
  last_answer text check (char_length(last_answer) <= 4096),
  took_ms integer
);
comment on table public.webhook_deliveries is 'Events for webhooks: what is still to be sent, and the log of what was.';
comment on column public.webhook_deliveries.event_id is 'The same for each webhook and each attempt: by it a receiver knows what it has had.';
comment on column public.webhook_deliveries.attempt is 'How often it was begun since it was last told to start.';
comment on column public.webhook_deliveries.last_status is 'What the receiver answered to the latest attempt. Null: there was no answer.';
comment on column public.webhook_deliveries.last_answer is 'The beginning of that answer, or why there was none.';

create index webhook_deliveries_open on public.webhook_deliveries (webhook_id, created_at) where state in ('pending', 'sending');
create index webhook_deliveries_log on public.webhook_deliveries (webhook_id, created_at desc);

alter table public.webhooks enable row level security;
create policy members_read on public.webhooks for select to authenticated using ((select private.is_member()));
comment on policy members_read on public.webhooks is 'Members see where events go.';
create policy owners_write on public.webhooks for all to authenticated
  using ((select private.is_member()) and (select private.is_owner()))
  with check ((select private.is_member()) and (select private.is_owner()));
comment on policy owners_write on public.webhooks is 'Only owners say what leaves the workspace, and where to.';
alter table public.webhook_deliveries enable row level security;
create policy members_read on public.webhook_deliveries for select to authenticated using ((select private.is_member()));
comment on policy members_read on public.webhook_deliveries is 'Members see what was sent.';
revoke all on public.webhooks, public.webhook_deliveries from anon, authenticated;
grant select, insert, update, delete on public.webhooks to authenticated, service_role;
-- Rows are removed by the clean-up, with the service key; a member's finds none.
grant select, delete on public.webhook_deliveries to authenticated;
grant select, insert, update, delete on public.webhook_deliveries to service_role;

-- Whether any webhook wants events of this type, so that nothing is put together in vain.
create function private.is_event_wanted(event text) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.webhooks w where w.is_on and event = any (w.events)) $$;

-- Writes an event, with one id, for each webhook that wants it.
create function private.emit_event(event text, data jsonb) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  emitted uuid := gen_random_uuid();
begin
  -- One that is removed meanwhile is left out, or what the event tells of would fail.
  insert into public.webhook_deliveries (webhook_id, event_id, type, body)
    select w.id, emitted, event, jsonb_build_object('type', event, 'timestamp', now(), 'data', data)
    from public.webhooks w where w.is_on and event = any (w.events) for key share;
end $$;

-- What became of a post at one account, or that it needs a person. Rows that come back from the bin tell nothing new.
create function private.tell_of_delivery() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  event text := case new.state when 'published' then 'post.published' when 'failed' then 'post.failed' else 'post.your_turn' end;
  data jsonb;
begin
  if not private.is_event_wanted(event) then
    return null;
  end if;
  select jsonb_build_object(
      'postId', p.id, 'deliveryId', new.id, 'platform', new.platform,
      'account', case when a.id is not null then jsonb_build_object('id', a.id, 'label', left(a.account_label, 200)) end,
      'caption', left(c.caption, 5000), 'hashtags', array(select left(h, 200) from unnest(c.hashtags[1:60]) h), 'scheduledFor', p.scheduled_time)
    into data
    from public.scheduled_posts p join public.generated_content c on c.id = p.content_id
      left join public.social_accounts a on a.id = new.account_id
    where p.id = new.scheduled_post_id;
  if data is null then
    return null;
  end if;
  perform private.emit_event(event, data || case event
    when 'post.published' then jsonb_build_object('url', left(new.remote_url, 2048), 'publishedAt', new.published_at, 'byHand', new.by_hand)
    when 'post.failed' then jsonb_build_object('reason', new.error_class, 'message', left(new.error_text, 2000))
    else jsonb_build_object('waitsFor', coalesce(new.waits_for, 'review'), 'message', left(new.error_text, 2000)) end);
  return null;
end $$;
create trigger post_deliveries_made_tell after insert on public.post_deliveries
  for each row when (new.state = 'waiting' and new.created_at = now()) execute function private.tell_of_delivery();
create trigger post_deliveries_tell after update on public.post_deliveries
  for each row when (
    new.state in ('published', 'failed', 'waiting', 'needs_review')
    and (new.state, new.waits_for) is distinct from (old.state, old.waits_for))
  execute function private.tell_of_delivery();

-- A run that has made posts.
create function private.tell_of_generation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if private.is_event_wanted('generation.done') then
    perform private.emit_event('generation.done', jsonb_build_object(
      'runId', new.id,
      'project', (select jsonb_build_object('id', o.id, 'name', left(o.niche_name, 200)) from public.content_projects o where o.id = new.project_id),
      'day', new.local_day,
      'posts', (select coalesce(jsonb_agg(jsonb_build_object(
          'postId', coalesce(m.post_id, m.id), 'platforms', m.platforms, 'caption', left(m.caption, 280), 'scheduledFor', m.scheduled_time)
          order by m.scheduled_time), '[]')
        from (select c.id, p.id as post_id, c.platforms, c.caption, p.scheduled_time
          from public.generated_content c left join public.scheduled_posts p on p.content_id = c.id
          where c.run_id = new.id order by p.scheduled_time limit 50) m)));
  end if;
  return null;
end $$;
create trigger generation_runs_tell after update on public.generation_runs
  for each row when (old.status = 'running' and new.status = 'done') execute function private.tell_of_generation();

revoke all on function private.is_event_wanted(text), private.emit_event(text, jsonb), private.tell_of_delivery(),
  private.tell_of_generation() from public;

-- Hands out what is due to the agent that holds the secrets: the oldest of each webhook, and none while another of it is
-- under way, so that a receiver gets events in their order. `chosen` names one that is sent whatever is due, of a webhook
-- that is off or waits as well. What its owner did not end in time is handed out again.
create function public.claim_webhook_deliveries(
  owner uuid, agent uuid, lease_seconds integer, most integer, chosen uuid default null, at timestamptz default now()
) returns table (id uuid, webhook_id uuid, event_id uuid, type text, body jsonb, attempt integer, url text)
  language plpgsql set search_path = ''
  as $$
declare
  wanted uuid := (select d.webhook_id from public.webhook_deliveries d where d.id = chosen);
  hooks uuid[];
begin
  -- One caller at a time looks at a webhook, or two could be handed one each.
  hooks := array(
    select w.id from public.webhooks w
    where w.agent_id = agent and (w.id = wanted or (chosen is null and w.is_on and (w.retry_at is null or w.retry_at <= at)
      and exists (select from public.webhook_deliveries d where d.webhook_id = w.id
        and ((d.state = 'pending' and d.next_at <= at) or (d.state = 'sending' and d.lease_until < at)))))
    order by w.id for no key update skip locked);
  return query
    with first as (
      select distinct on (d.webhook_id) d.id, d.next_at from public.webhook_deliveries d
      where d.webhook_id = any (hooks) and (chosen is null or d.id = chosen)
        and ((d.state = 'pending' and d.next_at <= at) or (d.state = 'sending' and d.lease_until < at))
        and not exists (select from public.webhook_deliveries o
          where o.webhook_id = d.webhook_id and o.state = 'sending' and o.lease_until >= at)
      order by d.webhook_id, d.created_at, d.id
    ), due as (
      select f.id from first f order by f.next_at limit most
    )
    update public.webhook_deliveries d
    set state = 'sending', attempt = d.attempt + 1, lease_owner = owner, lease_until = at + make_interval(secs => lease_seconds)
    from due, public.webhooks w
    where d.id = due.id and w.id = d.webhook_id
    returning d.id, d.webhook_id, d.event_id, d.type, d.body, d.attempt, w.url;
end $$;

-- Ends the attempt of its owner. outcome: delivered; refused, by a receiver that is there; down, where it did not answer;
-- gone, where it answered that it wants nothing any more; no_secret, where the attempt could not be signed. One that is
-- not delivered is tried again after retry_seconds, or has failed where those are null. Returns 'lost' when another owner
-- has the lease, 'off' when the webhook was switched off by this, else 'done'.
create function public.finish_webhook_delivery(
  delivery uuid, owner uuid, outcome text, retry_seconds double precision default null, answer_status integer default null,
  answer text default null, took_ms integer default null, at timestamptz default now()
) returns text
  language plpgsql set search_path = ''
  as $$
declare
  ended public.webhook_deliveries;
  hook public.webhooks;
  reason text;
begin
  perform 1 from public.webhooks w where w.id = (select d.webhook_id from public.webhook_deliveries d where d.id = delivery)
    for no key update;
  update public.webhook_deliveries d
    set state = case when outcome = 'delivered' then 'delivered' when outcome = 'no_secret' or retry_seconds is not null then 'pending' else 'failed' end,
      next_at = case when retry_seconds is not null then at + make_interval(secs => retry_seconds) else d.next_at end,
      lease_owner = null, lease_until = null, last_at = at, last_status = answer_status, last_answer = left(answer, 4096),
      took_ms = finish_webhook_delivery.took_ms
    where d.id = delivery and d.lease_owner = finish_webhook_delivery.owner and d.state = 'sending'
    returning * into ended;
  if not found then
    return 'lost';
  end if;
  if outcome = 'delivered' then
    update public.webhooks w set retry_at = null, failing_since = null
      where w.id = ended.webhook_id and (w.retry_at is not null or w.failing_since is not null);
    return 'done';
  end if;
  if ended.type = 'test' and outcome <> 'no_secret' then
    return 'done';
  end if;
  update public.webhooks w
    set failing_since = coalesce(w.failing_since, at),
      retry_at = case when outcome = 'down' and ended.state = 'pending' then ended.next_at when outcome = 'down' then null else w.retry_at end
    where w.id = ended.webhook_id returning * into hook;
  reason := case
    when outcome in ('gone', 'no_secret') then outcome
    when ended.state = 'failed' and hook.failing_since <= at - interval '3 days' then 'failing' end;
  if reason is null or not hook.is_on then
    return 'done';
  end if;
  update public.webhooks w set is_on = false, off_reason = reason, retry_at = null where w.id = ended.webhook_id;
  return 'off';
end $$;

-- Sends one again, or at once. Returns false when it is gone, or under way.
create function public.resend_webhook_delivery(delivery uuid, at timestamptz default now()) returns boolean
  language plpgsql set search_path = ''
  as $$
begin
  update public.webhook_deliveries d set state = 'pending', attempt = 0, next_at = at
    where d.id = delivery and d.state <> 'sending';
  return found;
end $$;

-- Removes what was sent or failed a month ago, and what could not be sent for two, at most `most`. Returns how many.
create function public.thin_webhook_log(most integer default 500, at timestamptz default now()) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  gone integer;
begin
  delete from public.webhook_deliveries d where d.id in (
    select o.id from public.webhook_deliveries o
    where o.created_at < at - case when o.state in ('delivered', 'failed') then interval '30 days' else interval '60 days' end
    limit most);
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke all on function public.claim_webhook_deliveries(uuid, uuid, integer, integer, uuid, timestamptz),
  public.finish_webhook_delivery(uuid, uuid, text, double precision, integer, text, integer, timestamptz),
  public.resend_webhook_delivery(uuid, timestamptz), public.thin_webhook_log(integer, timestamptz) from public, anon, authenticated;
grant execute on function public.claim_webhook_deliveries(uuid, uuid, integer, integer, uuid, timestamptz),
  public.finish_webhook_delivery(uuid, uuid, text, double precision, integer, text, integer, timestamptz),
  public.resend_webhook_delivery(uuid, timestamptz), public.thin_webhook_log(integer, timestamptz) to service_role;
grant execute on function public.thin_webhook_log(integer, timestamptz) to authenticated;
