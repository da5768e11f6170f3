import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bootstrap } from '../../server/supabase/embedded/bootstrap.ts';
import { type Migration, migrate, readMigrations, readSeed } from '../../server/supabase/migrate.ts';
import { openTestBackend, type TestBackend } from '../helpers/embedded.ts';

const NO_SEED = '';

let backend: TestBackend;
let admin: Sql;
let sql: Sql;
let number = 0;

beforeAll(async () => {
  backend = await openTestBackend();
  admin = connect('postgres');
});
afterAll(async () => {
  await sql?.end();
  await admin?.end();
  await backend?.close();
});
beforeEach(async () => {
  await sql?.end();
  const database = `fresh_${++number}`;
  await admin`create database ${admin(database)}`;
  sql = connect(database);
  await bootstrap(sql);
});

function connect(database: string): Sql {
  return postgres({
    path: join(backend.dataDir, 'run/.s.PGSQL.5432'),
    user: 'postgres',
    database,
    max: 2,
    onnotice: () => {},
  });
}

const recorded = () =>
  sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations order by version`;
const versions = (migrations: Migration[]) => migrations.map(({ version }) => version);
const another = (statements: string): Migration => ({ version: '29991231000000', name: 'another', sql: statements });

/** Everything that a migration could change, as the catalogue writes it. */
async function description(): Promise<unknown> {
  return {
    columns:
      await sql`select table_name, column_name, data_type, column_default, is_nullable from information_schema.columns
      where table_schema in ('public', 'private') order by 1, 2`,
    functions:
      await sql`select p.oid::regprocedure::text as name, prosrc from pg_proc p where pronamespace::regnamespace::text in ('public', 'private') order by 1`,
    policies: await sql`select schemaname, tablename, policyname, qual, with_check from pg_policies order by 1, 2, 3`,
    grants:
      await sql`select table_name, grantee, privilege_type from information_schema.role_table_grants where table_schema = 'public' order by 1, 2, 3`,
    templates: await sql`select name from public.content_style_templates order by 1`,
    records: await sql`select * from supabase_migrations.schema_migrations order by version`,
  };
}

test('the files are in order, with a version of their own each', async () => {
  const all = versions(await readMigrations());
  expect(all).toEqual([...new Set(all)].sort());
  for (const version of all) expect(version).toMatch(/^\d{14}$/);
});

test('a fresh database gets all of them, in order and on record', async () => {
  const migrations = await readMigrations();
  expect(await migrate(sql, migrations, await readSeed())).toEqual(versions(migrations));
  const rows = await sql`select version, name, statements from supabase_migrations.schema_migrations order by version`;
  expect([...rows]).toEqual(
    migrations.map((each) => ({ version: each.version, name: each.name, statements: [each.sql] })),
  );
});

test('a second time changes nothing', async () => {
  const migrations = await readMigrations();
  await migrate(sql, migrations, await readSeed());
  const before = await description();
  await bootstrap(sql);
  expect(await migrate(sql, migrations, await readSeed())).toEqual([]);
  expect(await description()).toEqual(before);
});

test('two at once take turns', async () => {
  const migrations = await readMigrations();
  const [first, second] = await Promise.all([
    migrate(sql, migrations, NO_SEED),
    migrate(connectOnce(), migrations, NO_SEED),
  ]);
  expect([first.length, second.length].sort()).toEqual([0, migrations.length]);
});

let extra: Sql | undefined;
function connectOnce(): Sql {
  extra = connect(`fresh_${number}`);
  return extra;
}
afterAll(() => extra?.end());

test('only what is missing is applied', async () => {
  const migrations = await readMigrations();
  await migrate(sql, migrations.slice(0, -1), NO_SEED);
  expect(await migrate(sql, migrations, NO_SEED)).toEqual(versions(migrations.slice(-1)));
});

test('a database of a newer version is refused with the remedy, and left alone', async () => {
  const migrations = await readMigrations();
  await migrate(sql, [...migrations, another('create table public.newer (id int)')], NO_SEED);
  await expect(migrate(sql, migrations, NO_SEED)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/newer local-agent.*29991231000000.*Update local-agent/),
  });
  expect(await sql`select to_regclass('public.newer') as there`).toMatchObject([{ there: 'newer' }]);
});

test('a database of a development version is refused with what to do, and left alone', async () => {
  const migrations = await readMigrations();
  const old: Migration = { version: '20261121000001', name: 'workspace', sql: 'create table public.members (id int)' };
  await migrate(sql, [old], NO_SEED);
  const described = async () => [
    await recorded(),
    await sql`select oid, relname from pg_class where relnamespace::regnamespace::text in ('public', 'private')`,
  ];
  const before = await described();
  await expect(migrate(sql, migrations, await readSeed())).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(
      /^This workspace was made by a development version before 0\.1.*20261121000001.*Start with another --data-dir.*or remove/,
    ),
  });
  expect(await described()).toEqual(before);
});

test('a migration that fails leaves nothing of itself, and its forerunners whole', async () => {
  const migrations = await readMigrations();
  const broken = another('create table public.half (id int); insert into public.half values (1); select 1 / 0');
  await expect(migrate(sql, [...migrations, broken], NO_SEED)).rejects.toMatchObject({ code: '22012' });
  expect(await sql`select to_regclass('public.half') as there`).toMatchObject([{ there: null }]);
  expect((await recorded()).map(({ version }) => version)).toEqual(versions(migrations));
  const mended = another('create table public.half (id int)');
  expect(await migrate(sql, [...migrations, mended], NO_SEED)).toEqual([mended.version]);
});

test('a seed that fails is tried again', async () => {
  const migrations = await readMigrations();
  await expect(migrate(sql, migrations, 'select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  await migrate(sql, migrations, await readSeed());
  expect((await sql`select 1 from public.content_style_templates`).length).toBeGreaterThan(0);
});

test('starter templates that were deleted do not come back', async () => {
  const migrations = await readMigrations();
  await migrate(sql, migrations, await readSeed());
  const names = await sql<{ name: string }[]>`select name from public.content_style_templates`;
  expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['Motivational Quotes', 'Carousel Tips']));
  await sql`delete from public.content_style_templates`;
  await migrate(sql, migrations, await readSeed());
  expect(await sql`select 1 from public.content_style_templates`).toHaveLength(0);
});
