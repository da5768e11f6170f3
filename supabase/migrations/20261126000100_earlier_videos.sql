-- The video that is made of a post takes the place of one that was made of it before.

alter table public.media_details add column made_of uuid;
comment on column public.media_details.made_of is
  'Of a video that was made of a post: the id of its content, which may be gone. Null for files that people brought.';
create index media_details_made_of on public.media_details (made_of) where made_of is not null;

-- Deletes from the library, as delete_media does, the videos that were made of a post before `kept`, save for those that
-- something uses and those that a person tagged. Returns their paths.
create function public.delete_earlier_videos(content uuid, kept text, at timestamptz default now()) returns text[]
  language sql set search_path = ''
  as $$
  with deleted as (
    update public.media_details d set deleted_at = delete_earlier_videos.at
      where d.made_of = delete_earlier_videos.content and d.path <> delete_earlier_videos.kept and d.deleted_at is null and d.tags = '{}'
        and not exists (select from public.media_usage u where u.path = d.path)
      returning d.path
  )
  select coalesce(array_agg(path), '{}') from deleted
$$;
revoke all on function public.delete_earlier_videos(uuid, text, timestamptz) from public, anon;
grant execute on function public.delete_earlier_videos(uuid, text, timestamptz) to authenticated, service_role;
