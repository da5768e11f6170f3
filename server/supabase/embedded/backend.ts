import type { DatabaseHealth } from '../../../shared/agent/health.ts';
import type { AskDiskRoom } from '../../files/disk-room.ts';
import { createServerClient } from '../client.ts';
import type { Accounts, SupabaseConnection } from '../connection.ts';
import { type Migration, readMigrations } from '../migrate.ts';
import { ANALYZE_TABLES } from '../sql/analyze.ts';
import { SqlClient } from '../sql/client.ts';
import { sql } from '../sql/template.ts';
import { embeddedAccounts } from './auth/accounts.ts';
import { createLiteApp } from './auth/lite-app.ts';
import { tokenVerifier } from './auth/verify.ts';
import type { Keys } from './keys.ts';
import { createMount, type EdgeFunction } from './mount.ts';
import { databaseError } from './postgres/database-error.ts';
import type { Layout } from './postgres/layout.ts';
import type { DatabaseServer } from './postgres/start-database.ts';
import { type DatabaseOptions, type StartedDatabase, startDatabase } from './postgres/start-database.ts';
import { REQUEST_LIMITS, type RequestLimits } from './request-limits.ts';
import { restApi } from './rest/api.ts';
import { RestDatabase } from './rest/database.ts';
import { SchemaCache } from './rest/schema/schema-cache.ts';
import { openStorage } from './storage/api.ts';
import { upgradeDatabase } from './upgrade/upgrade-database.ts';

/** The base URL of clients inside this process; requests to it never reach the network. */
export const IN_PROCESS_URL = 'http://embedded.local-agent.invalid';

export type EmbeddedOptions = DatabaseOptions & {
  /** A database that was already started with these options. */
  database?: Promise<StartedDatabase> | undefined;
  /** The clock of the wrong-password limit, in milliseconds. Tests replace it and the limits below. */
  now?: () => number;
  limits?: RequestLimits;
  /** Queries the free space on the disk of stored files; tests replace it. */
  askRoom?: AskDiskRoom;
  /** The folder with the migrations; this package's by default. */
  migrations?: string;
};

/** The embedded backend's side of the seam, with the members that only exist in this mode. */
export type EmbeddedConnection = SupabaseConnection & {
  mode: 'embedded';
  admin: NonNullable<SupabaseConnection['admin']>;
  handle: NonNullable<SupabaseConnection['handle']>;
  handleRest: NonNullable<SupabaseConnection['handleRest']>;
  accounts: Accounts;
  /** The base URL that `fetch` answers. */
  inProcessUrl: string;
  /** Serves an edge function at /functions/v1/<name>. */
  mountFunction(name: string, handler: EdgeFunction): void;
  /** Refreshes the planner's statistics; call it after writing many rows. */
  analyze(): Promise<void>;
};

/**
 * Starts the embedded backend on a data directory: PostgreSQL, the migrations, and the Supabase API on top. `close`
 * stops all of it. AppError unavailable, with the remedy, for a full disk, a read-only directory or one of another
 * version.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedConnection> {
  const { layout, keys, server } = await (options.database ?? startDatabase(options));
  try {
    return await connect(server, keys, layout, options);
  } catch (error) {
    await server.stop();
    throw await databaseError(error, layout.clusterRoot, options.databaseUrl ? server.address : null);
  }
}

async function connect(
  server: DatabaseServer,
  keys: Keys,
  { dataDir, objects, clusterRoot }: Layout,
  options: EmbeddedOptions,
): Promise<EmbeddedConnection> {
  const own = new SqlClient(server.address);
  const rows = new RestDatabase(server.address, options.limits ?? REQUEST_LIMITS);
  const now = options.now ?? Date.now;
  const disconnect = () => Promise.all([own.close(), rows.close()]);
  try {
    await own.connect();
    const migrations = await readMigrations(options.migrations);
    await upgradeDatabase(own, { ...options, dataDir, address: server.address, migrations, now: now() });
    await own.run(ANALYZE_TABLES);
    const tokens = tokenVerifier(own, keys.jwtSecret);
    const app = await createLiteApp(own.pool, keys);
    const schemas = new SchemaCache(async (text) => (await rows.query(text))[0]?.[0] ?? '', Date.now);
    await schemas.load();
    const rest = restApi({ database: rows, schemas, keys, tokens, log: options.log });
    const { askRoom, log } = options;
    const storage = await openStorage({ database: own, keys, tokens, objects, log, askRoom });
    const hasAccount = async (email: string) =>
      (await own.rows(sql`select from auth.users where email = ${email}`)).length > 0;
    const parts = { app, rest, storage: storage.handle, keys, tokens, hasAccount, now };
    const mount = createMount(parts);
    const inProcessFetch: typeof fetch = (input, init) => mount.answer(new Request(input, init));
    const admin = createServerClient(IN_PROCESS_URL, keys.secretKey, { fetch: inProcessFetch });
    let closing: Promise<void> | undefined;
    return {
      mode: 'embedded',
      url: null,
      publishableKey: keys.publishableKey,
      admin,
      linkProblem: () => null,
      verify: tokens.caller,
      handle: mount.handle,
      handleRest: mount.handleRest,
      accounts: embeddedAccounts(own),
      fetch: inProcessFetch,
      inProcessUrl: IN_PROCESS_URL,
      databaseDir: server.folder,
      stored: { address: server.address, clusterRoot, objects },
      health: () => examineDatabase(own, migrations),
      mountFunction: mount.mountFunction,
      async analyze() {
        await own.run(ANALYZE_TABLES);
      },
      close() {
        storage.close();
        closing ??= disconnect().then(server.stop);
        return closing;
      },
    };
  } catch (error) {
    await disconnect();
    throw error;
  }
}

async function examineDatabase(database: SqlClient, migrations: readonly Migration[]): Promise<DatabaseHealth> {
  const began = performance.now();
  // `backend_type` of other users' connections is hidden from a database owner who is not a superuser.
  const [state] = await database.rows<{ used: number; most: number; versions: string[] }>(sql`
    select
      (select count(*) from pg_stat_activity
        where datname is not null and coalesce(backend_type, 'client backend') = 'client backend') as used,
      current_setting('max_connections')::int as most,
      (select coalesce(array_agg(version), '{}') from supabase_migrations.schema_migrations) as versions`);
  const { used = 0, most = 0, versions = [] } = state ?? {};
  return {
    roundTripMs: performance.now() - began,
    connections: { used, limit: most },
    isMigrated: migrations.every(({ version }) => versions.includes(version)),
  };
}
