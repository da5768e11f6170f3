-- Who may do what: an owner and members, whom the owner may trust to run code on the machine of the agent; and who
-- changed a script last.

alter table public.members
  add column role text not null default 'member' check (role in ('owner', 'member')),
  add column may_run_code boolean not null default false;
comment on column public.members.role is
  'owner: adds people, connects accounts, sets keys and says who runs code. The first member of a workspace is its owner.';
comment on column public.members.may_run_code is
  'The owner trusts this member to run scripts on the machine of the agent. Owners may without it.';

-- Until now all members were alike: who came first set the workspace up.
update public.members set role = 'owner'
  where user_id = (select user_id from public.members order by created_at, user_id limit 1);

create function private.make_first_member_owner() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Of two who come at the same time only one is the first.
  perform pg_advisory_xact_lock(4011201123);
  if not exists (select from public.members) then
    new.role := 'owner';
  end if;
  return new;
end $$;

create trigger members_first_is_owner before insert on public.members
  for each row execute function private.make_first_member_owner();

create function private.is_owner() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select 1 from public.members where user_id = (select auth.uid()) and role = 'owner') $$;

-- For list_members below, whose rows are limited by the policy of the table. The API does not expose it.
create function private.member_email(member uuid) returns text
  language sql stable security definer set search_path = ''
  as $$ select u.email::text from auth.users u join public.members m on m.user_id = u.id where u.id = member $$;

-- For the SQL editor of a hosted project: what a member may do. What is left out stays as it is.
create function private.set_member_rights(member_email text, member_role text default null, trusted boolean default null)
  returns uuid
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid;
begin
  update public.members m set role = coalesce(member_role, m.role), may_run_code = coalesce(trusted, m.may_run_code)
    from auth.users u where u.id = m.user_id and lower(u.email) = lower(member_email)
    returning m.user_id into account;
  if account is null then
    raise exception 'No member has the e-mail address %. Add it with private.add_member first.', member_email using errcode = 'P0002';
  end if;
  return account;
end $$;

revoke all on function private.make_first_member_owner(), private.is_owner(), private.member_email(uuid),
  private.set_member_rights(text, text, boolean) from public;
grant execute on function private.is_owner(), private.member_email(uuid) to authenticated, service_role;
grant execute on function private.set_member_rights(text, text, boolean) to service_role;

-- What the caller may do, for the agent: null for who is no member.
create function public.member_rights() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
  select jsonb_build_object('role', role, 'may_run_code', role = 'owner' or may_run_code)
    from public.members where user_id = (select auth.uid())
$$;

create function public.list_members()
  returns table (user_id uuid, email text, role text, may_run_code boolean, created_at timestamptz)
  language sql stable set search_path = ''
  as $$
  select m.user_id, private.member_email(m.user_id), m.role, m.role = 'owner' or m.may_run_code, m.created_at
    from public.members m order by m.created_at, m.user_id
$$;
comment on function public.list_members() is 'The members with their addresses, for members and the service key.';

create function public.set_may_run_code(member uuid, allowed boolean) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not private.is_owner() then
    raise exception 'Only the owner of the workspace decides who may run code.' using errcode = '42501';
  end if;
  update public.members set may_run_code = allowed where user_id = member and role = 'member';
  return found;
end $$;
comment on function public.set_may_run_code(uuid, boolean) is 'The owner trusts a member with running code, or no longer.';

revoke all on function public.member_rights(), public.list_members(), public.set_may_run_code(uuid, boolean) from public, anon;
grant execute on function public.member_rights(), public.list_members() to authenticated, service_role;
grant execute on function public.set_may_run_code(uuid, boolean) to authenticated;

-- puppeteer_scripts: who wrote the code as it stands. No foreign key, since the name of somebody who left is of no use,
-- and the code is still theirs.

alter table public.puppeteer_scripts add column changed_by uuid;
comment on column public.puppeteer_scripts.changed_by is
  'The member who wrote the code as it stands; null for the agent and other holders of the service key.';

create function private.note_script_author() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  author uuid := auth.uid();
begin
  if tg_op = 'INSERT' then
    new.changed_by := coalesce(author, new.changed_by);
  elsif new.code is not distinct from old.code then
    new.changed_by := old.changed_by;
  elsif author is not null then
    new.changed_by := author;
  elsif new.changed_by is not distinct from old.changed_by then
    -- The service key wrote it, and named nobody.
    new.changed_by := null;
  end if;
  return new;
end $$;
revoke all on function private.note_script_author() from public;

create trigger puppeteer_scripts_author before insert or update on public.puppeteer_scripts
  for each row execute function private.note_script_author();
