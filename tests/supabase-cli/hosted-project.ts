import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { bootstrap } from '../../server/supabase/embedded/bootstrap.ts';
import { startDatabase } from '../../server/supabase/embedded/postgres/start-database.ts';
import { sql } from '../../server/supabase/sql/template.ts';
import { databaseOf } from '../helpers/database.ts';
import { installApart } from '../helpers/install-apart.ts';
import { startPostgresProxy } from '../helpers/postgres-proxy.ts';

const CLI_VERSION = '3.1.0';

/**
 * The role `postgres` of a hosted project: not a superuser, but the owner of what migrations create. There, Supabase's
 * own extension (supautils) grants its permissions on the schemas auth and storage.
 */
const PUSHER_SQL = `
create role pusher login createrole bypassrls password 'pusher';
grant anon, authenticated, service_role to pusher with admin option;
do $$ begin execute format('grant create on database %I to pusher', current_database()); end $$;
alter schema public owner to pusher;
grant all on schema auth, storage, extensions to pusher with grant option;
grant all on all tables in schema auth, storage to pusher with grant option;
grant execute on all functions in schema auth, storage, extensions to pusher with grant option;
alter table storage.objects owner to pusher;
alter table storage.buckets owner to pusher;
alter default privileges for role pusher in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role pusher in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges for role pusher in schema public grant all on functions to anon, authenticated, service_role;
create publication supabase_realtime;
alter publication supabase_realtime owner to pusher;
`;

/** A bare PostgreSQL with Supabase's roles and schemas, and the Supabase CLI to push migrations to it. */
export async function startHostedProject() {
  const cli = await installApart('supabase-cli', { dependencies: { supabase: CLI_VERSION } });
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-supabase-cli-'));
  // As root, Postgres runs as another user, who needs access.
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const { server } = await startDatabase({ dataDir, databaseUrl: null, log: pino({ level: 'silent' }) });
  const database = databaseOf(dataDir);
  await database.transaction((session) => bootstrap(session));
  await database.script(PUSHER_SQL);
  const { host, port } = server.address;
  const proxy = await startPostgresProxy(join(host, `.s.PGSQL.${port}`));
  const work = join(folder, 'work');
  await cp(new URL('../../supabase', import.meta.url), join(work, 'supabase'), { recursive: true });
  const address = `postgres://pusher:pusher@127.0.0.1:${proxy.port}/postgres?sslmode=disable`;
  const stop = async () => {
    await proxy.close();
    await database.close();
    await server.stop();
  };
  return {
    database,
    /** Runs a command of the CLI on the database, and returns its output. Rejects if it fails. */
    async supabase(...args: string[]): Promise<string> {
      const program = join(cli, 'node_modules', 'supabase', 'dist', 'supabase.js');
      const given = [...args, '--db-url', address, '--workdir', work, '--yes', '--agent', 'no'];
      const env = { ...process.env, HOME: folder, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...given], { env });
      return `${stdout}${stderr}`;
    },
    async applied(): Promise<string[]> {
      const rows = await database.rows<{ version: string }>(
        sql`select version from supabase_migrations.schema_migrations order by version`,
      );
      return rows.map(({ version }) => version);
    },
    folder,
    /** The folder of its PostgreSQL's files. */
    cluster: join(dataDir, 'postgres'),
    stop,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
