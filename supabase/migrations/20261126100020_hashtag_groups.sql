-- Hashtags that are kept together by a name, to be put into a post at once.

create table public.hashtag_groups (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  name text not null check (char_length(name) between 1 and 60 and btrim(name) = name),
  hashtags text[] not null check (
    cardinality(hashtags) between 1 and 100 and array_position(hashtags, null) is null
    and octet_length(array_to_string(hashtags, ' ')) <= 20000
  )
);
comment on table public.hashtag_groups is 'Hashtags that are kept by name.';
create unique index hashtag_groups_name on public.hashtag_groups (lower(name));

-- As hashtags of posts are stored: "bread, #Rye" is {#bread,#Rye}.
create function private.note_group_hashtags() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.hashtags := private.hashtags_of(new.hashtags);
  return new;
end $$;
revoke all on function private.note_group_hashtags() from public;
create trigger hashtag_groups_hashtags before insert or update of hashtags on public.hashtag_groups
  for each row execute function private.note_group_hashtags();

alter table public.hashtag_groups enable row level security;
create policy members_all on public.hashtag_groups for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.hashtag_groups is 'Members manage the hashtag groups.';
revoke all on public.hashtag_groups from anon, authenticated;
grant select, insert, update, delete on public.hashtag_groups to authenticated, service_role;
