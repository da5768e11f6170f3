-- Many posts at once: posts imported from a file, changes to several posts, and posts that repeat. Each function runs with
-- the rights of its caller and is all or nothing. Locks are taken in the order of the timeline's own functions.

-- post_imports

create table public.post_imports (
  id uuid primary key,
  created_at timestamptz not null default now(),
  content_ids uuid[] not null,
  undone_at timestamptz
);
comment on table public.post_imports is
  'Files of posts that were imported, each under an id of its sender, so that a file that is sent twice makes nothing twice.';
comment on column public.post_imports.content_ids is 'The posts that it made, in the order of the file. Some may be gone since.';

alter table public.post_imports enable row level security;
create policy members_all on public.post_imports for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.post_imports is 'Members import posts.';
revoke all on public.post_imports from anon, authenticated;
grant select, insert, update, delete on public.post_imports to authenticated, service_role;

-- Makes the posts of a file: [{ fields, time }], each scheduled at its time or, without one, a draft. Returns { state,
-- posts }: 'done', also where the same import was made before; 'late' where the first time has passed, and nothing was
-- made.
create function public.import_posts(import uuid, posts jsonb, at timestamptz default now()) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  made uuid[];
begin
  if jsonb_typeof(posts) is distinct from 'array' or jsonb_array_length(posts) not between 1 and 1000 then
    raise exception 'An import has 1 to 1,000 posts.' using errcode = '22023';
  end if;
  if exists (select from jsonb_array_elements(posts) as p where (p ->> 'time')::timestamptz <= at) then
    select i.content_ids into made from public.post_imports i where i.id = import;
    return jsonb_build_object('state', case when made is null then 'late' else 'done' end, 'posts', coalesce(cardinality(made), 0));
  end if;
  made := array(select gen_random_uuid() from jsonb_array_elements(posts));
  insert into public.post_imports (id, content_ids) values (import, made) on conflict do nothing;
  if not found then
    return jsonb_build_object('state', 'done', 'posts', (select cardinality(i.content_ids) from public.post_imports i where i.id = import));
  end if;
  insert into public.generated_content
    select w.* from jsonb_array_elements(posts) with ordinality as p (post, place)
      cross join lateral private.written_content(made[p.place], p.post -> 'fields',
        case when p.post ->> 'time' is null then 'draft' else 'scheduled' end) as w;
  insert into public.scheduled_posts (content_id, scheduled_time)
    select made[p.place], (p.post ->> 'time')::timestamptz from jsonb_array_elements(posts) with ordinality as p (post, place)
    where p.post ->> 'time' is not null;
  return jsonb_build_object('state', 'done', 'posts', cardinality(made));
end $$;

-- Deletes posts with their places in the timeline, all that are still there. They can be restored. Returns { state: 'done',
-- posts: what was deleted }, or { state: 'refused', posts: those being published } when nothing was.
create function public.delete_contents(contents uuid[]) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  busy uuid[];
  gone uuid[];
begin
  perform 1 from public.generated_content where id = any (contents) order by id for update;
  perform 1 from public.scheduled_posts where content_id = any (contents) order by id for update;
  busy := array(select distinct p.content_id from public.scheduled_posts p where p.content_id = any (contents) and p.status = 'publishing');
  if busy <> '{}' then
    return jsonb_build_object('state', 'refused', 'posts', to_jsonb(busy));
  end if;
  with deleted as (delete from public.generated_content where id = any (contents) returning id)
  select coalesce(array_agg(id), '{}') into gone from deleted;
  return jsonb_build_object('state', 'done', 'posts', to_jsonb(gone));
end $$;

-- Brings deleted posts back. Returns how many of them were still there.
create function public.restore_contents(contents uuid[]) returns integer
  language sql set search_path = ''
  as $$ select count(*)::integer from unnest($1) as content where public.restore_content(content) $$;

