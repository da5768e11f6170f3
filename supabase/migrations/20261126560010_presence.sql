-- When agents ran, so that posts can be told of beforehand that fall into times when none usually runs
-- (shared/presence/usually-off.ts). A row for each agent and day, of eight weeks.

create table public.agent_presence (
  agent_id uuid not null,
  day date not null,
  hours integer not null check (hours between 0 and 16777215),
  primary key (agent_id, day)
);
comment on table public.agent_presence is 'When each agent ran: the hours of each day, in UTC, of the last eight weeks.';
comment on column public.agent_presence.hours is 'A bit for each hour of the day in which it ran, 0:00 the lowest.';
create index agent_presence_day on public.agent_presence (day);

alter table public.agent_presence enable row level security;
create policy members_all on public.agent_presence for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.agent_presence is 'Members see when agents ran. An agent notes it as a member or with the service key.';
revoke all on public.agent_presence from anon, authenticated;
grant select, insert, update, delete on public.agent_presence to authenticated, service_role;

-- Notes that an agent has been running, and removes what is older than eight weeks.
create function public.note_presence(agent uuid, at timestamptz default now()) returns void
  language plpgsql set search_path = ''
  as $$
declare
  today date := (at at time zone 'UTC')::date;
  ran integer := 1 << extract(hour from at at time zone 'UTC')::integer;
begin
  insert into public.agent_presence as p (agent_id, day, hours) values (agent, today, ran)
    on conflict (agent_id, day) do update set hours = p.hours | excluded.hours where p.hours & excluded.hours = 0;
  delete from public.agent_presence p where p.day < today - 57;
end $$;

-- The hours of each day in which any agent ran, the oldest first, and how many agents there were.
create function public.presence_days() returns table (day date, hours integer, agents bigint)
  language sql stable set search_path = ''
  as $$
    select p.day, bit_or(p.hours), (select count(distinct a.agent_id) from public.agent_presence a)
    from public.agent_presence p group by p.day order by p.day
  $$;

revoke all on function public.note_presence(uuid, timestamptz), public.presence_days() from public, anon;
grant execute on function public.note_presence(uuid, timestamptz), public.presence_days() to authenticated, service_role;
