import postgres, { type Sql } from 'postgres';
import { toIso } from './lite-connection.ts';
import type { Address } from './postmaster.ts';
import { Sessions } from './sessions.ts';

/** Connections for single statements of the backend itself; transactions have sessions. */
const POOL_SIZE = 4;
/** How long statements under way may take when everything ends, in seconds. */
const END_SECONDS = 2;

const TYPES = {
  // The driver would make Dates, in which microseconds are lost.
  timestamptz: { to: 1184, from: [1184], serialize: String, parse: toIso },
  timestamp: { to: 1114, from: [1114], serialize: String, parse: toIso },
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
};

/** The backend's own statements: migrations, accounts, stored files. Transactions take a session each; see Sessions. */
export type BackendSql = { sql: Sql; close(): Promise<void> };

/**
 * Connects to Postgres, and asks it once for its array types. No connection that comes later asks again: one that is lost while it asks, in
 * postgres.js, is an error that nobody can catch.
 */
export async function openSql(address: Address): Promise<BackendSql> {
  const options = {
    ...address,
    onnotice: () => {},
    types: TYPES,
    connection: { application_name: 'local-agent', TimeZone: 'UTC' },
  };
  const sql = postgres({ ...options, max: POOL_SIZE }) as unknown as Sql;
  const sessions = new Sessions(options, sql.options);
  sql.reserve = () => sessions.take();
  const close = async () => {
    await Promise.all([sessions.end(), sql.end({ timeout: END_SECONDS })]);
  };
  try {
    await sql`select 1`;
  } catch (error) {
    await close();
    throw error;
  }
  sql.options.fetch_types = false;
  return { sql, close };
}
