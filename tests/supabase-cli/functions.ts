import type { SqlClient } from '../../server/supabase/sql/client.ts';
import { sql, name as tableName } from '../../server/supabase/sql/template.ts';
import type { Cells } from './cells.ts';
import { CALLERS, type Side } from './sides.ts';

/** A function of the schema public, with the types of its arguments. */
type Called = { name: string; signature: string; names: string[]; types: string[] };

const functionsOf = (database: SqlClient) =>
  database.rows<Called>(sql`
    select f.proname as name, f.oid::regprocedure::text as signature, coalesce(proargnames[1:pronargs]::text[], '{}') as names,
      array(select format_type(t.type, null) from unnest(proargtypes) with ordinality as t(type, at) order by at) as types
    from pg_proc f where f.pronamespace = 'public'::regnamespace and f.prokind = 'f'
      and f.prorettype <> 'trigger'::regtype order by 2`);

/** Values from a caller who knows nothing about the workspace, by type. */
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

/** The arguments that are the id of a table's row, by their names in the singular. */
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

/**
 * Each caller's results of each function, given existing ids, unknown ids, and nulls. All changes are rolled back.
 * Functions that only triggers call are left out, as PostgREST does not expose them, and so are those of the schema
 * private, whose permissions are compared elsewhere.
 */
export async function functionCells(side: Side): Promise<Cells> {
  const ids = await idsOf(side.database);
  const cells: Cells = {};
  for (const { name, signature, names, types } of await functionsOf(side.database)) {
    const given = (known: Record<string, string>) => types.map((type, at) => valueFor(type, names[at] ?? '', known));
    const asked = { known: given(ids), unknown: given({}), null: types.map(() => null) };
    for (const [kind, values] of Object.entries(asked))
      for (const caller of CALLERS) {
        const body = JSON.stringify(Object.fromEntries(names.map((argument, at) => [argument, values[at]])));
        const headers = { prefer: 'tx=rollback', 'content-type': 'application/json' };
        const answer = await side.ask(caller, `/rest/v1/rpc/${name}`, { method: 'POST', headers, body });
        cells[`${caller} calls ${signature}, ${kind}`] = cellOf(answer.status, await answer.text());
      }
  }
  return cells;
}

/** The id of a row in each table whose ids are passed to functions, by the arguments' names. */
async function idsOf(database: SqlClient): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [table, names] of Object.entries(IDS_OF)) {
    const [row] = await database.rows<{ id: string }>(
      sql`select id from public.${tableName(table)} order by id limit 1`,
    );
    if (!row) throw new Error(`${table} is empty.`);
    for (const argument of names) ids[argument] = row.id;
  }
  return ids;
}

function valueFor(type: string, name: string, known: Record<string, string>): unknown {
  const id = known[name] ?? known[name.replace(/s$/, '')] ?? VALUES.uuid;
  if (type === 'uuid') return id;
  if (type === 'uuid[]') return [id];
  return type.endsWith('[]') ? [] : VALUES[type];
}

/** The status with the value, or with the refusal's code and message, without ids and times, which differ. */
function cellOf(status: number, text: string): string {
  if (text === '') return String(status);
  const { code, message } = status < 400 ? {} : JSON.parse(text);
  return withoutChance(`${status} ${code === undefined ? text : `${code} ${message}`}`);
}

/** Removes everything that differs between two workspaces or over time. */
export function withoutChance(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+\+00:00)?/g, 'time');
}