-- Deletes the posts of an import. Returns as delete_contents, or { state: 'published' } where something of it is out
-- already: then nothing is deleted; { state: 'gone' } for no such import.
create function public.undo_import(import uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  made uuid[];
  outcome jsonb;
begin
  select i.content_ids into made from public.post_imports i where i.id = import for update;
  if not found then
    return jsonb_build_object('state', 'gone', 'posts', '[]'::jsonb);
  end if;
  if exists (select from public.scheduled_posts p where p.content_id = any (made) and p.status in ('published', 'needs_review', 'failed')) then
    return jsonb_build_object('state', 'published', 'posts', '[]'::jsonb);
  end if;
  outcome := public.delete_contents(made);
  if outcome ->> 'state' = 'done' then
    update public.post_imports i set undone_at = now() where i.id = import;
  end if;
  return outcome;
end $$;

-- Changes to several posts. Each returns { state: 'done', posts: [] }, or { state: 'refused', posts: [{ id, why }] } when
-- nothing was changed; why is 'gone', 'moved', 'past', or the status that stood in the way.

-- Moves waiting posts: [{ id, seen, time }], provided that each still waits where it was seen.
create function public.move_posts(moves jsonb, at timestamptz default now()) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  refused jsonb;
begin
  perform private.lock_posts(array(select (m ->> 'id')::uuid from jsonb_array_elements(moves) as m));
  select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'why', w.why)), '[]') into refused from (
    select m.id, case
      when p.id is null then 'gone'
      when p.status <> 'scheduled' then p.status
      when p.scheduled_time <> m.seen then 'moved'
      when m."time" <= at then 'past' end as why
    from jsonb_to_recordset(moves) as m (id uuid, seen timestamptz, "time" timestamptz)
      left join public.scheduled_posts p on p.id = m.id
  ) w where w.why is not null;
  if refused <> '[]' then
    return jsonb_build_object('state', 'refused', 'posts', refused);
  end if;
  update public.scheduled_posts p set scheduled_time = m."time"
    from jsonb_to_recordset(moves) as m (id uuid, "time" timestamptz) where p.id = m.id and p.scheduled_time <> m."time";
  return jsonb_build_object('state', 'done', 'posts', '[]'::jsonb);
end $$;

-- Cancels waiting posts; their contents are drafts again, and saved.
create function public.cancel_posts(posts uuid[]) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  refused jsonb;
begin
  perform private.lock_posts(posts);
  select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'why', coalesce(p.status, 'gone'))), '[]') into refused
    from unnest(posts) as w (id) left join public.scheduled_posts p on p.id = w.id where p.status is distinct from 'scheduled';
  if refused <> '[]' then
    return jsonb_build_object('state', 'refused', 'posts', refused);
  end if;
  perform public.cancel_post(w.id) from unnest(posts) as w (id);
  return jsonb_build_object('state', 'done', 'posts', '[]'::jsonb);
end $$;

-- Undoes cancel_posts: each goes back to the time it was cancelled at, which its row keeps, whatever a screen last saw.
create function public.restore_posts(posts uuid[], at timestamptz default now()) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  refused jsonb;
begin
  perform private.lock_posts(posts);
  select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'why', w.why)), '[]') into refused from (
    select m.id, case when p.id is null then 'gone' when p.status <> 'cancelled' then p.status when p.scheduled_time <= at then 'past' end as why
    from unnest(posts) as m (id) left join public.scheduled_posts p on p.id = m.id
  ) w where w.why is not null;
  if refused <> '[]' then
    return jsonb_build_object('state', 'refused', 'posts', refused);
  end if;
  perform public.restore_post(p.id) from unnest(posts) as p (id);
  return jsonb_build_object('state', 'done', 'posts', '[]'::jsonb);
end $$;

-- Saves posts, or takes that back. Returns the ids of those that were not so before.
create function public.save_contents(contents uuid[], saved boolean) returns jsonb
  language sql set search_path = ''
  as $$
    with changed as (
      update public.generated_content c set saved_at = case when $2 then now() end
      where c.id = any ($1) and (c.saved_at is not null) <> $2
      returning c.id
    )
    select coalesce(jsonb_agg(id), '[]') from changed
  $$;

-- series_posts

-- The key is what keeps a post from being made twice, also where its post was deleted.
create table public.series_posts (
  series_id uuid not null references public.post_series (id) on delete cascade,
  local_day date not null,
  content_id uuid not null,
  primary key (series_id, local_day)
);
comment on table public.series_posts is 'The posts that were made for a series, each for a local date. A post may be gone since.';

create index series_posts_content on public.series_posts (content_id);

alter table public.series_posts enable row level security;
create policy members_all on public.series_posts for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.series_posts is 'Members see and make the posts of series.';
revoke all on public.series_posts from anon, authenticated;
grant select, insert, update, delete on public.series_posts to authenticated, service_role;

