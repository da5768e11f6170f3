-- The cloud writes: in a hosted project, pg_cron and pg_net call the edge function auto-generate-content every quarter of
-- an hour, so that the autopilot's daily post is made also where no agent runs. Off at first. The call carries a secret
-- that is kept in Vault (https://supabase.com/docs/guides/functions/schedule-functions). The embedded backend and a bare
-- PostgreSQL have none of the three: everything here looks for them when it is called.

-- Where the function is, and the latest call of it; its answer is in net._http_response for some hours.
create table private.cloud_writing (
  only_one boolean primary key default true check (only_one),
  address text not null,
  asked_at timestamptz,
  request bigint
);
revoke all on private.cloud_writing from public;

-- Which of the extensions are missing.
create function private.cloud_missing() returns text[]
  language sql stable security definer set search_path = ''
  as $$
    select array(
      select part.extension
      from (values ('pg_cron', 'cron', 'job'), ('pg_net', 'net', '_http_response'), ('supabase_vault', 'vault', 'decrypted_secrets'))
        as part (extension, schema, relation)
      where not exists (select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where n.nspname = part.schema and c.relname = part.relation))
  $$;

-- The secret as Vault has it; null where there is none.
create function private.cloud_secret() returns text
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return (select s.decrypted_secret from vault.decrypted_secrets s where s.name = 'local_agent_cloud_writing');
end $$;

-- What pg_cron runs: a call of the function, whose answer is not waited for.
create function private.call_cloud_writer() returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  secret text := private.cloud_secret();
begin
  if secret is null then
    return;
  end if;
  update private.cloud_writing set asked_at = now(), request = net.http_post(
    url := address || '/functions/v1/auto-generate-content',
    body := '{}'::jsonb,
    headers := jsonb_build_object('Content-Type', 'application/json', 'x-local-agent-secret', secret),
    timeout_milliseconds := 20000);
end $$;

-- Who may switch it: the owner, and the service key.
create function private.may_switch_cloud() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select current_setting('role', true) = 'service_role' or private.is_owner() $$;

-- What came of the latest call: { at, status, problem }. Both are null while it is under way, and once its answer is gone.
create function private.latest_cloud_call() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  latest private.cloud_writing;
  status integer;
  problem text;
  failed record;
begin
  select * into latest from private.cloud_writing;
  select r.status_code, coalesce(r.error_msg, case when r.timed_out then 'No answer came in time.' end) into status, problem
    from net._http_response r where r.id = latest.request;
  -- A run of pg_cron that failed has called nothing.
  select d.start_time, d.return_message into failed from cron.job_run_details d join cron.job j on j.jobid = d.jobid
    where j.jobname = 'local-agent-autopilot' and d.status = 'failed' and d.start_time > coalesce(latest.asked_at, '-infinity')
    order by d.start_time desc limit 1;
  if found then
    return jsonb_build_object('at', failed.start_time, 'status', null, 'problem', failed.return_message);
  elsif latest.asked_at is null then
    return null;
  end if;
  return jsonb_build_object('at', latest.asked_at, 'status', status, 'problem', problem);
end $$;

-- Whether the cloud writes: { on, missing, address, call, runs }, with the autopilot's latest runs there. For members.
create function public.cloud_writing() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  missing text[] := private.cloud_missing();
  is_on boolean := false;
begin
  if current_setting('role', true) = 'authenticated' and not private.is_member() then
    raise exception 'Only members of the workspace see this.' using errcode = '42501';
  end if;
  if missing = '{}' then
    is_on := exists (select from cron.job j where j.jobname = 'local-agent-autopilot') and private.cloud_secret() is not null;
  end if;
  return jsonb_build_object('on', is_on, 'missing', missing,
    'address', case when is_on then (select c.address from private.cloud_writing c) end,
    'call', case when is_on then private.latest_cloud_call() end,
    'runs', (select coalesce(jsonb_agg(jsonb_build_object('day', r.run_key, 'started_at', r.started_at, 'status', r.status,
        'result', r.result) order by r.started_at desc), '[]')
      from (select * from public.job_runs where job = 'autopilot' and owner = '00000000-0000-4000-8000-0000000c10d0'
        order by started_at desc limit 5) r));
end $$;
comment on function public.cloud_writing() is
  'Whether the autopilot runs in the project itself, what is missing for it, its latest call and its latest runs.';

-- Switches it, and answers how it is then. On makes a new secret; off removes it. `address` is that of the project, which
-- nothing else is called at: it is the one that has issued the token of the caller, or one of supabase.co for the secret
-- key, whose calls have no such token. What is missing is enabled where that is allowed, and is in the answer otherwise.
create function public.set_cloud_writing(is_on boolean, address text default null) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
declare
  issuer text := coalesce(auth.jwt() ->> 'iss', '');
  part text;
begin
  if not private.may_switch_cloud() then
    raise exception 'Only an owner of the workspace switches this.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.set_cloud_writing'));
  if is_on then
    if address is null or address !~ '^https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$'
      or (issuer like 'http%' and issuer <> address || '/auth/v1')
      or (issuer not like 'http%' and address !~ '^https://[a-z0-9-]+\.supabase\.co$') then
      raise exception 'The address must be that of this project, and begin with https://.' using errcode = '22023';
    end if;
    foreach part in array private.cloud_missing() loop
      begin
        if part = 'pg_cron' then
          create extension if not exists pg_cron with schema pg_catalog;
        elsif part = 'pg_net' then
          create extension if not exists pg_net with schema extensions;
        else
          create extension if not exists supabase_vault;
        end if;
      exception when others then
        -- Not there, or not for this role.
        raise log 'The extension % was not enabled: %', part, sqlerrm;
      end;
    end loop;
  end if;
  if private.cloud_missing() <> '{}' then
    return public.cloud_writing();
  end if;
  perform cron.unschedule(j.jobid) from cron.job j where j.jobname = 'local-agent-autopilot';
  delete from vault.secrets s where s.name = 'local_agent_cloud_writing';
  delete from private.cloud_writing;
  if is_on then
    -- Two random UUIDs: 244 random bits.
    perform vault.create_secret(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'local_agent_cloud_writing',
      'Lets pg_cron call the function auto-generate-content of Local Agent.');
    insert into private.cloud_writing (address) values (set_cloud_writing.address);
    perform cron.schedule('local-agent-autopilot', '*/15 * * * *', 'select private.call_cloud_writer()');
  end if;
  return public.cloud_writing();
end $$;
comment on function public.set_cloud_writing(boolean, text) is 'An owner lets the autopilot run in the project itself, or no longer.';

-- Whether the secret of a call is the one in Vault, for the edge function. Digests are compared, so that the time it takes
-- says nothing about the secret.
create function public.is_cloud_secret(secret text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if private.cloud_missing() <> '{}' then
    return false;
  end if;
  return coalesce(sha256(convert_to(is_cloud_secret.secret, 'UTF8')) = sha256(convert_to(private.cloud_secret(), 'UTF8')), false);
end $$;
comment on function public.is_cloud_secret(text) is 'Whether a call of the edge function comes from the project itself.';

revoke all on function private.cloud_missing(), private.cloud_secret(), private.call_cloud_writer(), private.may_switch_cloud(),
  private.latest_cloud_call() from public;
revoke all on function public.cloud_writing(), public.set_cloud_writing(boolean, text), public.is_cloud_secret(text)
  from public, anon, authenticated;
grant execute on function public.cloud_writing(), public.set_cloud_writing(boolean, text) to authenticated, service_role;
grant execute on function public.is_cloud_secret(text) to service_role;
