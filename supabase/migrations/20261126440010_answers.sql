-- Answers: what people write under one's own posts or to one's accounts, as the platforms tell it, and what is written back.

create table public.post_comments (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  platform text not null check (private.is_platform_list(array[platform])),
  delivery_id uuid,
  remote_id text not null check (char_length(remote_id) between 1 and 1000),
  parent_id text check (char_length(parent_id) <= 1000),
  kind text not null default 'comment' check (kind in ('comment', 'reply', 'mention')),
  is_own boolean not null default false,
  is_backlog boolean not null default false,
  author_id text not null default '' check (char_length(author_id) <= 500),
  author_name text not null default '' check (char_length(author_name) <= 200),
  author_handle text not null default '' check (char_length(author_handle) <= 500),
  author_url text check (char_length(author_url) <= 2048),
  author_picture text check (char_length(author_picture) <= 2048),
  text text not null default '' check (char_length(text) <= 10000),
  url text check (char_length(url) <= 2048),
  written_at timestamptz not null,
  seen_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  state text not null default 'unread' check (state in ('unread', 'read', 'done')),
  liked boolean not null default false,
  hidden boolean not null default false,
  like_ref text check (char_length(like_ref) <= 1000),
  can text[] not null default '{}' check (can <@ array['reply', 'like', 'hide']),
  unique (account_id, remote_id)
);
comment on table public.post_comments is
  'What people wrote under posts of accounts, or to accounts, as platforms told it. They outlive their post and their account '
  'for a month, which may come back (Undo).';
comment on column public.post_comments.delivery_id is 'The post at this account. Null: a mention, or a post that is not from here.';
comment on column public.post_comments.parent_id is 'The remote id of what it answers; null where that is not told.';
comment on column public.post_comments.kind is
  'comment: answers a post of the account; reply: answers another answer below one; mention: names the account elsewhere.';
comment on column public.post_comments.is_own is 'Written by the account itself: shown in a thread, never listed.';
comment on column public.post_comments.is_backlog is 'It was there when collecting began: nobody is told of it.';
comment on column public.post_comments.seen_at is 'When it was first told.';
comment on column public.post_comments.edited_at is 'When its text was first seen changed, or the platform says it was.';
comment on column public.post_comments.deleted_at is 'When it was no longer there.';
comment on column public.post_comments.like_ref is 'The id of our like, where the platform gives likes an id.';
comment on column public.post_comments.can is 'What can be done with it by API: some of reply, like, hide.';

create index post_comments_listed on public.post_comments (written_at desc, id desc) where not is_own;
create index post_comments_of_post on public.post_comments (delivery_id, written_at) where delivery_id is not null;
create index post_comments_unread on public.post_comments (account_id) where state = 'unread' and not is_own and deleted_at is null;

create table public.comment_replies (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  comment_id uuid not null references public.post_comments (id) on delete cascade,
  account_id uuid not null,
  text text not null check (char_length(text) <= 10000),
  state text not null default 'draft' check (state in ('draft', 'sending', 'sent', 'failed', 'unsure', 'removed')),
  attempt integer not null default 0 check (attempt >= 0),
  attempts jsonb not null default '[]' check (jsonb_typeof(attempts) = 'array' and pg_column_size(attempts) <= 262144),
  next_at timestamptz not null default now(),
  begun_at timestamptz,
  lease_owner uuid,
  lease_until timestamptz,
  remote_id text check (char_length(remote_id) <= 1000),
  url text check (char_length(url) <= 2048),
  sent_at timestamptz,
  error_class text check (error_class in ('auth', 'rate_limit', 'rejected', 'transient', 'unknown')),
  error_text text check (char_length(error_text) <= 2000)
);
comment on table public.comment_replies is 'What is written back to comments: drafts, what is being sent, and what was.';
comment on column public.comment_replies.id is
  'Chosen by whoever asks for it, and the key that platforms get: asking twice sends once.';
comment on column public.comment_replies.state is
  'draft: nothing is sent; sending: it waits for an attempt, or one is under way; unsure: it may have gone out, and the platform '
  'cannot be asked; removed: taken back.';
comment on column public.comment_replies.begun_at is
  'When an attempt began the call that must not be repeated blindly: it is looked for before the next. Null: none has, or it is '
  'surely absent.';
