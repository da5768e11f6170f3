-- Deliveries go through the bin with their posts: what was published stays known when a deleted post is brought back.

alter table public.content_bin add column deliveries jsonb not null default '[]';

-- As before, and the deliveries, each with its account's label: the account may be gone when they come back.
create or replace function private.bin_deleted_content() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
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

-- Brings back the deliveries of posts that have come back: what was not begun is cancelled with its post, and what may have gone out while its post was
-- in the bin is to be looked at. Those of accounts that are gone are kept as the removal of an account keeps them.
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
        when d.state in ('pending', 'preparing') and (p.status = 'cancelled' or (a.id is null and d.account_id is not null)) then 'cancelled'
        when d.state = 'preparing' then 'pending'
        else d.state end,
      'error_class', case when d.state = 'publishing' then 'unknown' else d.error_class end,
      'lease_owner', null,
      'lease_until', null))).*
    from jsonb_populate_recordset(null::public.post_deliveries, restore_deliveries.deliveries) d
      join public.scheduled_posts p on p.id = d.scheduled_post_id
      left join public.social_accounts a on a.id = coalesce(d.account_id, d.removed_account_id) and a.platform = d.platform;
end $$;
revoke all on function private.restore_deliveries(jsonb) from public;
grant execute on function private.restore_deliveries(jsonb) to authenticated, service_role;

-- As before, and with the deliveries. What a post that was being published has come to follows from them.
create or replace function public.restore_content(content uuid) returns boolean
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
        then p || '{"status": "cancelled"}' else p end), '[]')
    into kept.posts from jsonb_array_elements(kept.posts) as p;
  row := jsonb_populate_record(null::public.generated_content, kept.content);
  row.saved_at := coalesce(row.saved_at, now());
  row.project_id := (select id from public.content_projects where id = row.project_id);
  row.template_id := (select id from public.content_style_templates where id = row.template_id);
  row.run_id := (select id from public.generation_runs where id = row.run_id);
  insert into public.generated_content select row.*;
  insert into public.scheduled_posts select * from jsonb_populate_recordset(null::public.scheduled_posts, kept.posts);
  perform private.restore_deliveries(kept.deliveries);
  update public.scheduled_posts p set status = private.post_status(p.id) where p.id = any (under_way);
  update public.generated_content c set status = 'draft'
    where c.id = row.id and c.status = 'scheduled' and not exists (
      select from public.scheduled_posts p where p.content_id = c.id and p.status in ('scheduled', 'publishing', 'needs_review'));
  return true;
end $$;
