import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { AppError } from '../errors.ts';
import { packageRoot } from './package-files.ts';

/** One file of supabase/migrations. `version` is the digits in front of its name, `name` the rest. */
export type Migration = { version: string; name: string; sql: string };

/** Any number, the same for every local-agent: two that start on one database take turns. */
const MIGRATION_LOCK = 4_011_201_121;
const SEED_PATH = 'supabase/seed.sql';

/** The Supabase CLI's own tables, so that its commands and ours agree on what was done. */
const HISTORY_SQL = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);
`;

/** The migrations that came with this package, oldest first. */
export async function readMigrations(
  folder: string = join(packageRoot(), 'supabase/migrations'),
): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d+_.+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => ({
      version: file.slice(0, file.indexOf('_')),
      name: file.slice(file.indexOf('_') + 1, -'.sql'.length),
      sql: await readFile(join(folder, file), 'utf8'),
    })),
  );
}

/** The starter rows of a fresh workspace. */
export async function readSeed(): Promise<string> {
  return readFile(join(packageRoot(), SEED_PATH), 'utf8');
}

/**
 * Applies the migrations that are missing, each in a transaction of its own together with its record, then the seed if it never was. Resolves
 * with the versions applied now. AppError unavailable when the database has migrations that this version does not know.
 */
export async function migrate(sql: Sql, migrations: Migration[], seed: string): Promise<string[]> {
  const session = await sql.reserve();
  try {
    await session`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await session.unsafe(HISTORY_SQL);
    const rows = await session<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
    const done = new Set(rows.map((row) => row.version));
    refuseNewer(done, migrations);
    const missing = migrations.filter((migration) => !done.has(migration.version));
    for (const migration of missing) {
      await inTransaction(session, async () => {
        await session.unsafe(migration.sql);
        await session`insert into supabase_migrations.schema_migrations (version, name, statements)
          values (${migration.version}, ${migration.name}, ${[migration.sql]})`;
      });
    }
    await inTransaction(session, async () => {
      const recorded =
        await session`insert into supabase_migrations.seed_files (path, hash) values (${SEED_PATH}, '1') on conflict do nothing returning path`;
      if (recorded.length > 0) await session.unsafe(seed);
    });
    return missing.map((migration) => migration.version);
  } finally {
    await session`select pg_advisory_unlock_all()`;
    session.release();
  }
}

async function inTransaction(session: Sql, work: () => Promise<void>): Promise<void> {
  await session.unsafe('begin');
  try {
    await work();
    await session.unsafe('commit');
  } catch (error) {
    await session.unsafe('rollback');
    throw error;
  }
}

function refuseNewer(done: Set<string>, known: Migration[]): void {
  const versions = new Set(known.map((migration) => migration.version));
  const unknown = [...done].find((version) => !versions.has(version));
  if (!unknown) return;
  throw new AppError(
    'unavailable',
    `This workspace was used by a newer local-agent (its database has migration ${unknown}). Update local-agent, or choose another --data-dir.`,
  );
}