comment on column public.comment_replies.attempts is 'The latest attempts: [{ at, look, state, errorClass, words }].';

create unique index comment_replies_draft on public.comment_replies (comment_id) where state = 'draft';
create unique index comment_replies_once on public.comment_replies (comment_id, md5(text)) where state in ('sending', 'sent', 'unsure');
create index comment_replies_open on public.comment_replies (account_id, created_at) where state = 'sending';
create index comment_replies_of_account on public.comment_replies (account_id, sent_at) where state in ('sent', 'removed');

-- Comments with what the lists say of their account and post.
create view public.listed_comments with (security_invoker = true) as
select c.id, c.account_id, c.platform, c.delivery_id, c.remote_id, c.kind, c.is_own, c.is_backlog, c.author_id, c.author_name,
  c.author_handle, c.author_url, c.author_picture, c.text, c.url, c.written_at, c.seen_at, c.edited_at, c.deleted_at, c.state, c.liked,
  c.hidden, c.can, a.account_label,
  (select p.id from public.post_comments p where p.account_id = c.account_id and p.remote_id = c.parent_id) as parent,
  d.scheduled_post_id as post_id, coalesce(d.outgoing -> 'parts' ->> 0, g.caption) as post_text, d.remote_url as post_url, d.published_at,
  (select r.state from public.comment_replies r where r.comment_id = c.id and r.state <> 'removed' order by r.created_at desc limit 1) as reply
from public.post_comments c
  join public.social_accounts a on a.id = c.account_id
  left join public.post_deliveries d on d.id = c.delivery_id
  left join public.scheduled_posts s on s.id = d.scheduled_post_id
  left join public.generated_content g on g.id = s.content_id;
comment on view public.listed_comments is 'Comments of accounts that are there, with their post and how our newest reply stands.';
revoke all on public.listed_comments from anon, authenticated;
grant select on public.listed_comments to authenticated, service_role;

create table public.answer_reads (
  account_id uuid not null,
  month date not null,
  reads bigint not null check (reads >= 0),
  primary key (account_id, month)
);
comment on table public.answer_reads is
  'What was read for answers on platforms that charge per post read, by month (UTC): it counts against the monthly budget.';

alter table public.channels add column answers_due timestamptz not null default now();
alter table public.channels add column answers_cursor text check (char_length(answers_cursor) <= 1000);
alter table public.channels add column answers_since timestamptz;
alter table public.channels add column answers_problem text check (char_length(answers_problem) <= 2000);
comment on column public.channels.answers_due is 'When the platform is asked what came in at the account next.';
comment on column public.channels.answers_cursor is 'Where the latest reading ended, in the platform''s own terms.';
comment on column public.channels.answers_since is 'When answers were first read. Null: not yet.';
comment on column public.channels.answers_problem is
  'Why answers could not be read the latest time, in words for people. Null: they were, or nobody has tried.';

alter table public.post_deliveries add column answers_due timestamptz;
comment on column public.post_deliveries.answers_due is
  'When the platform is asked for what is below the post next; null when it is not.';
create index post_deliveries_answers on public.post_deliveries (answers_due) where answers_due is not null;
create index post_deliveries_parts on public.post_deliveries using gin (parts jsonb_path_ops) where parts <> '[]';

alter table public.app_settings
  add column collect_answers boolean not null default true,
  add column collect_paid_answers boolean not null default false,
  add column answers_notify text not null default 'hours' check (answers_notify in ('never', 'hours', 'daily')),
  add column answers_notify_hours integer not null default 3 check (answers_notify_hours between 1 and 24),
  add column answers_notified_at timestamptz;
comment on column public.app_settings.collect_answers is 'Whether platforms are asked for answers.';
comment on column public.app_settings.collect_paid_answers is 'The same for platforms that charge for it.';
comment on column public.app_settings.answers_notify is
  'Whether a person is told of new answers: never; hours: at once, but at most every answers_notify_hours; daily.';
comment on column public.app_settings.answers_notified_at is 'Answers seen until then were told of.';

-- A published post is first looked at after ten minutes; one that is no longer published is not, nor while its account is removed.
create function private.note_answers_due() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if new.state = 'published' and new.account_id is not null and new.parts <> '[]' then
    if old.state is distinct from 'published' or old.account_id is null then
      new.answers_due := coalesce(new.published_at, now()) + interval '10 minutes';
    end if;
  else
    new.answers_due := null;
  end if;
  return new;
