import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bootstrap } from '../../server/supabase/embedded/bootstrap.ts';
import { type Migration, migrate, readMigrations, readSeed } from '../../server/supabase/migrate.ts';
import type { SqlClient } from '../../server/supabase/sql/client.ts';
import { name, sql } from '../../server/supabase/sql/template.ts';
import { databaseOf } from '../helpers/database.ts';
import { isFull } from '../helpers/depth.ts';
import { openTestBackend, type TestBackend } from '../helpers/embedded.ts';
import { emptyWorkspace } from '../helpers/workspace.ts';

const NO_SEED = '';

let backend: TestBackend;
let admin: SqlClient;
let database: SqlClient;
let number = 0;

beforeAll(async () => {
  // A backend whose owner may create databases.
  backend = await openTestBackend({ dataDir: await emptyWorkspace() });
  admin = connect('postgres');
});
afterAll(async () => {
  await database?.close();
  await admin?.close();
  await backend?.close();
  if (backend) await rm(backend.dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await database?.close();
  const fresh = `fresh_${++number}`;
  await admin.run(sql`create database ${name(fresh)}`);
  database = connect(fresh);
  await bootstrap(database);
});

function connect(database: string): SqlClient {
  return databaseOf(backend.dataDir, database);
}

const recorded = () =>
  database.rows<{ version: string }>(sql`select version from supabase_migrations.schema_migrations order by version`);
const versions = (migrations: Migration[]) => migrations.map(({ version }) => version);
const another = (statements: string): Migration => ({ version: '29991231000000', name: 'another', sql: statements });

/** Everything that a migration could change, from the system catalogue. */
async function description(): Promise<unknown> {
  return {
    columns:
      await database.rows(sql`select table_name, column_name, data_type, column_default, is_nullable from information_schema.columns
      where table_schema in ('public', 'private') order by 1, 2`),
    functions: await database.rows(
      sql`select p.oid::regprocedure::text as name, prosrc from pg_proc p where pronamespace::regnamespace::text in ('public', 'private') order by 1`,
    ),
    policies: await database.rows(
      sql`select schemaname, tablename, policyname, qual, with_check from pg_policies order by 1, 2, 3`,
    ),
    grants: await database.rows(
      sql`select table_name, grantee, privilege_type from information_schema.role_table_grants where table_schema = 'public' order by 1, 2, 3`,
    ),
    templates: await database.rows(sql`select name from public.content_style_templates order by 1`),
    records: await database.rows(sql`select * from supabase_migrations.schema_migrations order by version`),
  };
}

test('the files are in order, with a version of their own each', async () => {
  const all = versions(await readMigrations());
  expect(all).toEqual([...new Set(all)].sort());
  for (const version of all) expect(version).toMatch(/^\d{14}$/);
});

test('a fresh database gets all of them, in order and on record, and a second time changes nothing', async () => {
  const [migrations, seed] = [await readMigrations(), await readSeed()];
  expect(await migrate(database, migrations, seed)).toEqual(versions(migrations));
  const rows = await database.rows(
    sql`select version, name, statements from supabase_migrations.schema_migrations order by version`,
  );
  expect([...rows]).toEqual(migrations.map(({ version, name, sql }) => ({ version, name, statements: [sql] })));
  const names = await database.rows<{ name: string }>(sql`select name from public.content_style_templates`);
  expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['Motivational Quotes', 'Carousel Tips']));
  // Deleted starter templates are not restored.
  await database.rows(sql`delete from public.content_style_templates`);
  const before = await description();
  await bootstrap(database);
  expect([await migrate(database, migrations, seed), await description()]).toEqual([[], before]);
});

/** A short list to test `migrate` with, independent of the real migrations. */
const FEW = [1, 2, 3].map((number) => ({
  version: `2990010100000${number}`,
  name: `few_${number}`,
  sql: `create table public.few_${number} (id int)`,
}));
const tables = async () =>
  (
    await database.rows<{ name: string }>(
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
  ).map(({ name }) => name);

test('two at once take turns', async () => {
  const other = connect(`fresh_${number}`);
  const both = [database, other].map((one) => migrate(one, FEW, NO_SEED));
  const applied = await Promise.all(both).finally(() => other.close());
  expect(applied.map(({ length }) => length).sort()).toEqual([0, FEW.length]);
});

test.each([
  [
    'of a newer version',
    [...FEW, another('create table public.newer (id int)')],
    /newer local-agent.*29991231.*Update/,
  ],
  [
    'of a development version',
    [{ version: '20261121000001', name: 'workspace', sql: 'create table public.members (id int)' }],
    /^This workspace was made by a development version before 0\.1.*20261121000001.*Start with another --data-dir.*or remove/,
  ],
])('a database %s is refused with what to do, and left alone', async (_, theirs, message) => {
  await migrate(database, theirs, NO_SEED);
  const before = [await recorded(), await tables()];
  const refusal = { code: 'unavailable', message: expect.stringMatching(message) };
  await expect(migrate(database, FEW, NO_SEED)).rejects.toMatchObject(refusal);
  expect([await recorded(), await tables()]).toEqual(before);
});

test('a migration that fails leaves nothing of itself or its forerunners, and only what is missing is applied then', async () => {
  await migrate(database, FEW.slice(0, -1), NO_SEED);
  const before = [await recorded(), await tables()];
  const broken = another('create table public.half (id int); insert into public.half values (1); select 1 / 0');
  await expect(migrate(database, [...FEW, broken], NO_SEED)).rejects.toMatchObject({ code: '22012' });
  expect([await recorded(), await tables()]).toEqual(before);
  const mended = another('create table public.half (id int)');
  expect(await migrate(database, [...FEW, mended], NO_SEED)).toEqual([FEW.at(-1)?.version, mended.version]);
});

test('a seed that fails is tried again', async () => {
  await expect(migrate(database, FEW, 'select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  await migrate(database, FEW, 'create table public.seeded (id int)');
  expect(await tables()).toContain('seeded');
});

test.runIf(isFull)('a workspace whose members were all alike gets its first one as the owner', async () => {
  const migrations = await readMigrations();
  const isOlder = ({ version }: Migration) => version < '20261124080007';
  await migrate(database, migrations.filter(isOlder), NO_SEED);
  await database.script(`
    insert into auth.users (id, email) values
      ('00000000-0000-0000-0000-00000000000a', 'late@example.com'), ('00000000-0000-0000-0000-00000000000b', 'first@example.com');
    insert into public.members (user_id, created_at) values
      ('00000000-0000-0000-0000-00000000000a', '2026-02-01'), ('00000000-0000-0000-0000-00000000000b', '2026-01-01')`);
  await migrate(database, migrations, NO_SEED);
  await database.script(`select private.set_member_rights('late@example.com', trusted => true)`);
  expect(await database.rows(sql`select email, role, may_run_code from public.list_members()`)).toEqual([
    { email: 'first@example.com', role: 'owner', may_run_code: true },
    { email: 'late@example.com', role: 'member', may_run_code: true },
  ]);
});
