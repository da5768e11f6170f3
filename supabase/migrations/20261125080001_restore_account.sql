-- Undoing the deletion of an account, in one statement: the account and what was deleted with it come back, or nothing.

-- Puts a deleted account back as it was, with its warm-up history, and gives it the script runs that were its own; its
-- deliveries follow by social_accounts_return. May be called again. Runs with the rights of its caller.
create function public.restore_account(account jsonb, warmups jsonb, scripts uuid[]) returns void
  language sql set search_path = ''
  as $$
    insert into public.social_accounts select a.* from jsonb_populate_record(null::public.social_accounts, account) a
      on conflict (id) do nothing;
    insert into public.warmup_runs select r.* from jsonb_populate_recordset(null::public.warmup_runs, warmups) r
      where r.account_id = (account ->> 'id')::uuid
      on conflict (id) do nothing;
    update public.script_runs set account_id = (account ->> 'id')::uuid where id = any (scripts) and account_id is null;
  $$;
revoke all on function public.restore_account(jsonb, jsonb, uuid[]) from public, anon;
grant execute on function public.restore_account(jsonb, jsonb, uuid[]) to authenticated, service_role;
