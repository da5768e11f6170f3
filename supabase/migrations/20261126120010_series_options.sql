-- Options that go with one text of a series: a title, a poll.

alter table public.post_series add column text_options jsonb not null default '[]'
  check (jsonb_typeof(text_options) = 'array' and jsonb_array_length(text_options) <= 20 and octet_length(text_options::text) <= 1000000);
comment on column public.post_series.text_options is
  'The options that go with each of its texts, in their order; null for a text that has those of the post itself or none (shared/posts/series-options.ts).';

-- As before (20261126000200), with the options of the texts.
drop function public.start_series(uuid, uuid, text[], jsonb, date);
create function public.start_series(series uuid, content uuid, texts text[], rule jsonb, next_on date, text_options jsonb default '[]') returns text
  language plpgsql set search_path = ''
  as $$
declare
  post public.generated_content;
begin
  select * into post from public.generated_content c where c.id = start_series.content for update;
  if exists (select from public.post_series s where s.id = series) then
    return 'done';
  elsif post.id is null then
    return 'gone';
  elsif exists (select from public.post_series s where s.id = post.series_id and s.stopped_at is null) then
    return 'series';
  end if;
  insert into public.post_series (id, content, texts, rule, next_on, text_options)
    values (series, jsonb_build_object('caption', post.caption, 'hashtags', post.hashtags, 'alternatives', post.alternatives,
      'account_versions', post.account_versions, 'first_comment', post.first_comment, 'as_document', post.as_document, 'link_card', post.link_card, 'options', post.options, 'platforms', post.platforms,
      'account_ids', post.account_ids, 'media', post.media), start_series.texts, start_series.rule, start_series.next_on, start_series.text_options);
  update public.generated_content c set series_id = series where c.id = start_series.content;
  return 'done';
end $$;

-- As before (20261122080011): a day may name the options of its post.
create or replace function public.make_series_posts(series uuid, days jsonb, next_on date, at timestamptz default now()) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  of_series public.post_series;
  wanted record;
  content public.generated_content;
  post uuid;
  made integer := 0;
  fields jsonb;
begin
  select * into of_series from public.post_series s where s.id = series and s.stopped_at is null for update;
  if not found then
    return 0;
  end if;
  for wanted in select * from jsonb_to_recordset(days) as d (day date, "time" timestamptz, text integer, options jsonb) where d."time" > at order by d.day loop
    post := gen_random_uuid();
    insert into public.series_posts (series_id, local_day, content_id) values (series, wanted.day, post) on conflict do nothing;
    continue when not found;
    fields := of_series.content || jsonb_build_object('caption', of_series.texts[wanted.text + 1]);
    if fields -> 'caption' <> of_series.content -> 'caption' then
      fields := fields || '{"alternatives": {}, "account_versions": {}}';
    end if;
    if wanted.options is not null then
      fields := fields || jsonb_build_object('options', wanted.options);
    end if;
    content := private.written_content(post, fields, 'scheduled');
    content.series_id := series;
    insert into public.generated_content select content.*;
    insert into public.scheduled_posts (content_id, scheduled_time) values (post, wanted."time");
    made := made + 1;
  end loop;
  update public.post_series s set next_on = make_series_posts.next_on where s.id = series;
  return made;
end $$;

-- As before (20261125210010), with the options of the texts.
drop function public.change_series(uuid, text[], jsonb, date, boolean);
create function public.change_series(series uuid, texts text[], rule jsonb, since date, replace boolean, text_options jsonb default '[]') returns jsonb
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
  update public.post_series s set texts = change_series.texts, rule = change_series.rule, next_on = next_day, text_options = change_series.text_options
    where s.id = series;
  return outcome;
end $$;

revoke all on function public.start_series(uuid, uuid, text[], jsonb, date, jsonb), public.change_series(uuid, text[], jsonb, date, boolean, jsonb)
  from public, anon;
grant execute on function public.start_series(uuid, uuid, text[], jsonb, date, jsonb), public.change_series(uuid, text[], jsonb, date, boolean, jsonb)
  to authenticated, service_role;
