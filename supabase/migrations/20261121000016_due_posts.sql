-- What is asked for every half minute, or at every generation, is found by index, however many posts are out or wait.

-- claim_due_deliveries goes on with posts that are being published, too.
drop index public.scheduled_posts_due;
create index scheduled_posts_due on public.scheduled_posts (scheduled_time) where status in ('scheduled', 'publishing');
create index post_deliveries_lost on public.post_deliveries (lease_until) where state = 'publishing';

-- Posts that a project has for a day: made for it, or scheduled on it. Failed ones and cancelled slots do not count.
create index generation_runs_day on public.generation_runs (local_day);
create or replace function private.posts_of_day(project uuid, day date, day_start timestamptz, day_end timestamptz) returns integer
  language sql stable set search_path = ''
  as $$
    select count(*)::integer from (
      select c.id from public.generation_runs r join public.generated_content c on c.run_id = r.id
        where r.local_day = day and c.project_id = project and c.status <> 'failed'
      union
      select c.id from public.scheduled_posts s join public.generated_content c on c.id = s.content_id
        where s.scheduled_time >= day_start and s.scheduled_time < day_end and s.status not in ('cancelled', 'failed')
          and c.project_id = project and c.status <> 'failed'
    ) posts
  $$;
