-- More sources for a project than its two required ones.

create function private.is_source_list(urls text[]) returns boolean
  language sql immutable set search_path = ''
  as $$ select coalesce(bool_and(url ~* '^https?://' and char_length(url) <= 2048), true) from unnest(urls) as url $$;
revoke all on function private.is_source_list(text[]) from public;
grant execute on function private.is_source_list(text[]) to authenticated, service_role;

alter table public.content_projects
  add column extra_sources text[] not null default '{}' check (cardinality(extra_sources) <= 8 and private.is_source_list(extra_sources));
comment on column public.content_projects.extra_sources is 'Pages or feeds that its posts draw on besides the two of source_url_1 and source_url_2.';
comment on table public.content_projects is 'A niche, the sources that its posts draw on, and where and how often to post.';

-- Projects that were deleted before this come back without any.
update public.project_bin set project = project || '{"extra_sources": []}' where not project ? 'extra_sources';
