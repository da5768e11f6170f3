-- A file that a deleted post shows is in use until the post is gone for good: deleted sooner, it would be missing from the post that is brought back.
-- What is being purged uses nothing any more (begin_purge asks this view).
create or replace view public.media_usage with (security_invoker = true) as
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
