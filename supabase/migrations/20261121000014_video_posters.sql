-- A video's poster is an object beside it, <name of the video>.poster.jpg, drawn by the browser that uploads the video (shared/media-bucket.ts). It
-- belongs to its video: it is no file of its own, unless the video is gone.
create or replace view public.media_files with (security_invoker = true) as
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
