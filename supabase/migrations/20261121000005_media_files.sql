-- The files of the bucket media-assets as rows, newest first by created_at: storage's own listing answers one folder at a time, and every post has
-- a folder. Whoever reads it needs the bucket's policy (security_invoker).
create view public.media_files with (security_invoker = true) as
select id, name as path, created_at, metadata ->> 'mimetype' as mime_type, (metadata ->> 'size')::bigint as size_bytes
from storage.objects
where bucket_id = 'media-assets';
revoke all on public.media_files from anon, authenticated;
grant select on public.media_files to authenticated, service_role;
