-- Logins that several agents hold. A login is sealed by the agent that posts, for the key of another agent that a person has
-- paired with it: here is ciphertext alone, and which agents hold what. Keys and codes never come here.

create table public.channel_holders (
  account_id uuid not null references public.channels (account_id) on delete cascade,
  agent_id uuid not null,
  created_at timestamptz not null default now(),
  generation bigint not null default 0 check (generation >= 0),
  sealed_by uuid,
  sealed_login text check (char_length(sealed_login) between 60 and 100000),
  sealed_at timestamptz,
  held_at timestamptz,
  primary key (account_id, agent_id),
  check (num_nulls(sealed_by, sealed_login, sealed_at) in (0, 3))
);
comment on table public.channel_holders is 'The agents that hold the login of a channel. One of them posts: that of the channel.';
comment on column public.channel_holders.generation is
  'The number of the version of the login. It grows each time the login is renewed; a lower one than the highest is out of date.';
comment on column public.channel_holders.sealed_by is 'The agent that sealed it. Null: the login was entered there.';
comment on column public.channel_holders.sealed_login is 'The login, readable with the key of this agent alone (HPKE).';
comment on column public.channel_holders.held_at is 'When the agent has opened it first, so that it can post. Null: not yet.';

alter table public.channel_holders enable row level security;
create policy members_all on public.channel_holders for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.channel_holders is
  'Members see who holds a login. Agents share it, as a member or with the service key; only the agent that it is for can read it.';
revoke all on public.channel_holders from anon, authenticated;
grant select, insert, update, delete on public.channel_holders to authenticated, service_role;

-- The agent that posts always holds the login. A connection made anew at another agent ends what the earlier ones hold.
create function private.hold_own_login() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' and new.connected_at is distinct from old.connected_at then
    delete from public.channel_holders h where h.account_id = new.account_id and h.agent_id <> new.agent_id;
  end if;
  return new;
end $$;
create trigger channels_connected_anew before update on public.channels
  for each row when (new.agent_id <> old.agent_id) execute function private.hold_own_login();

create function private.add_own_holder() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.channel_holders (account_id, agent_id, held_at) values (new.account_id, new.agent_id, now())
    on conflict (account_id, agent_id) do nothing;
  return null;
end $$;
create trigger channels_hold after insert or update of agent_id on public.channels
  for each row execute function private.add_own_holder();

insert into public.channel_holders (account_id, agent_id, held_at) select c.account_id, c.agent_id, c.connected_at from public.channels c;

-- An agent that is removed holds nothing.
create function private.drop_holders() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.channel_holders h where h.agent_id = old.id;
  return null;
end $$;
create trigger agents_removed after delete on public.agents for each row execute function private.drop_holders();

-- Stores a new version of a login for all of `sealed` (agent: ciphertext) at once. Only the agent that posts may, and only
-- with a number that is higher than all. An agent that holds nothing yet is added only where it is `added`. Returns whether
-- it was done.
create function public.seal_channel_login(account uuid, sealer uuid, generation bigint, sealed jsonb, added uuid default null) returns boolean
  language plpgsql set search_path = ''
  as $$
begin
  perform 1 from public.channels c where c.account_id = account and c.agent_id = sealer for update;
  if not found or exists (select from public.channel_holders h
      where h.account_id = account and h.generation >= seal_channel_login.generation) then
    return false;
  end if;
  if added is not null then
    insert into public.channel_holders (account_id, agent_id) values (account, added) on conflict (account_id, agent_id) do nothing;
  end if;
  update public.channel_holders h set generation = seal_channel_login.generation, sealed_by = sealer,
      sealed_login = sealed ->> h.agent_id::text, sealed_at = clock_timestamp()
    where h.account_id = account and h.agent_id <> sealer and sealed ? h.agent_id::text;
  update public.channel_holders h set generation = seal_channel_login.generation, sealed_by = null, sealed_login = null, sealed_at = null
    where h.account_id = account and h.agent_id = sealer;
  return true;
end $$;

-- Takes a login from an agent. Where it was the one that posts, another that holds the login does from now on, one that is
-- heard of first: what the earlier one still does is refused. Returns taken, last where no other holds it, or gone.
create function public.take_channel_login(account uuid, holder uuid) returns text
  language plpgsql set search_path = ''
  as $$
declare
  poster uuid;
  heir uuid;
begin
  select c.agent_id into poster from public.channels c where c.account_id = account for update;
  if not exists (select from public.channel_holders h where h.account_id = account and h.agent_id = holder) then
    return 'gone';
  end if;
  if poster = holder then
    select h.agent_id into heir from public.channel_holders h
      where h.account_id = account and h.agent_id <> holder and h.held_at is not null
      order by public.is_agent_silent(h.agent_id), h.generation desc, h.held_at limit 1;
    if heir is null then
      return 'last';
    end if;
  end if;
  if heir is not null then
    update public.channels c set agent_id = heir where c.account_id = account;
  end if;
  delete from public.channel_holders h where h.account_id = account and h.agent_id = holder;
  return 'taken';
