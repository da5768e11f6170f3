-- What the platforms tell of posts and accounts, kept over time.

create table public.post_figures (
  delivery_id uuid not null,
  taken_at timestamptz not null,
  impressions bigint check (impressions >= 0),
  reach bigint check (reach >= 0),
  likes bigint check (likes >= 0),
  comments bigint check (comments >= 0),
  shares bigint check (shares >= 0),
  saves bigint check (saves >= 0),
  clicks bigint check (clicks >= 0),
  watch_seconds bigint check (watch_seconds >= 0),
  primary key (delivery_id, taken_at)
);
comment on table public.post_figures is
  'What platforms told of published posts, at growing distances. Null is not known, never 0. Thinned out with '
  'age. They outlive a deleted post until it can no longer be restored.';

create table public.account_figures (
  account_id uuid not null,
  taken_at timestamptz not null,
  followers bigint not null check (followers >= 0),
  primary key (account_id, taken_at)
);
comment on table public.account_figures is
  'Followers of accounts over time. Thinned out with age. They outlive an account, which may come back (Undo).';

alter table public.post_deliveries add column figures_due timestamptz;
comment on column public.post_deliveries.figures_due is
  'When the platform is asked for the figures next; null when it is not.';
create index post_deliveries_figures on public.post_deliveries (figures_due) where figures_due is not null;
comment on column public.post_deliveries.figures is
  'The newest figures known: some of { impressions, reach, likes, comments, shares, saves, clicks, watchSeconds }.';

alter table public.channels add column figures_due timestamptz not null default now();
comment on column public.channels.figures_due is 'When the platform is asked for the account''s figures next.';

alter table public.app_settings add column collect_figures boolean not null default true;
comment on column public.app_settings.collect_figures is 'Whether platforms are asked for the figures of posts and accounts.';

-- A published post is first asked for after an hour; one that is no longer published (Undo, sent again) is not, nor while
-- its account is removed.
create function private.note_figures_due() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if new.state = 'published' and not new.by_hand and new.account_id is not null then
    if old.state is distinct from 'published' or old.account_id is null then
      new.figures_due := new.published_at + interval '1 hour';
    end if;
  else
    new.figures_due := null;
  end if;
  return new;
end $$;
revoke all on function private.note_figures_due() from public;
create trigger post_deliveries_figures_due before update of state, by_hand, account_id on public.post_deliveries
  for each row execute function private.note_figures_due();

-- Points with the same bucket are told apart no longer: those of one day (UTC) after two days, of one week after 90 days, of
-- four weeks after a year. Null: each stays.
create function private.figures_bucket(taken_at timestamptz, at timestamptz) returns text
  language sql immutable set search_path = ''
  as $$
    select case
      when taken_at > at - interval '2 days' then null
      when taken_at > at - interval '90 days' then 'd' || extract(epoch from taken_at)::bigint / 86400
      when taken_at > at - interval '365 days' then 'w' || extract(epoch from taken_at)::bigint / 604800
      else 'm' || extract(epoch from taken_at)::bigint / 2419200
    end
  $$;

-- Keeps what a platform told of a post (the names of post_deliveries.figures; '{}' for nothing), and when it is asked
-- next; older points of the post are thinned out. False where the delivery is gone, or not published any more.
create function public.record_post_figures(
  delivery uuid, told jsonb, next_due timestamptz default null, at timestamptz default now()
) returns boolean
  language plpgsql set search_path = ''
  as $$
begin
  update public.post_deliveries d
  set figures_due = next_due, figures_at = at,
    figures = case when told = '{}' then d.figures else coalesce(d.figures, '{}') || told end
  where d.id = delivery and d.state = 'published';
  if not found then return false; end if;
  if told <> '{}' then
    insert into public.post_figures
      (delivery_id, taken_at, impressions, reach, likes, comments, shares, saves, clicks, watch_seconds)
    values (delivery, at, (told ->> 'impressions')::bigint, (told ->> 'reach')::bigint, (told ->> 'likes')::bigint,
      (told ->> 'comments')::bigint, (told ->> 'shares')::bigint, (told ->> 'saves')::bigint,
      (told ->> 'clicks')::bigint, (told ->> 'watchSeconds')::bigint)
    on conflict do nothing;
  end if;
  delete from public.post_figures f
  where f.delivery_id = delivery and exists (
    select from public.post_figures later
    where later.delivery_id = delivery and later.taken_at > f.taken_at
      and private.figures_bucket(later.taken_at, at) = private.figures_bucket(f.taken_at, at));
  return true;
