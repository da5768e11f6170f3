import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import type { SqlClient } from '../../server/supabase/sql/client.ts';
import { name, sql } from '../../server/supabase/sql/template.ts';
import { databaseOf } from '../helpers/database.ts';
import { openTestBackend } from '../helpers/embedded.ts';
import { fillEveryTable, linkEveryTable } from '../helpers/every-table.ts';
import { ofFile } from '../helpers/of-file.ts';

/** What a caller sends who knows nothing of the workspace, by type. */
const VALUES: Record<string, unknown> = {
  uuid: '6f0c7f4e-3a1d-4c57-9d2b-5f1f1c2a9e01',
  text: 'word',
  integer: 5,
  bigint: 5,
  'double precision': 0.5,
  boolean: true,
  date: '2026-11-20',
  'timestamp with time zone': '2026-11-20T07:00:00Z',
  jsonb: {},
};

/** Which arguments are the id of a table's row, by their names without the s of many. */
const IDS_OF: Record<string, string[]> = {
  generated_content: ['content'],
  scheduled_posts: ['post'],
  post_deliveries: ['delivery'],
  content_projects: ['project'],
  social_accounts: ['account', 'channel'],
  agents: ['agent', 'holder', 'sealer'],
  post_series: ['series'],
  post_imports: ['import'],
  post_comments: ['comment'],
  comment_replies: ['reply'],
  generation_runs: ['run'],
  agent_pairings: ['pairing'],
  puppeteer_scripts: ['script'],
};

const backend = ofFile(() => openTestBackend());
let database: SqlClient;
let stranger: Client;
let member: Client;
const ids: Record<string, string> = {};
beforeAll(async () => {
  [member, stranger] = [await backend.memberClient(), await backend.strangerClient()];
  database = databaseOf(backend.dataDir);
  await fillEveryTable(database);
  await linkEveryTable(database);
  for (const [table, names] of Object.entries(IDS_OF)) {
    const [row] = await database.rows<{ id: string }>(sql`select id from public.${name(table)} limit 1`);
    if (!row) throw new Error(`${table} is empty.`);
    for (const argument of names) ids[argument] = row.id;
  }
});
afterAll(() => database?.close());

function valueFor(type: string, argument: string, known: Record<string, string>): unknown {
  const id = known[argument] ?? known[argument.replace(/s$/, '')] ?? VALUES.uuid;
  if (type === 'uuid') return id;
  if (type === 'uuid[]') return [id];
  return type.endsWith('[]') ? [] : VALUES[type];
}

/** What each function answers that triggers do not call, given these ids; ids and times are taken out, and nothing is kept. */
async function answersTo(caller: Client, known: Record<string, string>): Promise<Record<string, string>> {
  const functions = await database.rows<{ name: string; names: string[]; types: string[] }>(sql`
    select f.proname as name, coalesce(proargnames[1:pronargs]::text[], '{}') as names,
      array(select format_type(t.type, null) from unnest(proargtypes) with ordinality as t(type, at) order by at) as types
    from pg_proc f where f.pronamespace = 'public'::regnamespace and f.prokind = 'f'
      and f.prorettype <> 'trigger'::regtype order by 1`);
  const answers: Record<string, string> = {};
  for (const { name, names, types } of functions) {
    const args = Object.fromEntries(
      names.map((argument, at) => [argument, valueFor(types[at] ?? '', argument, known)]),
    );
    const { data, error } = await caller.rpc(name as never, args as never).setHeader('prefer', 'tx=rollback');
    answers[name] = JSON.stringify(error ? [error.code, error.message] : data)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
      .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+\+00:00)?/g, 'time');
  }
  return answers;
}

it('to know an id tells a stranger nothing: each function answers as it does for one that is not there', async () => {
  const known = await answersTo(stranger, ids);
  expect(Object.keys(known).length).toBeGreaterThan(100);
  expect(known).toEqual(await answersTo(stranger, {}));
});

it('to a member the ids mean something', async () => {
  const [known, unknown] = [await answersTo(member, ids), await answersTo(member, {})];
  expect(Object.keys(known).filter((name) => known[name] !== unknown[name]).length).toBeGreaterThan(20);
});
