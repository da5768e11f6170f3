-- The bucket of uploaded videos and drawn pictures, and its files as rows. It is private (§3): members fetch with their
-- token, and pages show pictures through signed URLs.

-- The same limits as VIDEO_MAX_BYTES and the types in shared/content-project.ts.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('media-assets', 'media-assets', false, 209715200, array['video/mp4', 'image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Without a comment of its own: a hosted project lets us create policies on storage.objects, but not comment on them.
create policy members_media_assets on storage.objects for all to authenticated
  using (bucket_id = 'media-assets' and (select private.is_member()))
  with check (bucket_id = 'media-assets' and (select private.is_member()));

-- The views obey the policies of what they read (security_invoker).

-- The posts that have files, so that the others need not be read.
create index generated_content_media on public.generated_content (id) where media <> '[]';
create index generated_content_media_url on public.generated_content (id) where media = '[]' and media_url is not null;

create view public.media_usage with (security_invoker = true) as
select slide.path, 'post' as kind, c.id, left(c.caption, 200) as title, c.status, c.created_at
from public.generated_content c
cross join lateral (select distinct item ->> 'path' as path from jsonb_array_elements(c.media) as item) slide
where c.media <> '[]' and slide.path is not null
union all
-- A post that came with only an address, from a tool of the member's own.
select regexp_replace(media_url, '^.*/media-assets/([^?#]+).*$', '\1'), 'post', id, left(caption, 200), status, created_at
from public.generated_content
where media = '[]' and media_url is not null and media_url ~ '/media-assets/[^?#]'
union all
select slide.path, 'bin', b.id, left(b.content ->> 'caption', 200), null, (b.content ->> 'created_at')::timestamptz
from public.content_bin b
cross join lateral (select distinct item ->> 'path' as path from jsonb_array_elements(b.content -> 'media') as item) slide
where not b.purging and slide.path is not null
union all
select regexp_replace(b.content ->> 'media_url', '^.*/media-assets/([^?#]+).*$', '\1'), 'bin', b.id, left(b.content ->> 'caption', 200), null,
  (b.content ->> 'created_at')::timestamptz
from public.content_bin b
where not b.purging and b.content -> 'media' = '[]' and b.content ->> 'media_url' ~ '/media-assets/[^?#]'
union all
select slide.path, 'series', s.id, left(s.content ->> 'caption', 200), null, s.created_at
from public.post_series s
cross join lateral (select distinct item ->> 'path' as path from jsonb_array_elements(coalesce(s.content -> 'media', '[]')) as item) slide
where s.stopped_at is null and s.next_on is not null and slide.path is not null
union all
select video_path, 'project', id, niche_name, null, created_at
from public.content_projects
where video_path is not null
union all
select file, 'run', r.id, p.niche_name, r.status, r.started_at
from public.generation_runs r
join public.content_projects p on p.id = r.project_id
cross join lateral unnest(r.files) as file
where r.status = 'running';
comment on view public.media_usage is
  'Where the files of the bucket are used, a row for each file and use: in a post or one in the bin (title is the '
  'beginning of its caption), in the posts that a series is still to make, as the video of a project, or by a running generation that has not written its posts '
  'yet (title is the niche).';

-- media_details

create function private.is_tag_list(tags text[]) returns boolean
  language sql immutable
  as $$ select cardinality(tags) <= 30 and coalesce(bool_and(tag ~ '^[^\s,#]' and char_length(tag) <= 40 and tag = lower(tag)), true) from unnest(tags) as tag $$;
revoke all on function private.is_tag_list(text[]) from public;
grant execute on function private.is_tag_list(text[]) to authenticated, service_role;

-- The same limits as in shared/posts/media-library.ts.
create table public.media_details (
  path text primary key check (char_length(path) between 1 and 1024),
  name text check (char_length(btrim(name)) between 1 and 200),
  tags text[] not null default '{}' check (private.is_tag_list(tags)),
  alt text not null default '' check (char_length(alt) <= 1000),
  width integer check (width > 0),
  height integer check (height > 0),
  duration_seconds real check (duration_seconds >= 0),
  copy_of text,
  deleted_at timestamptz,
  purging boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.media_details is
  'What is known of a file of the bucket media-assets beside its bytes. Recorded before the upload, so that a file never '
  'loses its name. Files that were uploaded, described or deleted by a person have a row; pictures that were only drawn '
  'for posts have none.';
comment on column public.media_details.path is 'Its name in the bucket.';
comment on column public.media_details.name is 'The name that the file had when it was uploaded, or that it was given since.';
comment on column public.media_details.alt is 'The description that a post gets when the file goes into it.';
comment on column public.media_details.copy_of is 'The path of the file of which this is a smaller copy.';
comment on column public.media_details.deleted_at is
  'When it was deleted from the library. The bytes stay for a day, and as long as a post or project uses them.';
comment on column public.media_details.purging is 'It is being removed for good, and can no longer be restored.';

create index media_details_deleted_at on public.media_details (deleted_at) where deleted_at is not null;
create trigger media_details_touch before update on public.media_details
  for each row execute function private.touch_updated_at();

alter table public.media_details enable row level security;
create policy members_all on public.media_details for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.media_details is 'Members name, tag, describe and delete files.';
revoke all on public.media_details from anon, authenticated;
grant select, insert, update, delete on public.media_details to authenticated, service_role;

-- The files that are used, each with the titles of what uses it. As one value, because a join with media_usage was made
-- again for each file wherever the database had no statistics yet, as after an import: a search of 10,000 files took minutes.
create function private.used_files() returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_object_agg(u.path, u.titles), '{}')
    from (select path, string_agg(title, ' ') as titles from public.media_usage group by path) u
  $$;
revoke all on function private.used_files() from public;
grant execute on function private.used_files() to authenticated, service_role;

-- Storage's own listing goes one folder at a time, and every post has a folder. What is used is looked up once for all
-- files, and not at all where it is not asked for. A poster is drawn by the browser that uploads a video
-- (shared/posts/media-bucket.ts), as <name of the video>.poster.jpg.
create view public.media_objects with (security_invoker = true) as
select o.id, o.name as path, o.created_at,
  case when o.metadata ->> 'mimetype' like 'image/%' then 'picture' when o.metadata ->> 'mimetype' like 'video/%' then 'video' else 'file' end as kind,
  o.metadata ->> 'mimetype' as mime_type, coalesce((o.metadata ->> 'size')::bigint, 0) as size_bytes,
  d.name, coalesce(d.tags, '{}') as tags, coalesce(d.alt, '') as alt, d.width, d.height, d.duration_seconds, d.copy_of, d.deleted_at,
  (select private.used_files()) ? o.name as used,
  concat_ws(' ', d.name, array_to_string(d.tags, ' '), d.alt, (select private.used_files()) ->> o.name) as search_text,
  case when o.metadata ->> 'mimetype' like 'video/%' then
    (select p.name from storage.objects p where p.bucket_id = 'media-assets' and p.name = o.name || '.poster.jpg')
  end as poster
from storage.objects o
left join public.media_details d on d.path = o.name
where o.bucket_id = 'media-assets'
  and not (o.name like '%.poster.jpg' and exists (
    select from storage.objects v where v.bucket_id = 'media-assets' and v.name = left(o.name, -length('.poster.jpg'))));
comment on view public.media_objects is
  'The files of the bucket media-assets, also deleted ones. The poster of a video has no row of its own unless the video is gone.';
comment on column public.media_objects.path is 'Its name in the bucket.';
comment on column public.media_objects.size_bytes is '0 where storage does not know it.';
comment on column public.media_objects.used is 'Whether media_usage has a row for it.';
comment on column public.media_objects.search_text is 'The name, the tags, the alt text, and the captions of the posts that use it.';
comment on column public.media_objects.poster is 'Of a video: the object of the bucket that shows a frame of it.';

create view public.media_files with (security_invoker = true) as select * from public.media_objects where deleted_at is null;
comment on view public.media_files is 'The Media Library: the files of the bucket media-assets that are not deleted.';

create view public.media_tags with (security_invoker = true) as
select tag, count(*)::integer as files
from public.media_details d cross join lateral unnest(d.tags) as tag
where d.deleted_at is null and exists (select from storage.objects o where o.bucket_id = 'media-assets' and o.name = d.path)
group by tag;
comment on view public.media_tags is 'The tags of the Media Library, each with how many files have it.';

revoke all on public.media_usage, public.media_objects, public.media_files, public.media_tags from anon, authenticated;
grant select on public.media_usage, public.media_objects, public.media_files, public.media_tags to authenticated, service_role;

-- Deletes files from the library; posts and projects that use them keep them. Returns the paths of those that were
-- there.
create function public.delete_media(paths text[], at timestamptz default now()) returns text[]
  language sql set search_path = ''
  as $$
  with marked as (
    insert into public.media_details (path, deleted_at)
      select f.path, delete_media.at from public.media_files f where f.path = any (delete_media.paths) order by f.path
      on conflict (path) do update set deleted_at = excluded.deleted_at where media_details.deleted_at is null
      returning path
  )
  select coalesce(array_agg(path), '{}') from marked
$$;

-- Brings deleted files back. Returns the paths of those that were still there.
create function public.restore_media(paths text[]) returns text[]
  language sql set search_path = ''
  as $$
  with restored as (
    update public.media_details d set deleted_at = null
      where d.path = any (restore_media.paths) and d.deleted_at is not null and not d.purging
        and exists (select from storage.objects o where o.bucket_id = 'media-assets' and o.name = d.path)
      returning d.path
  )
  select coalesce(array_agg(path), '{}') from restored
$$;

-- Follows a post whose words were drawn in another design (`card` of its media before and after). A picture that left is
-- deleted from the library as delete_media does, unless something else uses it or a person described it; one that came
-- back with Undo is restored.
create function private.follow_designs(before jsonb, after jsonb) returns void
  language plpgsql set search_path = ''
  as $$
declare
  gone text[] := array(select distinct b ->> 'path' from jsonb_array_elements(before) as b
    where exists (select from jsonb_array_elements(after) as a where a -> 'card' -> 'slide' = b -> 'card' -> 'slide')
      and not exists (select from jsonb_array_elements(after) as a where a ->> 'path' = b ->> 'path'));
  back text[] := array(select a ->> 'path' from jsonb_array_elements(after) as a
    where a ? 'card' and not exists (select from jsonb_array_elements(before) as b where b ->> 'path' = a ->> 'path'));
begin
  if gone <> '{}' then
    insert into public.media_details (path, deleted_at)
      select f.path, now() from public.media_files f
      where f.path = any (gone) and not exists (select from public.media_usage u where u.path = f.path) order by f.path
      on conflict (path) do nothing;
  end if;
  if back <> '{}' then
    delete from public.media_details d
      where d.path = any (back) and d.deleted_at is not null and not d.purging and d.name is null and d.tags = '{}' and d.alt = '';
  end if;
end $$;
revoke all on function private.follow_designs(jsonb, jsonb) from public;
grant execute on function private.follow_designs(jsonb, jsonb) to authenticated, service_role;

-- Adds and removes tags of several files at once, those without details as well. Returns how many files there were.
create function public.tag_media(paths text[], add text[], remove text[]) returns integer
  language sql set search_path = ''
  as $$
  with wanted as (
    select f.path, array(select distinct tag from unnest(f.tags || tag_media.add) as tag where tag <> all (tag_media.remove) order by tag) as tags
    from public.media_files f where f.path = any (tag_media.paths)
  ), tagged as (
    insert into public.media_details (path, tags) select w.path, w.tags from wanted w order by w.path
      on conflict (path) do update set tags = excluded.tags
      returning path
  )
  select count(*)::integer from tagged
$$;

-- Starts to remove what was deleted a day ago and nothing uses any longer, at most `most`, and returns its paths. The
-- caller removes the files, then deletes the rows; if it stops half-way, the next call returns the same paths again.
-- Details of files that never arrived, or that are gone, go at once.
create function public.begin_media_purge(most integer default 100, at timestamptz default now()) returns text[]
  language plpgsql set search_path = ''
  as $$
begin
  delete from public.media_details d
    where not d.purging and d.updated_at <= at - interval '1 day'
      and not exists (select from storage.objects o where o.bucket_id = 'media-assets' and o.name = d.path);
  update public.media_details d set purging = true
    from (select m.path from public.media_details m
      where m.deleted_at <= at - interval '1 day' and not exists (select from public.media_usage u where u.path = m.path)
      order by m.deleted_at, m.path limit most) due
    where d.path = due.path;
  return array(select d.path from public.media_details d where d.purging order by d.deleted_at, d.path limit most);
end $$;

revoke all on function public.delete_media(text[], timestamptz), public.restore_media(text[]), public.tag_media(text[], text[], text[]),
  public.begin_media_purge(integer, timestamptz) from public, anon;
grant execute on function public.delete_media(text[], timestamptz), public.restore_media(text[]), public.tag_media(text[], text[], text[]),
  public.begin_media_purge(integer, timestamptz) to authenticated, service_role;
