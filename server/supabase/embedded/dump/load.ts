import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError } from '../../../errors.ts';
import { type Migration, migrate, readMigrations, readSeed } from '../../migrate.ts';
import { ANALYZE_TABLES } from '../../sql/analyze.ts';
import { inTransaction, type Session, SqlClient, sessionOf } from '../../sql/client.ts';
import { type DatabaseError, isDatabaseError, Pool } from '../../sql/pool.ts';
import { name as identifier, sql } from '../../sql/template.ts';
import { bootstrap } from '../bootstrap.ts';
import type { Address } from '../postgres/postmaster.ts';
import { copyIn, type DumpedTable, type DumpHeader, damagedDump, listTables, quoted } from './format.ts';
import { DumpReader } from './reader.ts';

export type LoadOptions = {
  /** Called when a table's rows have been loaded. */
  onTable?: (table: DumpedTable, rows: number) => void;
  /** False applies only the migrations listed in the dump, for the version that wrote it. */
  isUpgraded?: boolean;
};

export type LoadedDump = {
  header: DumpHeader;
  /** The row count of each table after loading. */
  tables: { schema: string; name: string; rows: number }[];
  /** Tables that none of our migrations create, such as `public.mine`; their rows were not loaded. */
  unknown: string[];
};

/**
 * Loads a dump of `dumpDatabase` into an empty database, then applies newer migrations unless `isUpgraded` is false.
 * The address must be a superuser's, because triggers and foreign keys are disabled during the load: the rows are
 * already consistent. Loads all rows or none, and checks each table's row count. AppError bad_input when the dump is
 * damaged, unavailable when this version cannot read it, conflict when the database is not empty.
 */
export async function loadDump(
  address: Address,
  dump: AsyncIterable<Uint8Array>,
  { onTable = () => undefined, isUpgraded = true }: LoadOptions = {},
): Promise<LoadedDump> {
  const reader = new DumpReader(dump);
  const database = new SqlClient(address);
  try {
    const header = await reader.header();
    const migrations = await readMigrations();
    refuseUnknown(header, migrations);
    await database.connect();
    if ((await listTables(database)).length > 0) {
      throw new AppError(
        'conflict',
        'A dump can only be loaded into an empty database, and this one already has tables.',
      );
    }
    await bootstrap(database);
    await migrate(
      database,
      migrations.filter(({ version }) => header.migrations.includes(version)),
      '',
    );
    const loaded = await fill(address, reader, header, onTable);
    if (isUpgraded) await migrate(database, migrations, await readSeed());
    await database.run(ANALYZE_TABLES);
    return loaded;
  } finally {
    await reader.close();
    await database.close();
  }
}

function refuseUnknown({ migrations }: DumpHeader, known: Migration[]): void {
  const unknown = migrations.find((version) => !known.some((migration) => migration.version === version));
  if (unknown === undefined) return;
  const isOlder = unknown < (known[0]?.version ?? '');
  throw new AppError(
    'unavailable',
    isOlder
      ? `This database dump was made by a development version before 0.1 (it has migration ${unknown}), and cannot be read any more.`
      : `This database dump was made by a newer local-agent (it has migration ${unknown}). Update local-agent.`,
  );
}

/** Replaces the rows that bootstrap and the migrations inserted with those of the dump, in one transaction. */
async function fill(
  address: Address,
  reader: DumpReader,
  header: DumpHeader,
  onTable: NonNullable<LoadOptions['onTable']>,
): Promise<LoadedDump> {
  const pool = new Pool(address, { max: 1 });
  try {
    return await pool.lend(async (client) => {
      const session = sessionOf(client);
      return inTransaction(session, async () => {
        await session.script("set local session_replication_role = replica; set local client_encoding = 'UTF8'");
        await session.script('set local statement_timeout = 0');
        const present = await listTables(session);
        await session.script(`truncate ${present.map(quoted).join(', ')}`);
        const rows = await copyTables(client, reader, header, present, onTable);
        for (const { value, ...sequence } of header.sequences) {
          if (value === null) continue;
          await session.run(sql`select setval(to_regclass(${quoted(sequence)}), ${value}::bigint)`);
        }
        await assertRecorded(session, header);
        return { header, ...rows };
      });
    });
  } finally {
    await pool.end();
  }
}

/**
 * Asserts that the recorded migrations are those of the header. Otherwise the database would claim to have migrations
 * (and their access rules) that it lacks. AppError bad_input if they differ.
 */
async function assertRecorded(session: Session, { migrations }: DumpHeader): Promise<void> {
  const rows = await session.rows<{ version: string }>(sql`select version from supabase_migrations.schema_migrations`);
  const recorded = new Set(rows.map(({ version }) => version));
  if (recorded.size !== migrations.length || migrations.some((version) => !recorded.has(version)))
    throw damagedDump('it records other migrations than it says');
}

async function copyTables(
  client: pg.PoolClient,
  reader: DumpReader,
  header: DumpHeader,
  present: readonly DumpedTable[],
  onTable: NonNullable<LoadOptions['onTable']>,
): Promise<Pick<LoadedDump, 'tables' | 'unknown'>> {
  const session = sessionOf(client);
  const tables: LoadedDump['tables'] = [];
  const counts: (number | null)[] = [];
  const unknown: string[] = [];
  for (const table of header.tables) {
    const { schema, name } = table;
    await reader.expect(copyIn(table));
    const own = present.find((known) => known.schema === schema && known.name === name);
    if (!own) {
      unknown.push(`${schema}.${name}`);
      counts.push(null);
      for await (const _piece of reader.rows());
      continue;
    }
    const strange = table.columns.find((column) => !own.columns.includes(column));
    if (strange !== undefined) {
      throw new AppError(
        'unavailable',
        `This database dump has a column that this local-agent does not know (${schema}.${name}.${strange}). Use the version that made it, or a newer one.`,
      );
    }
    await pipeline(reader.rows(), client.query(copyFrom(copyIn(table)))).catch((error) => {
      throw isOfData(error) ? damagedDump(`rows of ${schema}.${name} cannot be read (${error.message})`, error) : error;
    });
    const [counted] = await session.rows<{ rows: number }>(
      sql`select count(*)::int as rows from ${identifier(schema)}.${identifier(name)}`,
    );
    const rows = counted?.rows ?? 0;
    tables.push({ schema, name, rows });
    counts.push(rows);
    onTable(table, rows);
  }
  const { rows } = await reader.end();
  const wrong = header.tables.find((_table, at) => counts[at] !== null && counts[at] !== rows[at]);
  if (wrong) throw damagedDump(`${wrong.schema}.${wrong.name} has another number of rows than it says`);
  return { tables, unknown };
}

/** Whether the error is about values that do not fit their columns (class 22) or violate a constraint (class 23). */
function isOfData(error: unknown): error is DatabaseError {
  return isDatabaseError(error) && /^2[23]/.test(error.code);
}
