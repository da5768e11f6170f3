-- Where the files of the bucket media-assets are used: a row for each file and each post that shows it, project whose video it is, or running
-- generation that has made it and not yet written its posts. `title` is the caption's beginning or the niche. Whoever reads it needs the tables'
-- policies (security_invoker).
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
select video_path, 'project', id, niche_name, null, created_at
from public.content_projects
where video_path is not null
union all
select file, 'run', r.id, p.niche_name, r.status, r.started_at
from public.generation_runs r
join public.content_projects p on p.id = r.project_id
cross join lateral unnest(r.files) as file
where r.status = 'running';
revoke all on public.media_usage from anon, authenticated;
grant select on public.media_usage to authenticated, service_role;

-- By a join, which is made for all files at once, and not at all where `used` is not asked for.
create or replace view public.media_files with (security_invoker = true) as
select o.id, o.name as path, o.created_at, o.metadata ->> 'mimetype' as mime_type, (o.metadata ->> 'size')::bigint as size_bytes,
  u.path is not null as used
from storage.objects o
left join (select distinct path from public.media_usage) u on u.path = o.name
where o.bucket_id = 'media-assets';
