-- The bucket of uploaded videos and drawn pictures (§3). Private: members fetch with their token, and pages show pictures through signed URLs.
-- The limits are VIDEO_MAX_BYTES and the types that the product makes or takes (shared/content-project.ts).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('media-assets', 'media-assets', false, 209715200, array['video/mp4', 'image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create policy members_media_assets on storage.objects for all to authenticated
  using (bucket_id = 'media-assets' and (select private.is_member()))
  with check (bucket_id = 'media-assets' and (select private.is_member()));
