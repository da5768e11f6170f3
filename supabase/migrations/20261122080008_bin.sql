-- How content and projects go: unsaved drafts expire after 7 days, and everything that is deleted can be restored from
-- the bin for a day.

-- Retention: a post that becomes an unsaved draft late in its life gets its full 7 days.
create function private.restart_retention() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.unsaved_since := now();
  return new;
end $$;
create trigger generated_content_unsaved before update on public.generated_content
  for each row when (new.status = 'draft' and new.saved_at is null and (old.status <> 'draft' or old.saved_at is not null))
  execute function private.restart_retention();

-- The same for a draft that loses a place in the timeline.
create function private.restart_retention_of_content() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  update public.generated_content set unsaved_since = now() where id = old.content_id and status = 'draft' and saved_at is null;
  return null;
end $$;
create trigger scheduled_posts_left after delete on public.scheduled_posts
  for each row when (old.status <> 'cancelled') execute function private.restart_retention_of_content();
create trigger scheduled_posts_cancelled after update of status on public.scheduled_posts
  for each row when (old.status <> 'cancelled' and new.status = 'cancelled') execute function private.restart_retention_of_content();

revoke all on function private.restart_retention(), private.restart_retention_of_content() from public;

-- content_bin

create table public.content_bin (
  id uuid primary key,
  deleted_at timestamptz not null default now(),
  content jsonb not null,
  posts jsonb not null default '[]',
  deliveries jsonb not null default '[]',
  remove_files boolean not null default false,
  purging boolean not null default false
);
comment on table public.content_bin is
  'Deleted content with its places in the timeline, kept for a day so that deleting can be undone.';
comment on column public.content_bin.id is 'The id that the content had.';
comment on column public.content_bin.content is 'The row as it was.';
comment on column public.content_bin.posts is 'Its rows of scheduled_posts as they were.';
comment on column public.content_bin.deliveries is
  'Its rows of post_deliveries as they were, each with its account''s label: what was published stays known when it is restored.';
comment on column public.content_bin.remove_files is
  'Whether the pictures drawn for it go with it: those of a draft that expired do, those of a post that a person '
  'deleted stay in the Media Library. What a person uploaded, named or described always stays.';
comment on column public.content_bin.purging is 'It is being removed for good, and can no longer be restored.';

create index content_bin_deleted_at on public.content_bin (deleted_at);

alter table public.content_bin enable row level security;
create policy members_all on public.content_bin for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.content_bin is 'Members delete and restore posts.';
revoke all on public.content_bin from anon, authenticated;
grant select, insert, update, delete on public.content_bin to authenticated, service_role;

-- Every delete goes through the bin, whoever makes it. Each delivery keeps its account's label: the account may be gone
-- when it comes back.
create function private.bin_deleted_content() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  -- None of them changes between being read and being deleted.
  perform 1 from public.post_deliveries d join public.scheduled_posts p on p.id = d.scheduled_post_id
    where p.content_id = old.id order by d.id for update of d;
  insert into public.content_bin (id, content, posts, deliveries)
    values (old.id, to_jsonb(old),
      coalesce((select jsonb_agg(to_jsonb(p)) from public.scheduled_posts p where p.content_id = old.id), '[]'),
      coalesce((select jsonb_agg(to_jsonb(d) || jsonb_build_object('account_label', coalesce(a.account_label, d.account_label)))
        from public.post_deliveries d
          join public.scheduled_posts p on p.id = d.scheduled_post_id
          left join public.social_accounts a on a.id = d.account_id
        where p.content_id = old.id), '[]'))
    on conflict (id) do update set deleted_at = excluded.deleted_at, content = excluded.content, posts = excluded.posts,
      deliveries = excluded.deliveries, remove_files = false, purging = false;
  return old;
end $$;
create trigger generated_content_bin before delete on public.generated_content
  for each row execute function private.bin_deleted_content();

-- Deletes drafts that have been unsaved for 7 days and have no place in the timeline (§9; shared/content-retention.ts
-- has the same rule), at most `most`. Returns how many.
create function public.bin_expired_content(most integer default 500, at timestamptz default now()) returns integer
  language plpgsql set search_path = ''
  as $$
declare
  gone uuid[];