end $$;
revoke all on function private.note_answers_due() from public;
create trigger post_deliveries_answers_due before update of state, parts, account_id on public.post_deliveries
  for each row execute function private.note_answers_due();

-- Keeps what a platform told: [{ remoteId, parentId, posts, kind, isOwn, author: { id, name, handle, url, picture }, text, url, at,
-- editedAt, liked, hidden, likeRef, can }], where `posts` are ids of which one may be a post of ours. `whole` names a delivery of
-- whose comments this is all: those that are missing are gone. Until then the account had none (`is_first`): what is older than a
-- week is read, and nobody is told of any. Returns how many are new.
create function public.record_comments(
  account uuid, told jsonb, whole uuid default null, is_first boolean default false, at timestamptz default now()
) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  of_platform text := (select a.platform from public.social_accounts a where a.id = account);
  known integer;
  added integer;
begin
  if of_platform is null then return 0; end if;
  select count(*) into known from public.post_comments c where c.account_id = account;
  insert into public.post_comments as c
    (account_id, platform, delivery_id, remote_id, parent_id, kind, is_own, is_backlog, author_id, author_name, author_handle,
      author_url, author_picture, text, url, written_at, seen_at, edited_at, state, liked, hidden, like_ref, can)
  select account, of_platform,
    coalesce(
      (select d.id from public.post_deliveries d, jsonb_array_elements_text(coalesce(t.posts, '[]')) p
        where d.account_id = account and d.parts <> '[]' and d.parts @> jsonb_build_array(jsonb_build_object('remoteId', p)) limit 1),
      (select p.delivery_id from public.post_comments p where p.account_id = account and p.remote_id = t."parentId"),
      case when t.kind <> 'mention' then whole end),
    t."remoteId", t."parentId", t.kind, t."isOwn", is_first, t.author ->> 'id', t.author ->> 'name', t.author ->> 'handle',
    t.author ->> 'url', t.author ->> 'picture', t.text, t.url, least(t.at, record_comments.at), record_comments.at, t."editedAt",
    case when t."isOwn" then 'done' when is_first and t.at < record_comments.at - interval '7 days' then 'read' else 'unread' end,
    coalesce(t.liked, e.liked, false), coalesce(t.hidden, e.hidden, false), coalesce(t."likeRef", e.like_ref),
    array(select jsonb_array_elements_text(t.can))
  from (
    select distinct on (r."remoteId") r.* from jsonb_to_recordset(told) as r ("remoteId" text, "parentId" text, posts jsonb, kind text,
      "isOwn" boolean, author jsonb, text text, url text, at timestamptz, "editedAt" timestamptz, liked boolean, hidden boolean,
      "likeRef" text, can jsonb)
  ) t left join public.post_comments e on e.account_id = account and e.remote_id = t."remoteId"
  on conflict (account_id, remote_id) do update set
    delivery_id = coalesce(c.delivery_id, excluded.delivery_id),
    parent_id = coalesce(excluded.parent_id, c.parent_id),
    -- A later reading may know the post that a mention is below.
    kind = case when c.kind = 'mention' then excluded.kind else c.kind end,
    author_name = excluded.author_name, author_handle = excluded.author_handle,
    author_url = coalesce(excluded.author_url, c.author_url), author_picture = coalesce(excluded.author_picture, c.author_picture),
    edited_at = case when c.text <> excluded.text then coalesce(excluded.edited_at, record_comments.at) else coalesce(excluded.edited_at, c.edited_at) end,
    text = excluded.text, url = coalesce(excluded.url, c.url), deleted_at = null,
    liked = excluded.liked, hidden = excluded.hidden, like_ref = case when excluded.liked then excluded.like_ref end, can = excluded.can
  where (c.delivery_id, c.parent_id, c.kind, c.author_name, c.author_handle, c.author_url, c.author_picture, c.text, c.url, c.edited_at,
      c.deleted_at, c.liked, c.hidden, c.like_ref, c.can) is distinct from
    (coalesce(c.delivery_id, excluded.delivery_id), excluded.parent_id, excluded.kind, excluded.author_name, excluded.author_handle,
      excluded.author_url, excluded.author_picture, excluded.text, excluded.url, excluded.edited_at, null::timestamptz, excluded.liked,
      excluded.hidden, excluded.like_ref, excluded.can);
  -- Answers to answers of the same reading.
  for round in 1..20 loop
    update public.post_comments c set delivery_id = p.delivery_id, kind = case when c.kind = 'mention' then 'reply' else c.kind end
    from public.post_comments p
    where c.account_id = account and c.delivery_id is null and p.account_id = account and p.remote_id = c.parent_id
      and p.delivery_id is not null;
    exit when not found;
  end loop;
  if whole is not null then
    update public.post_comments c set deleted_at = record_comments.at
    where c.account_id = account and c.delivery_id = whole and c.deleted_at is null and c.seen_at < record_comments.at
      and not exists (select from jsonb_array_elements(told) t where t ->> 'remoteId' = c.remote_id);
  end if;
  select count(*) - known into added from public.post_comments c where c.account_id = account;
  return added;
