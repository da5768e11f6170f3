import type { ConnectionContextOptions, VarsContext } from '@supabase/lite';
import { PostgresConnection } from '@supabase/lite/postgres';
import { CompiledQuery } from 'kysely';
import type { Address } from './postmaster.ts';
import { limitSettings, REQUEST_LIMITS, type RequestLimits } from './request-limits.ts';
import { RestRefusal } from './rest-error.ts';
import { connectionError, lost } from './session-client.ts';
import { MOST_SESSIONS, Sessions } from './sessions.ts';
import { Turns } from './turns.ts';

/** Connections for single statements of the backend itself; requests have sessions. */
const POOL_SIZE = 4;
/** Sessions that requests without the secret key leave to signing in, stored files and the agent's own work. */
const RESERVED_SESSIONS = 3;
/** How long statements under way may take when everything ends, in seconds. */
const END_SECONDS = 2;

const ROLES = ['anon', 'authenticated', 'service_role'] as const;
type Role = (typeof ROLES)[number];

export type Database = PostgresConnection['kysely'];
/** A setting of Postgres for one transaction. */
type Setting = [name: string, value: string];
type Run<T> = (db: Database) => Promise<T>;

/**
 * @supabase/lite's Postgres connection with its request context replaced. The original decides once per process whether row level security
 * counts at all, grants every table to anon on the way, and spends eight statements on the role and its claims; here every request takes its
 * role, always, in one statement.
 */
export class LiteConnection extends PostgresConnection {
  readonly #sessions: Sessions;
  readonly #limits: RequestLimits;
  readonly #turns = new Turns(MOST_SESSIONS - RESERVED_SESSIONS);

  constructor(address: Address, limits: RequestLimits = REQUEST_LIMITS) {
    const options = {
      ...address,
      onnotice: () => {},
      types: { ...isoTimestamps, ...jsonText, ...jsonNumbers },
      connection: { application_name: 'local-agent', TimeZone: 'UTC' },
    };
    super({
      url: `postgres://${address.user}@localhost/${address.database}`,
      postgresOptions: { ...options, max: POOL_SIZE },
    });
    this.#limits = limits;
    this.#sessions = new Sessions(options, this.driver.options);
    // Kysely takes a connection with this for all it sends.
    this.driver.reserve = () => this.#sessions.take();
  }

  /**
   * Connects to Postgres, and asks it once for its array types. No connection that comes later asks again: one that is lost while it asks, in
   * postgres.js, is an error that nobody can catch.
   */
  async open(): Promise<void> {
    await this.driver`select 1`;
    this.driver.options.fetch_types = false;
  }

