import { AppError } from '../../errors.ts';
import type { Session } from '../sql/client.ts';
import { sql } from '../sql/template.ts';
import { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from './auth/lite.ts';
import { ANSWER_LIMIT_SQL } from './rest/answer-limit.ts';
import { LOOSE_FILES_SQL } from './storage/loose-files.ts';

/** PostgreSQL 15 is the first whose views can obey the policies of their caller (security_invoker). */
const OLDEST_SERVER = 150_000;

/** The roles of every Supabase project. */
const ROLES_SQL = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
end $$;
grant anon, authenticated, service_role to current_user;
`;

/** The grants of a hosted project, so that the same migrations have the same effect here. */
const GRANTS_SQL = `
create schema if not exists extensions;
grant usage on schema public, extensions, auth, storage to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
grant execute on all functions in schema auth, storage to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant select on auth.users to service_role;
`;

/** The functions that policies call. Hosted Supabase reads the single claims first, then the whole token. */
const AUTH_FUNCTIONS_SQL = `
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role') $$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email') $$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim', true), ''), nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;
`;

/**
 * Makes a plain Postgres look like a Supabase project: roles, the auth and storage schemas, and the grants of hosted
 * projects. Idempotent and atomic. AppError unavailable when the server is too old or the user may not create roles.
 */
export async function bootstrap(database: Session): Promise<void> {
  const [server] = await database.rows<{ version: number; name: string }>(sql`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name`);
  if (!server || server.version < OLDEST_SERVER) {
    throw new AppError(
      'unavailable',
      `The database server is PostgreSQL ${server?.name}; version 15 or later is needed. Point LOCAL_AGENT_DATABASE_URL at a newer one.`,
    );
  }
  try {
    // A multi-statement query runs as one transaction, unless one is open already.
    await database.script(
      [
        ROLES_SQL,
        'create schema if not exists auth',
        SUPABASE_AUTH_HELPERS_SQL,
        getAuthSchemaSql(false),
        getStorageSchemaSql(false),
        AUTH_FUNCTIONS_SQL,
        GRANTS_SQL,
        LOOSE_FILES_SQL,
        ANSWER_LIMIT_SQL,
      ].join(';\n'),
    );
  } catch (cause) {
    if ((cause as { code?: string }).code !== '42501') throw cause;
    throw new AppError(
      'unavailable',
      'The user of LOCAL_AGENT_DATABASE_URL may not create the roles and schemas that local-agent needs. Use a superuser.',
      { cause },
    );
  }
}