end $$;

-- Keeps that so many posts were read at the account's price.
create function public.count_answer_reads(account uuid, read bigint, at timestamptz default now()) returns void
  language sql set search_path = ''
  as $$
    insert into public.answer_reads as r (account_id, month, reads)
    values (account, date_trunc('month', at at time zone 'UTC')::date, read)
    on conflict (account_id, month) do update set reads = r.reads + excluded.reads
  $$;

-- Opens a reply under the id that was chosen for it; a draft of the comment becomes it. Returns done; again: this very reply is
-- there; same: these words were sent to this comment; gone; cannot: the comment takes none.
create function public.open_reply(reply uuid, comment uuid, words text, at timestamptz default now()) returns text
  language plpgsql set search_path = ''
  as $$
declare
  of_comment public.post_comments;
  known public.comment_replies;
begin
  select * into of_comment from public.post_comments c where c.id = comment for no key update;
  if not found then return 'gone'; end if;
  select * into known from public.comment_replies r where r.id = reply;
  if found and known.state <> 'draft' then
    return case when known.comment_id = comment and known.text = words then 'again' else 'same' end;
  end if;
  if not 'reply' = any (of_comment.can) or of_comment.deleted_at is not null then return 'cannot'; end if;
  if exists (select from public.comment_replies r where r.comment_id = comment and md5(r.text) = md5(words) and r.state in ('sending', 'sent', 'unsure')) then
    return 'same';
  end if;
  delete from public.comment_replies r where r.comment_id = comment and r.state = 'draft';
  insert into public.comment_replies (id, created_at, updated_at, comment_id, account_id, text, state, next_at)
  values (reply, at, at, comment, of_comment.account_id, words, 'sending', at);
  return 'done';
end $$;

-- Hands out replies that are to be sent, the oldest of each account, to the agent that holds its login. One whose owner did not
-- end it in time is handed out again.
create function public.claim_replies(
  owner uuid, agent uuid, lease_seconds integer, most integer, at timestamptz default now()
) returns setof public.comment_replies
  language plpgsql set search_path = ''
  as $$
begin
  -- One caller at a time looks at an account, or two could be handed one each.
  perform 1 from public.channels c where c.agent_id = agent and c.state = 'ready'
    and exists (select from public.comment_replies r where r.account_id = c.account_id and r.state = 'sending')
    order by c.account_id for no key update;
  return query
    with first as (
      select distinct on (r.account_id) r.id from public.comment_replies r
        join public.channels c on c.account_id = r.account_id and c.agent_id = agent and c.state = 'ready'
      where r.state = 'sending' and r.next_at <= at and (r.lease_until is null or r.lease_until < at)
        and not exists (select from public.comment_replies o
          where o.account_id = r.account_id and o.state = 'sending' and o.lease_until >= at)
      order by r.account_id, r.created_at, r.id
    ), due as (
      select f.id from first f limit most
    )
    update public.comment_replies r
    set lease_owner = owner, lease_until = at + make_interval(secs => lease_seconds), attempt = r.attempt + 1, updated_at = at
    from due where r.id = due.id
    returning r.*;
end $$;

-- Written down before the call that must not be repeated blindly. False: the lease is lost, and nothing may be sent.
create function public.begin_reply(reply uuid, owner uuid, at timestamptz default now()) returns boolean
  language plpgsql set search_path = ''
  as $$
