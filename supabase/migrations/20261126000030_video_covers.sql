-- What a video is shown by before it plays, and what is said in it.

-- Whether these are the captions of a video (shared/posts/video-captions.ts has the same limits).
create function private.is_caption_list(captions jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select captions is null or (jsonb_typeof(captions) = 'array' and jsonb_array_length(captions) <= 500 and (
      select coalesce(bool_and(coalesce(
          jsonb_typeof(caption -> 'startMs') = 'number' and jsonb_typeof(caption -> 'endMs') = 'number' and jsonb_typeof(caption -> 'text') = 'string'
          and (caption -> 'startMs')::numeric between 0 and 86400000 and (caption -> 'endMs')::numeric between 0 and 86400000
          and char_length(caption ->> 'text') <= 500, false)), true)
      from jsonb_array_elements(captions) as caption))
  $$;
revoke all on function private.is_caption_list(jsonb) from public;
grant execute on function private.is_caption_list(jsonb) to authenticated, service_role;

alter table public.media_details
  add column cover_ms integer check (cover_ms between 0 and 86400000),
  add column captions jsonb check (private.is_caption_list(captions));
comment on column public.media_details.cover_ms is
  'Of a video: the frame that stands for it, in milliseconds from its start, which a post gets when the video goes into it. The poster shows it.';
comment on column public.media_details.captions is
  'Of a video: what is said or shown in it, as { startMs, endMs, text }, which a post gets when the video goes into it.';

-- As before (20261122080009), with both.
create or replace view public.media_objects with (security_invoker = true) as
select o.id, o.name as path, o.created_at,
  case when o.metadata ->> 'mimetype' like 'image/%' then 'picture' when o.metadata ->> 'mimetype' like 'video/%' then 'video' else 'file' end as kind,
  o.metadata ->> 'mimetype' as mime_type, coalesce((o.metadata ->> 'size')::bigint, 0) as size_bytes,
  d.name, coalesce(d.tags, '{}') as tags, coalesce(d.alt, '') as alt, d.width, d.height, d.duration_seconds, d.copy_of, d.deleted_at,
  (select private.used_files()) ? o.name as used,
  concat_ws(' ', d.name, array_to_string(d.tags, ' '), d.alt, (select private.used_files()) ->> o.name) as search_text,
  case when o.metadata ->> 'mimetype' like 'video/%' then
    (select p.name from storage.objects p where p.bucket_id = 'media-assets' and p.name = o.name || '.poster.jpg')
  end as poster,
  d.cover_ms, d.captions
from storage.objects o
left join public.media_details d on d.path = o.name
where o.bucket_id = 'media-assets'
  and not (o.name like '%.poster.jpg' and exists (
    select from storage.objects v where v.bucket_id = 'media-assets' and v.name = left(o.name, -length('.poster.jpg'))));

create or replace view public.media_files with (security_invoker = true) as select * from public.media_objects where deleted_at is null;