-- Starts a series from a post, whose words, media, platforms and accounts it takes over; texts are its captions in turn. The
-- versions for platforms and accounts go only with the text that they are of. Returns 'done', also where that series is
-- there already; 'gone'; or 'series' where the post belongs to one.
create function public.start_series(series uuid, content uuid, texts text[], rule jsonb, next_on date) returns text
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
  insert into public.post_series (id, content, texts, rule, next_on)
    values (series, jsonb_build_object('caption', post.caption, 'hashtags', post.hashtags, 'alternatives', post.alternatives,
      'account_versions', post.account_versions, 'first_comment', post.first_comment, 'as_document', post.as_document, 'platforms', post.platforms,
      'account_ids', post.account_ids, 'media', post.media), start_series.texts, start_series.rule, start_series.next_on);
  update public.generated_content c set series_id = series where c.id = start_series.content;
  return 'done';
end $$;

-- Makes posts of a series: [{ day, time, text }], text being the place of its caption from 0, and notes that the next ones
-- are those from next_on. Days that have a post already, or had one, get no other; times that have passed get none.
-- Returns how many were made.
create function public.make_series_posts(series uuid, days jsonb, next_on date, at timestamptz default now()) returns integer
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
  for wanted in select * from jsonb_to_recordset(days) as d (day date, "time" timestamptz, text integer) where d."time" > at order by d.day loop
    post := gen_random_uuid();
    insert into public.series_posts (series_id, local_day, content_id) values (series, wanted.day, post) on conflict do nothing;
    continue when not found;
    fields := of_series.content || jsonb_build_object('caption', of_series.texts[wanted.text + 1]);
    if fields -> 'caption' <> of_series.content -> 'caption' then
      fields := fields || '{"alternatives": {}, "account_versions": {}}';
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

-- Stops a series and deletes those of its posts that only wait. Returns { state: 'done', posts:
-- what was deleted }, or { state: 'gone' } where it was stopped already.
create function public.stop_series(series uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  waiting uuid[];
begin
  update public.post_series s set stopped_at = now() where s.id = series and s.stopped_at is null;
  if not found then
    return jsonb_build_object('state', 'gone', 'posts', '[]'::jsonb);
  end if;
  perform 1 from public.generated_content c where c.series_id = series order by c.id for update;
  perform 1 from public.scheduled_posts p join public.series_posts s on s.content_id = p.content_id where s.series_id = series order by p.id for update of p;
  waiting := array(select s.content_id from public.series_posts s
    where s.series_id = series and exists (select from public.scheduled_posts p where p.content_id = s.content_id and p.status = 'scheduled')
      and not exists (select from public.scheduled_posts p where p.content_id = s.content_id and p.status <> 'scheduled'));
  return public.delete_contents(waiting);
end $$;

-- Undoes stop_series with the posts that it deleted. Returns false when the series is gone.
create function public.resume_series(series uuid, contents uuid[]) returns boolean
  language plpgsql set search_path = ''
  as $$
begin
  update public.post_series s set stopped_at = null where s.id = series;
  if not found then
    return false;
  end if;
  perform public.restore_contents(contents);
  return true;
end $$;

revoke all on function public.import_posts(uuid, jsonb, timestamptz), public.undo_import(uuid), public.delete_contents(uuid[]),
  public.restore_contents(uuid[]), public.move_posts(jsonb, timestamptz), public.cancel_posts(uuid[]), public.restore_posts(uuid[], timestamptz),
  public.save_contents(uuid[], boolean), public.start_series(uuid, uuid, text[], jsonb, date),
  public.make_series_posts(uuid, jsonb, date, timestamptz), public.stop_series(uuid), public.resume_series(uuid, uuid[]) from public, anon;
grant execute on function public.import_posts(uuid, jsonb, timestamptz), public.undo_import(uuid), public.delete_contents(uuid[]),
  public.restore_contents(uuid[]), public.move_posts(jsonb, timestamptz), public.cancel_posts(uuid[]), public.restore_posts(uuid[], timestamptz),
  public.save_contents(uuid[], boolean), public.start_series(uuid, uuid, text[], jsonb, date),
  public.make_series_posts(uuid, jsonb, date, timestamptz), public.stop_series(uuid), public.resume_series(uuid, uuid[])
  to authenticated, service_role;