begin
  with expired as (
    select c.id from public.generated_content c
    where c.saved_at is null and c.status = 'draft'
      and greatest(c.created_at, c.unsaved_since) <= at - interval '7 days'
      and not exists (select from public.scheduled_posts p where p.content_id = c.id and p.status <> 'cancelled')
    order by greatest(c.created_at, c.unsaved_since), c.id
    limit most
    for update of c skip locked
  ), deleted as (
    delete from public.generated_content c using expired where c.id = expired.id returning c.id
  )
  select coalesce(array_agg(id), '{}') into gone from deleted;
  update public.content_bin set deleted_at = at, remove_files = true where id = any (gone);
  return cardinality(gone);
end $$;

-- Brings back the deliveries of posts that have come back: what was not begun is cancelled with its post, and what may
-- have gone out while its post was in the bin is to be looked at. Those of accounts that are gone are kept as the
-- removal of an account keeps them.
create function private.restore_deliveries(deliveries jsonb) returns void
  language plpgsql set search_path = ''
  as $$
begin
  insert into public.post_deliveries
    select (jsonb_populate_record(d, jsonb_build_object(
      'account_id', a.id,
      'removed_account_id', case when a.id is null then coalesce(d.account_id, d.removed_account_id) end,
      'account_label', case when a.id is null then d.account_label end,
      'state', case
        when d.state = 'publishing' then 'needs_review'
        when d.state in ('pending', 'preparing', 'waiting') and (p.status = 'cancelled' or (a.id is null and d.account_id is not null)) then 'cancelled'
        when d.state = 'preparing' then 'pending'
        else d.state end,
      'waits_for', case when p.status <> 'cancelled' and (a.id is not null or d.account_id is null)
        then case when d.waits_for = 'reconnect' and c.state = 'ready' then 'late' when c.state is null and d.state = 'waiting' then 'by_hand' else d.waits_for end end,
      'error_class', case when d.state = 'publishing' then 'unknown' else d.error_class end,
      'lease_owner', null,
      'lease_until', null))).*
    from jsonb_populate_recordset(null::public.post_deliveries, restore_deliveries.deliveries) d
      join public.scheduled_posts p on p.id = d.scheduled_post_id
      left join public.social_accounts a on a.id = coalesce(d.account_id, d.removed_account_id) and a.platform = d.platform
      left join public.channels c on c.account_id = a.id;
end $$;
revoke all on function private.restore_deliveries(jsonb) from public;
grant execute on function private.restore_deliveries(jsonb) to authenticated, service_role;

-- Restores deleted content, saved, so that it does not expire again. Its places in the timeline come back as well;
-- those whose time has passed are cancelled. So do its deliveries; they tell what became of a post that was being
-- published. Returns false when it is no longer there.
create function public.restore_content(content uuid) returns boolean
  language plpgsql set search_path = ''
  as $$
declare
  kept public.content_bin;
  row public.generated_content;
  under_way uuid[];
begin
  delete from public.content_bin b where b.id = restore_content.content and not b.purging returning * into kept;
  if not found then
    return false;
  end if;
  select array_agg((p ->> 'id')::uuid) into under_way from jsonb_array_elements(kept.posts) as p where p ->> 'status' = 'publishing';
  select coalesce(jsonb_agg(case
      when p ->> 'status' = 'publishing' or (p ->> 'status' = 'scheduled' and (p ->> 'scheduled_time')::timestamptz <= now())
        then p || '{"status": "cancelled"}' else p || '{"checked_at": null}' end), '[]')
    into kept.posts from jsonb_array_elements(kept.posts) as p;
  row := jsonb_populate_record(null::public.generated_content, kept.content);
  row.saved_at := coalesce(row.saved_at, now());
  row.project_id := (select id from public.content_projects where id = row.project_id);
  row.template_id := (select id from public.content_style_templates where id = row.template_id);
  row.run_id := (select id from public.generation_runs where id = row.run_id);
  row.series_id := (select id from public.post_series where id = row.series_id);
  insert into public.generated_content select row.*;
  insert into public.scheduled_posts select * from jsonb_populate_recordset(null::public.scheduled_posts, kept.posts);
  perform private.restore_deliveries(kept.deliveries);
  update public.scheduled_posts p set status = private.post_status(p.id) where p.id = any (under_way);
  perform private.settle_posts(array(select distinct (d ->> 'scheduled_post_id')::uuid from jsonb_array_elements(kept.deliveries) as d));
  perform private.release_content(row.id);
  return true;
end $$;

-- project_bin