end $$;

-- Two agents that a person pairs: one shows a code, the other answers it. The code itself is never here.
create table public.agent_pairings (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  finder text not null unique check (finder ~ '^[0-9A-HJKMNP-TV-Z]{4}$'),
  expires_at timestamptz not null default now() + interval '10 minutes',
  shower_id uuid not null,
  shower_name text not null check (char_length(shower_name) between 1 and 80),
  shower_key text not null check (char_length(shower_key) = 44),
  joiner_id uuid,
  joiner_name text check (char_length(joiner_name) between 1 and 80),
  joiner_key text check (char_length(joiner_key) = 44),
  joins text check (char_length(joins) = 44),
  attempts integer not null default 0 check (attempts between 0 and 5),
  confirms text check (char_length(confirms) = 44),
  check (num_nulls(joiner_id, joiner_name, joiner_key, joins) in (0, 4))
);
comment on table public.agent_pairings is 'Two agents that a person pairs, for ten minutes. The code that they share is not here.';
comment on column public.agent_pairings.finder is 'The first letters of the code, by which the other agent finds the row.';
comment on column public.agent_pairings.joins is 'Shows that the other agent knows the code, and which keys it takes for those of the two.';
comment on column public.agent_pairings.attempts is 'Answers so far. With the fifth wrong one the code is of no use any more.';
comment on column public.agent_pairings.confirms is 'Shows the same of the first agent, after a person compared the words.';

alter table public.agent_pairings enable row level security;
create policy members_all on public.agent_pairings for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.agent_pairings is 'Agents pair with the rights of the member who pairs them, or with the service key.';
revoke all on public.agent_pairings from anon, authenticated;
grant select, insert, update, delete on public.agent_pairings to authenticated, service_role;

-- Begins a pairing, in place of an earlier one of the same agent. Returns null where another has these first letters.
create function public.begin_agent_pairing(finder text, shower uuid, name text, key text) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  made public.agent_pairings;
begin
  delete from public.agent_pairings p where p.expires_at <= now() or p.shower_id = shower;
  insert into public.agent_pairings (finder, shower_id, shower_name, shower_key)
    values (begin_agent_pairing.finder, shower, begin_agent_pairing.name, key) on conflict do nothing
    returning * into made;
  return case when made.id is not null then jsonb_build_object('id', made.id, 'expires_at', made.expires_at) end;
end $$;

-- Answers a pairing that is open. Returns whether it was.
create function public.answer_agent_pairing(pairing uuid, joiner uuid, name text, key text, proof text) returns boolean
  language plpgsql set search_path = ''
  as $$
begin
  update public.agent_pairings p set joiner_id = joiner, joiner_name = answer_agent_pairing.name, joiner_key = key, joins = proof, attempts = p.attempts + 1
    where p.id = pairing and p.expires_at > now() and p.joiner_id is null and p.attempts < 5;
  return found;
end $$;

-- Drops a wrong answer, so that another can be given.
create function public.refuse_agent_pairing(pairing uuid, proof text) returns void
  language sql set search_path = ''
  as $$
    update public.agent_pairings p set joiner_id = null, joiner_name = null, joiner_key = null, joins = null
    where p.id = pairing and p.joins = proof and p.confirms is null
  $$;

-- Confirms the answer that a person has compared. Returns whether it was still there and in time.
create function public.confirm_agent_pairing(pairing uuid, proof text, confirmation text) returns boolean
  language plpgsql set search_path = ''
  as $$
begin
  update public.agent_pairings p set confirms = confirmation where p.id = pairing and p.joins = proof and p.expires_at > now();
  return found;
end $$;

revoke all on function private.hold_own_login(), private.add_own_holder(), private.drop_holders() from public, anon;
revoke all on function public.seal_channel_login(uuid, uuid, bigint, jsonb, uuid), public.take_channel_login(uuid, uuid),
  public.begin_agent_pairing(text, uuid, text, text), public.answer_agent_pairing(uuid, uuid, text, text, text),
  public.refuse_agent_pairing(uuid, text), public.confirm_agent_pairing(uuid, text, text) from public, anon;
grant execute on function public.seal_channel_login(uuid, uuid, bigint, jsonb, uuid), public.take_channel_login(uuid, uuid),
  public.begin_agent_pairing(text, uuid, text, text), public.answer_agent_pairing(uuid, uuid, text, text, text),
  public.refuse_agent_pairing(uuid, text), public.confirm_agent_pairing(uuid, text, text) to authenticated, service_role;
