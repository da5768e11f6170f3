-- Moving a workspace to another database (server/features/move): the mark that keeps a database still, and what reads and
-- writes its tables whole. While a workspace is being copied, and for good once it has moved, nothing is sent from here.

create table public.workspace_moves (
  id uuid primary key,
  state text not null check (state in ('moving', 'moved', 'undone', 'receiving', 'arrived')),
  place text not null check (char_length(place) between 1 and 500),
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table public.workspace_moves is
  'Moves from here (moving, moved, undone) and to here (receiving, arrived). Both databases know a move by the same id.';
comment on column public.workspace_moves.place is 'Where it goes to or comes from, as it is shown to people.';
create unique index workspace_moves_one on public.workspace_moves ((true)) where state in ('moving', 'moved', 'receiving');

alter table public.workspace_moves enable row level security;
create policy members_read on public.workspace_moves for select to authenticated using ((select private.is_member()));
comment on policy members_read on public.workspace_moves is 'Members see that the workspace moves or has moved.';
revoke all on public.workspace_moves from anon, authenticated;
grant select on public.workspace_moves to authenticated;
grant select, insert, update, delete on public.workspace_moves to service_role;

-- Whether nothing may begin here.
create function private.stands_still() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.workspace_moves where state in ('moving', 'moved', 'receiving')) $$;
revoke all on function private.stands_still() from public;
grant execute on function private.stands_still() to authenticated, service_role;

-- Nobody gets the lease of something to send. What is under way is finished.
create function private.keep_still() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if private.stands_still() then return null; end if;
  return new;
end $$;

do $$
declare
  sent text;
