-- What the Scheduler asks of the database: a way to notice that somebody else changed a post meanwhile, and the counts beside its filters.

alter table public.generated_content add column updated_at timestamptz not null default now();
create trigger generated_content_touch before update on public.generated_content
  for each row execute function private.touch_updated_at();

-- How many rows there are of each status and set of platforms: a handful of rows, whatever the table holds. Whoever reads them needs the tables'
-- policies (security_invoker).
create view public.content_counts with (security_invoker = true) as
select status, platforms, count(*)::integer as count from public.generated_content group by status, platforms;

create view public.post_counts with (security_invoker = true) as
select p.status, c.platforms, count(*)::integer as count
from public.scheduled_posts p join public.generated_content c on c.id = p.content_id
group by p.status, c.platforms;

revoke all on public.content_counts, public.post_counts from anon, authenticated;
grant select on public.content_counts, public.post_counts to authenticated, service_role;