begin
  update public.comment_replies r set begun_at = at, updated_at = at
  where r.id = reply and r.state = 'sending' and r.lease_owner = owner and r.lease_until >= at;
  return found;
end $$;

-- Ends an attempt of its owner: sending (again at next_due), sent, failed or unsure. `is_absent`: it has surely not gone out. Returns
-- false when another owner has the lease.
create function public.finish_reply(
  reply uuid, owner uuid, state text, is_absent boolean, log jsonb, remote_id text default null, url text default null,
  error_class text default null, error_text text default null, next_due timestamptz default null, at timestamptz default now()
) returns boolean
  language plpgsql set search_path = ''
  as $$
declare
  ended public.comment_replies;
begin
  update public.comment_replies r
  set state = finish_reply.state, begun_at = case when is_absent then null else r.begun_at end, lease_owner = null, lease_until = null,
    attempts = (select coalesce(jsonb_agg(a.value order by a.ordinality), '[]') from jsonb_array_elements(r.attempts || jsonb_build_array(log)) with ordinality a
      where a.ordinality > jsonb_array_length(r.attempts) + 1 - 20),
    remote_id = coalesce(finish_reply.remote_id, r.remote_id), url = coalesce(finish_reply.url, r.url),
    sent_at = case when finish_reply.state = 'sent' then coalesce(r.begun_at, at) end,
    error_class = finish_reply.error_class, error_text = left(finish_reply.error_text, 2000),
    next_at = coalesce(next_due, r.next_at), updated_at = at
  where r.id = reply and r.state = 'sending' and r.lease_owner = owner
  returning * into ended;
  if not found then return false; end if;
  if ended.state = 'sent' then
    update public.post_comments c set state = 'done' where c.id = ended.comment_id;
  end if;
  return true;
end $$;

-- Sends one again that failed, or of which nobody knows. Returns done, gone, or the state that does not allow it.
create function public.retry_reply(reply uuid, at timestamptz default now()) returns text
  language plpgsql set search_path = ''
  as $$
declare
  was text;
begin
  select r.state into was from public.comment_replies r where r.id = reply for update;
  if not found then return 'gone'; end if;
  if was not in ('failed', 'unsure') then return was; end if;
  update public.comment_replies r
  set state = 'sending', attempt = 0, next_at = at, begun_at = null, error_class = null, error_text = null, updated_at = at
  where r.id = reply;
  return 'done';
end $$;

-- Takes one back that is not on the platform, or no longer is (`is_deleted`). Returns done, gone, or the state that does not allow it.
create function public.remove_reply(reply uuid, is_deleted boolean default false, at timestamptz default now()) returns text
  language plpgsql set search_path = ''
  as $$
declare
  was public.comment_replies;
begin
  select * into was from public.comment_replies r where r.id = reply for update;
  if not found then return 'gone'; end if;
  if was.state = 'removed' then return 'done'; end if;
  if was.state = 'draft' then
    delete from public.comment_replies r where r.id = reply;
    return 'done';
  end if;
  if (was.state = 'sent' and not is_deleted) or (was.state = 'sending' and (was.begun_at is not null or was.lease_until >= at)) then
    return was.state;
  end if;
  update public.comment_replies r set state = 'removed', lease_owner = null, lease_until = null, updated_at = at where r.id = reply;
  if was.remote_id is not null then
    update public.post_comments c set deleted_at = at where c.account_id = was.account_id and c.remote_id = was.remote_id;
  end if;
  return 'done';
end $$;

-- Keeps the draft of a comment; none for ''. Returns false when the comment is gone.
create function public.keep_reply_draft(comment uuid, words text, at timestamptz default now()) returns boolean
  language plpgsql set search_path = ''
  as $$
declare
  account uuid;
begin
  select c.account_id into account from public.post_comments c where c.id = comment for no key update;
  if not found then return false; end if;
  if words = '' then
    delete from public.comment_replies r where r.comment_id = comment and r.state = 'draft';
  else
    insert into public.comment_replies as r (created_at, updated_at, comment_id, account_id, text, state)
    values (at, at, comment, account, words, 'draft')
    on conflict (comment_id) where state = 'draft' do update set text = excluded.text, updated_at = at;
  end if;
  return true;
end $$;

