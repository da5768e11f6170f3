-- One list of posts for the Scheduler: what has a time by its places in the timeline, everything else once, as a draft.
-- Cancelled places are only in the calendar: their content is a draft again, or has another place.

-- May be null: rows of the bin and of save_content are populated from what was written before there were labels.
alter table public.generated_content add column labels text[]
  check (cardinality(labels) <= 20 and array_position(labels, null) is null and octet_length(labels::text) <= 2000);
comment on column public.generated_content.labels is 'What members sort posts by. Null: nothing.';

create view public.listed_posts with (security_invoker = true) as
select p.id, p.content_id, p.status, p.scheduled_time as at, c.platforms, c.project_id, c.labels,
  c.caption || E'\n' || array_to_string(c.hashtags, ' ') || E'\n' || c.first_comment || E'\n' || coalesce(array_to_string(c.labels, ' '), '') as words
from public.scheduled_posts p join public.generated_content c on c.id = p.content_id
where p.status <> 'cancelled'
union all
select c.id, c.id, 'draft', c.created_at, c.platforms, c.project_id, c.labels,
  c.caption || E'\n' || array_to_string(c.hashtags, ' ') || E'\n' || c.first_comment || E'\n' || coalesce(array_to_string(c.labels, ' '), '')
from public.generated_content c
where not exists (select from public.scheduled_posts p where p.content_id = c.id and p.status <> 'cancelled');
comment on view public.listed_posts is
  'Each post once: by its place in the timeline or, without one, by its content and when that was made. `words` are what is searched.';

-- How many there are for each filter: few rows, whatever the tables hold. Each of `terms` is a pattern that the words match.
create function public.count_posts(terms text[] default '{}') returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(to_jsonb(counted)), '[]') from (
      select l.status, l.platforms, l.project_id, l.labels, count(*)::integer as count from public.listed_posts l
      where terms = '{}' or l.words ilike all (terms)
      group by l.status, l.platforms, l.project_id, l.labels) counted
  $$;

revoke all on public.listed_posts from anon, authenticated;
grant select on public.listed_posts to authenticated, service_role;
revoke all on function public.count_posts(text[]) from public, anon;
grant execute on function public.count_posts(text[]) to authenticated, service_role;

-- What counted two lists.
drop view public.post_counts;
drop view public.content_counts;
drop function private.post_counts();