begin
  foreach sent in array array['post_deliveries', 'webhook_deliveries', 'comment_replies'] loop
    execute format('create trigger a_still_insert before insert on public.%I
      for each row when (new.lease_until is not null) execute function private.keep_still()', sent);
    execute format('create trigger a_still before update of lease_until on public.%I for each row
      when (new.lease_until is not null and (old.lease_until is null or old.lease_until < now()
        or new.lease_owner is distinct from old.lease_owner)) execute function private.keep_still()', sent);
  end loop;
end $$;

create function private.refuse_to_start() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if private.stands_still() then
    raise exception 'This workspace has moved, or is moving: nothing is started here.' using errcode = '55006';
  end if;
  return new;
end $$;
create trigger a_still before insert on public.warmup_runs for each row execute function private.refuse_to_start();
create trigger a_still before insert on public.generation_runs for each row execute function private.refuse_to_start();

alter function public.open_due_posts(integer, timestamptz, timestamptz) set schema private;
create function public.open_due_posts(most integer, late timestamptz default null, at timestamptz default now()) returns integer
  language plpgsql set search_path = ''
  as $$
begin
  return case when private.stands_still() then 0 else private.open_due_posts(most, late, at) end;
end $$;

alter function public.claim_job(text, text, uuid, integer, timestamptz) set schema private;
create function public.claim_job(job text, run_key text, owner uuid, lease_seconds integer, at timestamptz default now()) returns jsonb
  language plpgsql set search_path = ''
  as $$
begin
  if private.stands_still() then return jsonb_build_object('outcome', 'waiting'); end if;
  return private.claim_job(job, run_key, owner, lease_seconds, at);
end $$;
revoke all on function public.open_due_posts(integer, timestamptz, timestamptz),
  public.claim_job(text, text, uuid, integer, timestamptz) from public, anon;
grant execute on function public.open_due_posts(integer, timestamptz, timestamptz),
  public.claim_job(text, text, uuid, integer, timestamptz) to authenticated, service_role;

-- How much is still under way of what began before.
create function public.move_under_way(at timestamptz default now()) returns bigint
  language sql stable set search_path = ''
  as $$
    select (select count(*) from public.post_deliveries where lease_until >= $1)
      + (select count(*) from public.webhook_deliveries where lease_until >= $1)
      + (select count(*) from public.comment_replies where lease_until >= $1)
      + (select count(*) from public.job_runs where status = 'running' and lease_until >= $1)
      + (select count(*) from public.warmup_runs where status = 'running' and lease_until >= $1)
      + (select count(*) from public.generation_runs where status = 'running' and lease_until >= $1)
  $$;

-- The tables that a move copies, each after those that it refers to; `keys` is the primary key. Left out: members, whose
-- accounts may have other ids there; what the agents write of themselves; and the moves.
create function public.move_tables() returns table (name text, keys text[], itself text[])
  language sql stable set search_path = ''
  as $$
    with recursive tables as (
      select c.oid, c.relname::text as name from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and c.relname not in ('members', 'agents', 'agent_presence', 'agent_pairings', 'workspace_moves')
    ), refers as (
      select k.conrelid, k.confrelid from pg_catalog.pg_constraint k where k.contype = 'f' and k.conrelid <> k.confrelid
    ), depths as (
      select t.oid, 0 as depth from tables t
      union select r.conrelid, d.depth + 1 from depths d join refers r on r.confrelid = d.oid where d.depth < 50
    )
    select t.name,
      array(select a.attname::text from pg_catalog.pg_index i cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
        where i.indrelid = t.oid and i.indisprimary order by k.place),
      array(select a.attname::text from pg_catalog.pg_constraint k
        join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = any (k.conkey)
        where k.conrelid = t.oid and k.confrelid = t.oid and k.contype = 'f')
    from tables t where exists (select from pg_catalog.pg_index i where i.indrelid = t.oid and i.indisprimary)
    order by (select max(d.depth) from depths d where d.oid = t.oid), t.name
  $$;

-- The primary key of a table that a move may touch. Fails for another name.
create function private.moved_table(name text) returns text[]
  language plpgsql stable set search_path = ''
  as $$
declare
  found_keys text[] := (select t.keys from public.move_tables() t where t.name = $1);
begin
  if $1 = 'members' then return array['user_id']; end if;
  if found_keys is null then raise exception 'There is no table % to move.', $1 using errcode = '42P01'; end if;
  return found_keys;
end $$;

-- The columns of a table that are not computed by the database.
create function private.stored_columns(name text) returns text[]
  language sql stable set search_path = ''
  as $$
    select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', $1)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  $$;

create function private.computed_columns(name text) returns text[]
  language sql stable set search_path = ''
  as $$
    select coalesce(array_agg(a.attname::text), '{}') from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', $1)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated <> ''
  $$;

-- The rows after that with the key `after`, as JSON text, so that no number is rounded on the way.
create function public.move_read(name text, after jsonb, most integer) returns setof text
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
  as $$
declare
  keys text[] := private.moved_table(name);
  listed text := (select string_agg(format('t.%I', k), ', ' order by place) from unnest(keys) with ordinality as u (k, place));
  beyond text := (select string_agg(format('($1 ->> %L)::%s', k, format_type(a.atttypid, a.atttypmod)), ', ' order by place)
    from unnest(keys) with ordinality as u (k, place)
      join pg_catalog.pg_attribute a on a.attrelid = format('public.%I', name)::regclass and a.attname = k);
begin
  return query execute format('select (to_jsonb(t) - $3)::text from public.%I t where $1 is null or (%s) > (%s) order by %s limit $2',
    name, listed, beyond, listed) using after, most, private.computed_columns(name);
end $$;

-- Writes rows that move_read answered. No trigger fires: what follows from a row is copied as well. References of a table to
-- itself are left empty by `bare`, until all its rows are there.
create function public.move_write(name text, rows text[], bare boolean default false) returns void
  language plpgsql security definer set search_path = '' set timezone = 'UTC'
  as $$
declare
  keys text[] := private.moved_table(name);
  columns text[] := private.stored_columns(name);
  itself text[] := coalesce((select t.itself from public.move_tables() t where t.name = move_write.name), '{}');
  listed text := (select string_agg(format('%I', c), ', ') from unnest(columns) c);
  given text := (select string_agg(case when bare and c = any (itself) then 'null' else format('s.%I', c) end, ', ') from unnest(columns) c);
begin
  if not exists (select from public.workspace_moves w where w.state = 'receiving') then
    raise exception 'No move to here is under way.' using errcode = '55006';
  end if;
  execute format('alter table public.%I disable trigger user', name);
  execute format('insert into public.%1$I (%2$s) overriding system value
      select %3$s from unnest($1) r cross join lateral jsonb_populate_record(null::public.%1$I, r::jsonb) s
      on conflict (%4$s) do update set (%2$s) = row(%5$s)', name, listed, given,
    (select string_agg(format('%I', k), ', ') from unnest(keys) k),
    (select string_agg(format('excluded.%I', c), ', ') from unnest(columns) c)) using rows;
  execute format('alter table public.%I enable trigger user', name);
end $$;

-- How many rows a table has, and a sum over what is in them, whatever their order. `users` are accounts that have another
-- id in the other database: { id: id there }.
create function public.move_digest(name text, users jsonb default '{}') returns table (rows bigint, digest text)
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
  as $$
declare
  content text := '(to_jsonb(t) - $1)::text';
  account record;
begin
  perform private.moved_table(name);
  for account in select u.key, u.value from jsonb_each_text(users) u loop
    content := format('replace(%s, %L, %L)', content, account.key, account.value);
  end loop;
  return query execute format('select count(*), coalesce(sum((''x'' || substr(md5(%s), 1, 15))::bit(60)::bigint::numeric), 0)::text
    from public.%I t', content, name) using private.computed_columns(name);
end $$;

-- The files of the bucket by name, after `after`.
create function public.move_files(after text, most integer) returns table (name text, size bigint, type text)
  language sql stable security definer set search_path = ''
  as $$
    select o.name, (o.metadata ->> 'size')::bigint, o.metadata ->> 'mimetype' from storage.objects o
    where o.bucket_id = 'media-assets' and o.name collate "C" > $1 collate "C" order by o.name collate "C" limit $2
  $$;

-- The accounts, with what each may do here; role is null for who is no member.
create function public.move_accounts() returns table (id uuid, email text, role text, may_run_code boolean)
  language sql stable security definer set search_path = ''
  as $$
    select u.id, lower(u.email), m.role, coalesce(m.may_run_code, false)
    from auth.users u left join public.members m on m.user_id = u.id
    where u.email is not null order by u.created_at limit 1000
  $$;

-- Gets this database ready for the move `move`: 'ready', 'arrived' where it has ended already, or why not: 'busy' with another
-- move, or 'used', where it holds a workspace. What a new workspace begins with is removed, as the other has its own.
create function public.move_receive(move uuid, place text, only_ask boolean default false) returns text
  language plpgsql security definer set search_path = ''
  as $$
declare
  known public.workspace_moves;
  emptied text;
begin
  select * into known from public.workspace_moves w where w.id = move;
  if known.state = 'receiving' then return 'ready'; end if;
  if known.state = 'arrived' then return 'arrived'; end if;
  if private.stands_still() then return 'busy'; end if;
  if exists (select from public.content_projects) or exists (select from public.generated_content)
    or exists (select from public.social_accounts) or exists (select from public.post_series)
    or exists (select from public.puppeteer_scripts) or exists (select from public.archived_posts)
    or exists (select from public.webhooks)
  then return 'used'; end if;
  if only_ask then return 'ready'; end if;
  insert into public.workspace_moves (id, state, place) values (move, 'receiving', place);
  for emptied in select t.name from (select m.name, row_number() over () as at from public.move_tables() m) t order by t.at desc loop
    execute format('delete from public.%I', emptied);
  end loop;
  return 'ready';
end $$;

revoke all on function private.keep_still(), private.refuse_to_start(), private.moved_table(text), private.stored_columns(text),
  private.computed_columns(text) from public;
revoke all on function public.move_under_way(timestamptz), public.move_tables(), public.move_read(text, jsonb, integer),
  public.move_write(text, text[], boolean), public.move_digest(text, jsonb), public.move_files(text, integer), public.move_accounts(),
  public.move_receive(uuid, text, boolean) from public, anon, authenticated;
grant execute on function public.move_under_way(timestamptz), public.move_tables(), public.move_read(text, jsonb, integer),
  public.move_write(text, text[], boolean), public.move_digest(text, jsonb), public.move_files(text, integer), public.move_accounts(),
  public.move_receive(uuid, text, boolean) to service_role;
