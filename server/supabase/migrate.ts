import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { packageRoot } from './package-files.ts';
import { inTransaction, type Session, type SqlClient } from './sql/client.ts';
import { isDatabaseError } from './sql/pool.ts';
import { sql } from './sql/template.ts';

/** A file of supabase/migrations. `version` is the leading digits of its name, `name` the rest. */
export type Migration = { version: string; name: string; sql: string };

/** Key of the advisory lock that lets only one agent migrate a database at a time; an arbitrary number. */
const MIGRATION_LOCK = 4_011_201_121;
const SEED_PATH = 'supabase/seed.sql';

/** The Supabase CLI's own tables, so that its commands and ours share one history. */
const HISTORY_SQL = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);
`;

/** Reads this package's migrations, oldest first. */
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

/** Reads the SQL of a new workspace's initial rows. */
export async function readSeed(): Promise<string> {
  return readFile(join(packageRoot(), SEED_PATH), 'utf8');
}

/** Hooks of `migrate`. */
export type AroundMigrations = {
  /** Runs before the migrations in their transaction, even if none is missing. */
  prepare?: (session: Session) => Promise<void>;
  /** Called before a database with older migrations is upgraded; resolves with a sentence that names the backup. */
  backUp?: (missing: readonly Migration[]) => Promise<string>;
};

/**
 * Applies and records the missing migrations, and the seed unless it was applied before, in one transaction. A
 * migration must therefore not use statements that a transaction forbids, such as `create index concurrently`. Resolves
 * with the newly applied versions. AppError unavailable, with nothing changed, when the database is of another version
 * (refuseOtherVersions) or an upgrade fails.
 */
export async function migrate(
  database: SqlClient,
  migrations: Migration[],
  seed: string,
  around: AroundMigrations = {},
): Promise<string[]> {
  return database.session(async (session) => {
    await session.run(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    try {
      return await migrateAlone(session, migrations, seed, around);
    } finally {
      await session.run(sql`select pg_advisory_unlock_all()`);
    }
  });
}

async function migrateAlone(
  session: Session,
  migrations: Migration[],
  seed: string,
  { prepare, backUp }: AroundMigrations,
): Promise<string[]> {
  const done = await refuseOtherVersions(session, migrations);
  const missing = migrations.filter((migration) => !done.has(migration.version));
  const backup = done.size > 0 && missing.length > 0 && backUp ? await backUp(missing) : null;
  await inTransaction(session, async () => {
    await prepare?.(session);
    await session.script(HISTORY_SQL);
    for (const migration of missing) {
      await apply(session, migration).catch((cause: unknown) => {
        throw backup === null ? cause : upgradeFailed(migration, backup, cause);
      });
    }
    const added = await session.run(
      sql`insert into supabase_migrations.seed_files (path, hash) values (${SEED_PATH}, '1') on conflict do nothing`,
    );
    if (added > 0) await session.script(seed);
  });
  return missing.map((migration) => migration.version);
}

async function apply(session: Session, migration: Migration): Promise<void> {
  await session.script(migration.sql);
  await session.run(sql`insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${migration.version}, ${migration.name}, ${[migration.sql]})`);
}

/** Errors about lost connections and full disks are returned unchanged: they get their own remedy (databaseError). */
function upgradeFailed({ version, name }: Migration, backup: string, cause: unknown): unknown {
  if (!isDatabaseError(cause) || /^(08|53|57|58)/.test(cause.code)) return cause;
  return new AppError(
    'unavailable',
    `The workspace could not be upgraded: ${version}_${name} failed (${cause.message}). Nothing was changed: start the version of local-agent that you used before, and report this. ${backup}`,
    { cause },
  );
}

/**
 * Resolves with the versions of the applied migrations; changes nothing. AppError unavailable, with the remedy, if one
 * is unknown: it was applied by a newer local-agent, or by a development version before 0.1.
 */
export async function refuseOtherVersions(database: Session, known: Migration[]): Promise<Set<string>> {
  const done = await appliedVersions(database);
  const versions = known.map(({ version }) => version);
  const unknown = [...done].sort().find((version) => !versions.includes(version));
  if (unknown === undefined) return done;
  const [first = ''] = versions;
  throw new AppError(
    'unavailable',
    unknown < first
      ? `This workspace was made by a development version before 0.1 (its database has migration ${unknown}), and cannot be used any more. Start with another --data-dir (or LOCAL_AGENT_DATABASE_URL), or remove the old one if you need nothing in it.`
      : `This workspace was used by a newer local-agent (its database has migration ${unknown}). Update local-agent, or choose another --data-dir.`,
  );
}

async function appliedVersions(database: Session): Promise<Set<string>> {
  const [history] = await database.rows<{ name: string | null }>(
    sql`select to_regclass('supabase_migrations.schema_migrations') as name`,
  );
  if (!history?.name) return new Set();
  const rows = await database.rows<{ version: string }>(sql`select version from supabase_migrations.schema_migrations`);
  return new Set(rows.map(({ version }) => version));
}