end $$;

-- The same of an account; null where the platform does not tell.
create function public.record_account_figures(
  account uuid, next_due timestamptz, told_followers bigint default null, at timestamptz default now()
) returns void
  language plpgsql set search_path = ''
  as $$
begin
  update public.channels c set figures_due = next_due where c.account_id = account;
  if not found or told_followers is null then return; end if;
  insert into public.account_figures (account_id, taken_at, followers) values (account, at, told_followers) on conflict do nothing;
  delete from public.account_figures f
  where f.account_id = account and exists (
    select from public.account_figures later
    where later.account_id = account and later.taken_at > f.taken_at
      and private.figures_bucket(later.taken_at, at) = private.figures_bucket(f.taken_at, at));
end $$;

-- How often an account was asked about since then, for platforms that charge per call: { posts, accounts }.
create function public.figure_reads(account uuid, since timestamptz) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'posts', (select count(*) from public.post_figures f join public.post_deliveries d on d.id = f.delivery_id
        where d.account_id = account and f.taken_at >= since),
      'accounts', (select count(*) from public.account_figures f where f.account_id = account and f.taken_at >= since))
  $$;

-- The figures of a post go when it can no longer be restored.
create function private.drop_figures_of_delivery() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not exists (select from public.content_bin b where b.deliveries @> jsonb_build_array(jsonb_build_object('id', old.id))) then
    delete from public.post_figures f where f.delivery_id = old.id;
  end if;
  return null;
end $$;
create trigger post_deliveries_drop_figures after delete on public.post_deliveries
  for each row execute function private.drop_figures_of_delivery();
create function private.drop_figures_of_binned() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if old.purging then
    delete from public.post_figures f
    using jsonb_array_elements(old.deliveries) d where f.delivery_id = (d ->> 'id')::uuid;
  end if;
  return null;
end $$;
create trigger content_bin_drop_figures after delete on public.content_bin
  for each row execute function private.drop_figures_of_binned();

alter table public.post_figures enable row level security;
alter table public.account_figures enable row level security;
create policy members_read on public.post_figures for select to authenticated using ((select private.is_member()));
comment on policy members_read on public.post_figures is 'Members see the figures; agents keep them.';
create policy members_read on public.account_figures for select to authenticated using ((select private.is_member()));
comment on policy members_read on public.account_figures is 'Members see the figures; agents keep them.';
revoke all on public.post_figures, public.account_figures from anon, authenticated;
grant select on public.post_figures, public.account_figures to authenticated;
grant select, insert, update, delete on public.post_figures, public.account_figures to service_role;

revoke all on function private.figures_bucket(timestamptz, timestamptz), private.drop_figures_of_delivery(),
  private.drop_figures_of_binned() from public;
revoke all on function public.figure_reads(uuid, timestamptz) from public, anon;
grant execute on function public.figure_reads(uuid, timestamptz) to authenticated, service_role;
revoke all on function public.record_post_figures(uuid, jsonb, timestamptz, timestamptz),
  public.record_account_figures(uuid, timestamptz, bigint, timestamptz) from public, anon, authenticated;
grant execute on function private.figures_bucket(timestamptz, timestamptz),
  public.record_post_figures(uuid, jsonb, timestamptz, timestamptz),
  public.record_account_figures(uuid, timestamptz, bigint, timestamptz) to service_role;

-- Posts that are out: the names of their figures are today's, what is known is their first point, and they are asked for
-- again within a week, the newest first.
alter table public.post_deliveries disable trigger user;
update public.post_deliveries set figures = jsonb_strip_nulls(jsonb_build_object(
  'likes', figures -> 'likes', 'shares', figures -> 'reposts', 'comments', figures -> 'replies'))
where figures is not null;
update public.post_deliveries set figures = null where figures = '{}';
update public.post_deliveries set figures_due = now() + random() * least(now() - published_at, interval '7 days')
where state = 'published' and not by_hand and account_id is not null and published_at > now() - interval '365 days';
alter table public.post_deliveries enable trigger user;
insert into public.post_figures (delivery_id, taken_at, likes, shares, comments)
select id, figures_at, (figures ->> 'likes')::bigint, (figures ->> 'shares')::bigint, (figures ->> 'comments')::bigint
from public.post_deliveries where figures is not null and figures_at is not null;
