/**
 * Stand-ins for pg_cron 1.6, pg_net 0.19 and supabase_vault 0.3, which the tests' PostgreSQL does not have: their
 * schemas, tables and functions, with the signatures of their sources. Nothing is run, sent or encrypted: a test reads
 * what would be.
 */
export const CLOUD_EXTENSIONS_SQL = `
create schema cron;
create table cron.job (jobid bigserial primary key, schedule text not null, command text not null,
  username text not null default current_user, active boolean not null default true, jobname text unique);
create table cron.job_run_details (jobid bigint, runid bigserial primary key, status text, return_message text,
  start_time timestamptz, end_time timestamptz);
create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
  insert into cron.job (jobname, schedule, command) values (job_name, $2, $3) returning jobid $$;
create function cron.unschedule(job_id bigint) returns boolean language sql as $$
  delete from cron.job where jobid = job_id returning true $$;
create function cron.unschedule(job_name text) returns boolean language sql as $$
  delete from cron.job where jobname = job_name returning true $$;

create schema net;
create table net.http_request_queue (id bigserial primary key, method text not null, url text not null, headers jsonb,
  body bytea, timeout_milliseconds integer not null);
create table net._http_response (id bigint, status_code integer, content_type text, headers jsonb, content text,
  timed_out boolean, error_msg text, created timestamptz not null default now());
create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
    headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds integer default 5000) returns bigint
  language sql as $$
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
    values ('POST', url, headers, convert_to(body::text, 'UTF8'), timeout_milliseconds) returning id $$;

create schema vault;
create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, description text not null default '',
  secret text not null, created_at timestamptz not null default now());
create view vault.decrypted_secrets as select *, secret as decrypted_secret from vault.secrets;
create function vault.create_secret(new_secret text, new_name text default null, new_description text default '',
    new_key_id uuid default null) returns uuid language sql as $$
  insert into vault.secrets (secret, name, description) values (new_secret, new_name, new_description) returning id $$;

-- As a hosted project does for the role that migrations are made by.
do $$ declare maker text := (select nspowner::regrole from pg_namespace where nspname = 'public'); begin
  execute format('grant usage on schema cron, net, vault to %1$s', maker);
  execute format('grant all on all tables in schema cron, net, vault to %1$s', maker);
  execute format('grant usage on all sequences in schema cron, net, vault to %1$s', maker);
end $$;
`;
