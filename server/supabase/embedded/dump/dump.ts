import { to as copyTo } from 'pg-copy-streams';
import { sessionOf } from '../../sql/client.ts';
import { connectionError, Pool } from '../../sql/pool.ts';
import { sql } from '../../sql/template.ts';
import type { Address } from '../postgres/postmaster.ts';
import {
  copyIn,
  copyOut,
  DUMP_FORMAT,
  type DumpEnd,
  type DumpedTable,
  type DumpHeader,
  END,
  HEADER,
  listSequences,
  listTables,
  ROWS_END,
} from './format.ts';

export type DumpOptions = {
  /** Selects tables whose rows are left out of the dump; they are empty once it is loaded. */
  isLeftOut?: (table: DumpedTable) => boolean;
  /** Called when a table's rows have been dumped. */
  onTable?: (table: DumpedTable, rows: number) => void;
};

/** Makes the text format of values independent of the server's settings, as pg_dump does. */
const SETTINGS_SQL = `
set datestyle = iso; set intervalstyle = postgres; set extra_float_digits = 3; set client_encoding = 'UTF8';
set row_security = off; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;`;

/**
 * Dumps a database while it is in use: a consistent snapshot (one repeatable-read transaction) of the rows of every
 * table in our schemas, the sequences' values, and the list of applied migrations. Yields text in chunks, to be loaded
 * with `loadDump`, or with `psql` into a database that has these migrations. Left out is everything that bootstrap and
 * the migrations recreate (tables, functions, policies, roles, grants) and everything the product does not use: large
 * objects, other schemas, and settings of the database or of roles. Ending the iteration early ends the transaction.
 */
export async function* dumpDatabase(
  address: Address,
  { isLeftOut = () => false, onTable = () => undefined }: DumpOptions = {},
): AsyncGenerator<Buffer> {
  const pool = new Pool(address, { max: 1 });
  try {
    const client = await pool.connect();
    try {
      const session = sessionOf(client);
      await session.script(SETTINGS_SQL);
      await session.script('begin isolation level repeatable read, read only');
      const tables = await listTables(session);
      const [server] = await session.rows<{ name: string }>(sql`select current_setting('server_version') as name`);
      const migrations = await session.rows<{ version: string }>(
        sql`select version from supabase_migrations.schema_migrations order by version`,
      );
      const header: DumpHeader = {
        format: DUMP_FORMAT,
        postgres: server?.name ?? '',
        migrations: migrations.map(({ version }) => version),
        tables,
        sequences: await listSequences(session),
      };
      yield Buffer.from(`${HEADER}${JSON.stringify(header)}\n`);
      const end: DumpEnd = { rows: [] };
      for (const table of tables) {
        yield Buffer.from(`${copyIn(table)}\n`);
        let rows = 0;
        if (!isLeftOut(table)) {
          const copy = client.query(copyTo(copyOut(table)));
          yield* copy;
          rows = copy.rowCount;
        }
        yield Buffer.from(ROWS_END);
        end.rows.push(rows);
        onTable(table, rows);
      }
      yield Buffer.from(`${END}${JSON.stringify(end)}\n`);
      await session.script('commit');
    } finally {
      // Closed rather than reused: the consumer may have stopped in the middle of a table.
      client.release(true);
    }
  } catch (error) {
    throw connectionError(error);
  } finally {
    await pool.end();
  }
}