create table public.project_bin (
  id uuid primary key,
  deleted_at timestamptz not null default now(),
  project jsonb not null,
  posts jsonb not null default '[]',
  runs jsonb not null default '[]'
);
comment on table public.project_bin is 'Deleted projects, kept for a day so that deleting can be undone.';
comment on column public.project_bin.id is 'The id that the project had.';
comment on column public.project_bin.project is 'The row as it was.';
comment on column public.project_bin.posts is
  'Its posts, which stay where they are: [{ id, run }], with the run that made each.';
comment on column public.project_bin.runs is 'Its rows of generation_runs that had ended.';

alter table public.project_bin enable row level security;
create policy members_all on public.project_bin for all to authenticated
  using ((select private.is_member())) with check ((select private.is_member()));
comment on policy members_all on public.project_bin is 'Members delete and restore projects.';
revoke all on public.project_bin from anon, authenticated;
grant select, insert, update, delete on public.project_bin to authenticated, service_role;

-- Every delete goes through the bin, whoever makes it.
create function private.bin_deleted_project() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  insert into public.project_bin (id, project, posts, runs)
    values (old.id, to_jsonb(old),
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'run', c.run_id))
        from public.generated_content c where c.project_id = old.id), '[]'),
      coalesce((select jsonb_agg(to_jsonb(r))
        from public.generation_runs r where r.project_id = old.id and r.status <> 'running'), '[]'))
    on conflict (id) do update
      set deleted_at = excluded.deleted_at, project = excluded.project, posts = excluded.posts, runs = excluded.runs;
  return old;
end $$;
create trigger content_projects_bin before delete on public.content_projects
  for each row execute function private.bin_deleted_project();

-- Restores a deleted project, and with it which posts it made. A video that is gone meanwhile is left out. Returns false
-- when the project is no longer there.
create function public.restore_project(project uuid) returns boolean
  language plpgsql set search_path = ''
  as $$
declare
  kept public.project_bin;
  row public.content_projects;
begin
  delete from public.project_bin b where b.id = restore_project.project returning * into kept;
  if not found then
    return false;
  end if;
  row := jsonb_populate_record(null::public.content_projects, kept.project);
  row.video_path := (select o.name from storage.objects o where o.bucket_id = 'media-assets' and o.name = row.video_path);
  insert into public.content_projects select row.*;
  insert into public.generation_runs select * from jsonb_populate_recordset(null::public.generation_runs, kept.runs);
  update public.generated_content c
    set project_id = row.id, run_id = coalesce(c.run_id, (select r.id from public.generation_runs r where r.id = post.run))
    from jsonb_to_recordset(kept.posts) as post (id uuid, run uuid)
    where c.id = post.id and c.project_id is null;
  return true;
end $$;

-- Starts to remove what has been in the bin for a day, at most `most`. Returns each with the files that nothing else
-- uses. The caller removes those, then deletes the rows; if it stops half-way, the next call returns the same rows
-- again.
create function public.begin_purge(most integer default 100, at timestamptz default now()) returns table (id uuid, files text[])
  language plpgsql set search_path = ''
  as $$
begin
  delete from public.project_bin p where p.deleted_at <= at - interval '1 day';
  update public.content_bin b set purging = true
    from (select d.id from public.content_bin d where d.deleted_at <= at - interval '1 day' order by d.deleted_at, d.id limit most) due
    where b.id = due.id;
  return query
    select b.id, array(
      select distinct item ->> 'path' from jsonb_array_elements(b.content -> 'media') as item
      where b.remove_files and item ->> 'path' is not null
        and not exists (select from public.media_usage u where u.path = item ->> 'path')
        and not exists (select from public.media_details d where d.path = item ->> 'path')
        and not exists (select from public.content_bin o
          where not o.purging and o.content -> 'media' @> jsonb_build_array(jsonb_build_object('path', item ->> 'path'))))
    from public.content_bin b where b.purging order by b.deleted_at, b.id limit most;
end $$;

revoke all on function private.bin_deleted_content(), private.bin_deleted_project(), public.bin_expired_content(integer, timestamptz),
  public.restore_content(uuid), public.restore_project(uuid), public.begin_purge(integer, timestamptz) from public, anon;
grant execute on function public.bin_expired_content(integer, timestamptz), public.restore_content(uuid),
  public.restore_project(uuid), public.begin_purge(integer, timestamptz) to authenticated, service_role;
