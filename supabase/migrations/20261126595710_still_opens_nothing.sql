-- 20261126590010 replaced public.open_due_posts, and with it the question whether the workspace has moved
-- (20261126570010). Who changes what it does from now on changes private.open_due_posts; the same holds for claim_job.

drop function private.open_due_posts(integer, timestamptz, timestamptz);
alter function public.open_due_posts(integer, timestamptz, timestamptz) set schema private;
create function public.open_due_posts(most integer, late timestamptz default null, at timestamptz default now()) returns integer
  language plpgsql set search_path = ''
  as $$
begin
  return case when private.stands_still() then 0 else private.open_due_posts(most, late, at) end;
end $$;
revoke all on function public.open_due_posts(integer, timestamptz, timestamptz) from public, anon;
grant execute on function public.open_due_posts(integer, timestamptz, timestamptz) to authenticated, service_role;