  /** Ends all connections, after the statements under way. */
  override async close(): Promise<void> {
    await Promise.all([this.#sessions.end(), this.driver.end({ timeout: END_SECONDS })]);
  }

  /**
   * The schema; with `useCache` as it was read first, since nothing changes it while the agent runs. Read once at start: lite answers a schema
   * without tables, and prints the reason, when it cannot be read.
   */
  override async introspect(options?: Parameters<PostgresConnection['introspect']>[0]) {
    const schema = await super.introspect(options);
    if (schema.tables.length === 0) throw lost();
    return schema;
  }

  /** Runs `fn` in a transaction as the role of `vars`, which it leaves at the end. Without `vars` it is the backend's own work. */
  override async withContext<T>(
    vars: VarsContext | undefined,
    fn: Run<T>,
    options: ConnectionContextOptions = {},
  ): Promise<T> {
    if (options.transaction) {
      if (vars) await enter(options.transaction, contextOf(vars, options, this.#limits));
      return fn(options.transaction);
    }
    if (!vars && !options.rpc && !options.forceRollback) return fn(this.kysely);
    const settings = contextOf(vars, options, this.#limits);
    const run = () => this.kysely.connection().execute((session) => inTransaction(session, settings, fn, options));
    if (!vars || roleOf(vars) === 'service_role') return run();
    if (!(await this.#turns.take(this.#limits.turnMs))) throw tooBusy();
    return run().finally(() => this.#turns.next());
  }
}

/** Runs `fn` between begin and commit, or rollback when it fails, with `settings` for that long. */
async function inTransaction<T>(
  session: Database,
  settings: Setting[],
  fn: Run<T>,
  { forceRollback = false }: ConnectionContextOptions,
): Promise<T> {
  try {
    // Both are sent at once: a trip less for every request.
    await Promise.all([run(session, 'begin'), enter(session, settings)]);
    const value = await fn(session);
    await run(session, forceRollback ? 'rollback' : 'commit');
    return value;
  } catch (error) {
    // Where even this fails the connection is lost, and Postgres has rolled back by itself.
    await run(session, 'rollback').catch(() => {});
    throw connectionError(error);
  }
}

async function run(session: Database, statement: 'begin' | 'commit' | 'rollback'): Promise<void> {
  await session.executeQuery(CompiledQuery.raw(statement));
}

/** Hosted Supabase writes timestamps as ISO 8601 with T and +00:00; Postgres with a blank and +00. */
const isoTimestamps = {
  timestamptz: { to: 1184, from: [1184], serialize: String, parse: toIso },
  timestamp: { to: 1114, from: [1114], serialize: String, parse: (text: string) => text.replace(' ', 'T') },
};

/** What reaches a JSON column as a string is JSON text already: lite writes it so, and rest-request.ts sees to the rest. */
const writeJson = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const jsonText = {
  json: { to: 114, from: [114], serialize: writeJson, parse: (text: string) => JSON.parse(text) },
  jsonb: { to: 3802, from: [3802], serialize: writeJson, parse: (text: string) => JSON.parse(text) },
};

/** PostgREST writes every number as a JSON number; the driver would answer these two as strings. */
const jsonNumbers = {
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
};

function toIso(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/** As PostgREST says it, https://docs.postgrest.org/en/v12/references/errors.html (PGRST003). */
function tooBusy(): RestRefusal {
  const message = 'Timed out acquiring connection from connection pool.';
  return new RestRefusal(504, { code: 'PGRST003', details: null, hint: null, message });
}

type Auth = { uid?: string | null; role?: string; jwt?: Record<string, unknown> | null };

/** The settings that policies and functions read, as PostgREST and Supabase Storage set them. */
function contextOf(vars: VarsContext | undefined, options: ConnectionContextOptions, limits: RequestLimits): Setting[] {
  const settings: Setting[] = [];
  if (vars) {
    const auth = (vars.auth ?? {}) as Auth;
    const storage = (vars.storage ?? {}) as { operation?: string | null };
    const role = roleOf(vars);
    settings.push(
      ['request.jwt.claim.sub', auth.uid ?? ''],
      ['request.jwt.claim.role', role],
      ['request.jwt.claim.email', typeof auth.jwt?.email === 'string' ? auth.jwt.email : ''],
      ['request.jwt.claims', JSON.stringify(auth.jwt ?? { role })],
      ['storage.operation', storage.operation ?? ''],
      ...limitSettings(role, limits),
      ['role', role],
    );
  }
  if (options.rpc) {
    settings.push(
      ['response.status', ''],
      ['response.headers', ''],
      ['request.method', options.rpc.method],
      ['request.path', options.rpc.path],
      ['request.headers', JSON.stringify(options.rpc.requestHeaders ?? {})],
    );
    if (options.rpc.readOnly) settings.push(['transaction_read_only', 'on']);
  }
  return settings;
}

function roleOf(vars: VarsContext): Role {
  const auth = (vars.auth ?? {}) as Auth;
  const role = ROLES.find((name) => name === (auth.role ?? 'anon'));
  if (role) return role;
  throw Object.assign(new Error(`permission denied to set role "${auth.role}"`), { code: '42501' });
}

async function enter(db: Database, settings: Setting[]): Promise<void> {
  if (settings.length === 0) return;
  await db
    .selectNoFrom(({ fn, val }) =>
      settings.map(([name, value], at) => fn('set_config', [val(name), val(value), val(true)]).as(`s${at}`)),
    )
    .execute();
}