-- Removes comments whose account is gone for a month, and those of two years ago with which nothing is left to do, at most `most`.
-- Returns how many.
create function public.thin_comments(most integer default 500, at timestamptz default now()) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  gone integer;
begin
  delete from public.post_comments c where c.id in (
    select o.id from public.post_comments o
    where (o.written_at < at - interval '2 years' and o.state <> 'unread')
      or (o.seen_at < at - interval '30 days' and not exists (select from public.social_accounts a where a.id = o.account_id))
    limit most);
  get diagnostics gone = row_count;
  return gone;
end $$;

-- A comment that has come in since collecting began.
create function private.tell_of_comment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if private.is_event_wanted('comment.received') then
    perform private.emit_event('comment.received', jsonb_build_object(
      'answerId', new.id, 'kind', new.kind, 'platform', new.platform,
      'account', (select jsonb_build_object('id', a.id, 'label', left(a.account_label, 200)) from public.social_accounts a where a.id = new.account_id),
      'postId', (select d.scheduled_post_id from public.post_deliveries d where d.id = new.delivery_id), 'deliveryId', new.delivery_id,
      'author', jsonb_build_object('name', new.author_name, 'handle', new.author_handle), 'text', left(new.text, 5000), 'url', new.url,
      'writtenAt', new.written_at));
  end if;
  return null;
end $$;
create trigger post_comments_tell after insert on public.post_comments
  for each row when (not new.is_own and not new.is_backlog) execute function private.tell_of_comment();
revoke all on function private.tell_of_comment() from public;

alter table public.post_comments enable row level security;
alter table public.comment_replies enable row level security;
alter table public.answer_reads enable row level security;
create policy members_read on public.post_comments for select to authenticated using ((select private.is_member()));
comment on policy members_read on public.post_comments is 'Members see what people write; agents keep it.';
create policy members_read on public.comment_replies for select to authenticated using ((select private.is_member()));
comment on policy members_read on public.comment_replies is 'Members see what was written back; it goes out by the agent alone.';
create policy members_read on public.answer_reads for select to authenticated using ((select private.is_member()));
comment on policy members_read on public.answer_reads is 'Members see what reading has cost; agents keep it.';
revoke all on public.post_comments, public.comment_replies, public.answer_reads from anon, authenticated;
grant select on public.post_comments, public.comment_replies, public.answer_reads to authenticated;
grant select, insert, update, delete on public.post_comments, public.comment_replies, public.answer_reads to service_role;

-- The clean-up is run with the service key; a member's finds nothing to remove.
grant delete on public.post_comments to authenticated;
revoke all on function public.record_comments(uuid, jsonb, uuid, boolean, timestamptz), public.count_answer_reads(uuid, bigint, timestamptz),
  public.open_reply(uuid, uuid, text, timestamptz), public.claim_replies(uuid, uuid, integer, integer, timestamptz),
  public.begin_reply(uuid, uuid, timestamptz),
  public.finish_reply(uuid, uuid, text, boolean, jsonb, text, text, text, text, timestamptz, timestamptz),
  public.retry_reply(uuid, timestamptz), public.remove_reply(uuid, boolean, timestamptz), public.keep_reply_draft(uuid, text, timestamptz),
  public.thin_comments(integer, timestamptz) from public, anon, authenticated;
grant execute on function public.record_comments(uuid, jsonb, uuid, boolean, timestamptz),
  public.count_answer_reads(uuid, bigint, timestamptz),
  public.open_reply(uuid, uuid, text, timestamptz), public.claim_replies(uuid, uuid, integer, integer, timestamptz),
  public.begin_reply(uuid, uuid, timestamptz),
  public.finish_reply(uuid, uuid, text, boolean, jsonb, text, text, text, text, timestamptz, timestamptz),
  public.retry_reply(uuid, timestamptz), public.remove_reply(uuid, boolean, timestamptz), public.keep_reply_draft(uuid, text, timestamptz),
  public.thin_comments(integer, timestamptz) to service_role;
grant execute on function public.thin_comments(integer, timestamptz) to authenticated;

-- Posts that are out are looked at within a day.
alter table public.post_deliveries disable trigger user;
update public.post_deliveries set answers_due = now() + random() * interval '1 day'
where state = 'published' and account_id is not null and parts <> '[]' and published_at > now() - interval '30 days';
alter table public.post_deliveries enable trigger user;
