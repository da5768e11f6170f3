import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dumpDatabase } from '../../../../../server/supabase/embedded/dump/dump.ts';
import { loadDump } from '../../../../../server/supabase/embedded/dump/load.ts';
import {
  type FreshDatabase,
  startFreshDatabase,
} from '../../../../../server/supabase/embedded/postgres/fresh-database.ts';
import { SqlClient } from '../../../../../server/supabase/sql/client.ts';
import { sql } from '../../../../../server/supabase/sql/template.ts';
import { addressOf } from '../../../../helpers/database.ts';
import { everyNth, isFull } from '../../../../helpers/depth.ts';
import { openTestBackend, type TestBackend } from '../../../../helpers/embedded.ts';
import { everyTable, fillEveryTable, rowsOf } from '../../../../helpers/every-table.ts';

const log = pino({ level: 'silent' });
let backend: TestBackend;
let fresh: FreshDatabase;
let source: SqlClient;
let target: SqlClient;

beforeAll(async () => {
  backend = await openTestBackend();
  const { dataDir } = backend;
  source = new SqlClient(addressOf(dataDir));
  fresh = await startFreshDatabase({ clusterRoot: dataDir, name: 'fresh', log, isThrowAway: true });
  target = new SqlClient(fresh.address);
});

afterAll(async () => {
  await Promise.all([source?.close(), target?.close()]);
  await fresh?.stop();
  await backend?.close();
});

async function textOf(dump: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of dump) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Splits a text at arbitrary places, as when it is read from a file or a network. */
async function* inPieces(text: string, bytes: number): AsyncGenerator<Buffer> {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += bytes) yield all.subarray(at, at + bytes);
}

/** Changes by which a dump no longer matches its header. */
const TAMPERED: [what: string, change: (dump: string) => string, words: string][] = [
  [
    'other rows than it says',
    (dump) => dump.replace(/^[^\t\n]*media-assets[^\n]*\n/m, ''),
    'damaged: storage.buckets has another number of rows than it says',
  ],
  [
    'a statement of its own',
    (dump) => dump.replace(/^COPY/m, 'create function public.evil() returns int language sql as $$ select 1 $$;\nCOPY'),
    'damaged',
  ],
  [
    // As if another migration, with its rules, had been applied already.
    'other migrations than it says',
    (dump) => {
      const { migrations } = JSON.parse(dump.slice(dump.indexOf('{'), dump.indexOf('\n')));
      return dump.replace(new RegExp(`^${migrations.at(-1)}\t`, 'm'), '20991231000000\t');
    },
    'damaged: it records other migrations than it says',
  ],
];

it.each(everyNth(TAMPERED, 3))('refuses a dump that has %s', async (_, change, words) => {
  const dump = await textOf(dumpDatabase(addressOf(backend.dataDir)));
  const tampered = change(dump);
  expect(tampered).not.toBe(dump);
  await target.script('drop database if exists tampered');
  await target.script('create database tampered');
  await expect(loadDump({ ...fresh.address, database: 'tampered' }, inPieces(tampered, 4096))).rejects.toThrow(words);
});

it('gives back every row of every table, and each sequence where it stood', async () => {
  await fillEveryTable(source);
  await source.script("create table public.mine (note text); insert into public.mine values ('kept in the dump')");
  await source.script("create sequence public.counter; select setval('public.counter', 41)");
  await target.script('create sequence public.counter');
  const dump = await textOf(dumpDatabase(addressOf(backend.dataDir)));
  await source.script('drop table public.mine');
  expect(dump).toContain('kept in the dump');

  const loaded = await loadDump(fresh.address, inPieces(dump, isFull ? 7 : 997));

  expect(loaded.unknown).toEqual(['public.mine']);
  const tables = await everyTable(source);
  expect(tables.map(({ schema, table }) => `${schema}.${table}`)).toEqual(
    loaded.tables.map(({ schema, name }) => `${schema}.${name}`),
  );
  for (const { schema, table } of tables) {
    const rows = await rowsOf(source, schema, table);
    expect(rows.length, `${schema}.${table}`).toBeGreaterThan(0);
    expect(await rowsOf(target, schema, table), `${schema}.${table}`).toEqual(rows);
    expect(loaded.tables).toContainEqual({ schema, name: table, rows: rows.length });
  }
  expect(await target.rows(sql`select nextval('public.counter') as next`)).toEqual([{ next: 42 }]);

  await expect(loadDump(fresh.address, inPieces(dump, 4096))).rejects.toThrow('only be loaded into an empty database');
});

it('leaves out the rows that it is asked to, and lets go of the database when nobody reads on', async () => {
  const isLeftOut = ({ name }: { name: string }) => name === 'sessions';
  const dump = await textOf(dumpDatabase(addressOf(backend.dataDir), { isLeftOut }));
  expect(dump).toMatch(/COPY "auth"."sessions" .* FROM stdin;\n\\\.\n/);

  for await (const _piece of dumpDatabase(addressOf(backend.dataDir))) break;
  const open = sql`select 1 from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid()`;
  await vi.waitFor(async () => expect(await source.rows(open)).toEqual([]), { timeout: 20_000 });
});

it.runIf(isFull)('of a load that is given up ends at once, with its server', async () => {
  const options = { clusterRoot: backend.dataDir, log, isThrowAway: true };
  const stop = new AbortController();
  const server = await startFreshDatabase({ ...options, name: 'given-up', signal: stop.signal });
  const database = new SqlClient(server.address);
  const query = database.run(sql`select pg_sleep(86400)`);
  stop.abort();
  await expect(query).rejects.toThrow();
  await server.stop();
  expect(existsSync(join(server.cluster, 'postmaster.pid'))).toBe(false);
  await database.close();
  const begun = new AbortController();
  const folder = join(backend.dataDir, 'begun');
  const start = startFreshDatabase({ ...options, name: 'begun', signal: begun.signal });
  // Waits until initdb is running.
  await vi.waitFor(async () => expect((await readdir(folder)).join()).toMatch(/partial-\w+,/), {
    timeout: 30_000,
    interval: 5,
  });
  begun.abort();
  await expect(start).rejects.toThrow('aborted');
  expect(await readdir(folder)).toEqual([]);
});
