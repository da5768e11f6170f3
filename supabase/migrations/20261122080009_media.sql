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

-- Both views obey the policies of what they read (security_invoker).

create view public.media_usage with (security_invoker = true) as
select slide.path, 'post' as kind, c.id, left(c.caption, 200) as title, c.status, c.created_at
from public.generated_content c
cross join lateral (select distinct item ->> 'path' as path from jsonb_array_elements(c.media) as item) slide
where slide.path is not null
union all
-- A post that came with only an address, from a tool of the member's own.
select regexp_replace(media_url, '^.*/media-assets/([^?#]+).*$', '\1'), 'post', id, left(caption, 200), status, created_at
from public.generated_content
where media = '[]' and media_url ~ '/media-assets/[^?#]'
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
  'beginning of its caption), as the video of a project, or by a running generation that has not written its posts '
  'yet (title is the niche).';

-- Storage's own listing goes one folder at a time, and every post has a folder. `used` is a join, which is made once
-- for all files, and not at all where it is not asked for. A poster is drawn by the browser that uploads a video
-- (shared/media-bucket.ts), as <name of the video>.poster.jpg.
create view public.media_files with (security_invoker = true) as
select o.id, o.name as path, o.created_at, o.metadata ->> 'mimetype' as mime_type, (o.metadata ->> 'size')::bigint as size_bytes,
  u.path is not null as used,
  case when o.metadata ->> 'mimetype' like 'video/%' then
    (select p.name from storage.objects p where p.bucket_id = 'media-assets' and p.name = o.name || '.poster.jpg')
  end as poster
from storage.objects o
left join (select distinct path from public.media_usage) u on u.path = o.name
where o.bucket_id = 'media-assets'
  and not (o.name like '%.poster.jpg' and exists (
    select from storage.objects v where v.bucket_id = 'media-assets' and v.name = left(o.name, -length('.poster.jpg'))));
comment on view public.media_files is
  'The files of the bucket media-assets. The poster of a video has no row of its own unless the video is gone.';
comment on column public.media_files.path is 'Its name in the bucket.';
comment on column public.media_files.used is 'Whether media_usage has a row for it.';
comment on column public.media_files.poster is 'Of a video: the object of the bucket that shows a frame of it.';

revoke all on public.media_usage, public.media_files from anon, authenticated;
grant select on public.media_usage, public.media_files to authenticated, service_role;
