-- Changing what repeats.

-- Changes the texts and the rule of a series. Its posts that only wait stay as they are, and the change counts for those
-- after them; or, with `replace`, they are deleted, to be made anew from `since`, a local date. Returns { state: 'done', posts:
-- what was deleted }; 'gone' where it was stopped; 'refused' where one of the posts is being published: then nothing changes.
create function public.change_series(series uuid, texts text[], rule jsonb, since date, replace boolean) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  waiting uuid[] := '{}';
  outcome jsonb := jsonb_build_object('state', 'done', 'posts', '[]'::jsonb);
  next_day date := since;
begin
  perform 1 from public.post_series s where s.id = series and s.stopped_at is null for update;
  if not found then
    return jsonb_build_object('state', 'gone', 'posts', '[]'::jsonb);
  end if;
  if replace then
    perform 1 from public.generated_content c where c.series_id = series order by c.id for update;
    waiting := array(select s.content_id from public.series_posts s
      where s.series_id = series and exists (select from public.scheduled_posts p where p.content_id = s.content_id and p.status = 'scheduled')
        and not exists (select from public.scheduled_posts p where p.content_id = s.content_id and p.status <> 'scheduled'));
    outcome := public.delete_contents(waiting);
    if outcome ->> 'state' <> 'done' then
      return outcome;
    end if;
    delete from public.series_posts s where s.series_id = series and s.content_id = any (waiting);
  else
    next_day := greatest(since, (select max(s.local_day) + 1 from public.series_posts s where s.series_id = series));
  end if;
  update public.post_series s set texts = change_series.texts, rule = change_series.rule, next_on = next_day where s.id = series;
  return outcome;
end $$;

revoke all on function public.change_series(uuid, text[], jsonb, date, boolean) from public, anon;
grant execute on function public.change_series(uuid, text[], jsonb, date, boolean) to authenticated, service_role;
