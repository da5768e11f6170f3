import { randomUUID } from 'node:crypto';
import type { SqlClient } from '../../server/supabase/sql/client.ts';
import { name, sql } from '../../server/supabase/sql/template.ts';
import { CALLERS, type Side } from './sides.ts';

/** The results of each caller's requests: `member updates channels.handle` → `204 1 rows`. */
export type Cells = Record<string, string>;

/** A table or view, the key columns and values of one of its rows, and a copy that may exist beside that row. */
type Relation = {
  name: string;
  isView: boolean;
  columns: string[];
  keys: string[];
  row: Record<string, unknown>;
  copy: Record<string, unknown>;
};

/** The status, with the number of rows or the code of the refusal. */
async function cellOf(answer: Response): Promise<string> {
  const text = await answer.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  if (!answer.ok) return `${answer.status} ${(body as { code?: string }).code}`;
  const [, rows] = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? [];
  return `${answer.status} ${rows} rows`;
}

async function relationsOf(database: SqlClient): Promise<Relation[]> {
  const relations = await database.rows<Omit<Relation, 'row' | 'copy'> & { made: string[]; unique: string[] }>(sql`
    select c.relname as name, c.relkind = 'v' as "isView", array_agg(a.attname::text order by a.attnum) as columns,
      array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as keys,
      array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisunique) as unique,
      coalesce(array_agg(a.attname::text) filter (where a.attgenerated <> ''), '{}') as made
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') group by c.oid order by 1`);
  return Promise.all(
    relations.map(async ({ made, unique, ...relation }) => {
      const rows = await database.rows<{ row: Record<string, unknown> }>(
        sql`select to_jsonb(t) as row from public.${name(relation.name)} t limit 1`,
      );
      const row = rows[0]?.row ?? {};
      const given = Object.entries(row).filter(([column]) => !made.includes(column));
      const copy = given.map(([column, value]) => [column, unique.includes(column) ? otherThan(value) : value]);
      const keys = relation.keys.length > 0 ? relation.keys : relation.columns.slice(0, 1);
      return { ...relation, keys, row, copy: Object.fromEntries(copy) };
    }),
  );
}

/**
 * Each caller's results of reading, inserting, updating and deleting in each table and view; all changes are rolled
 * back.
 */
export async function tableCells(side: Side): Promise<Cells> {
  const cells: Cells = {};
  for (const relation of await relationsOf(side.database))
    for (const caller of CALLERS) {
      const { name: table, columns, row, copy, isView } = relation;
      const all = `/rest/v1/${table}`;
      const one = `${all}?${filterOf(relation)}`;
      const note = async (what: string, path: string, method: string, body?: object) => {
        const headers = { prefer: 'tx=rollback,count=exact', 'content-type': 'application/json' };
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
        cells[`${caller} ${what}`] = await cellOf(await side.ask(caller, path, init));
      };
      await note(`reads ${table}`, all, 'GET');
      await note(`inserts into ${table}`, all, 'POST', copy);
      for (const column of isView ? columns.slice(0, 1) : columns)
        await note(`updates ${table}.${column}`, one, 'PATCH', { [column]: row[column] ?? null });
      await note(`deletes from ${table}`, one, 'DELETE');
    }
  return cells;
}

function filterOf({ keys, row }: Relation): string {
  const one = (key: string) =>
    row[key] == null ? `${key}=is.null` : `${key}=eq.${encodeURIComponent(String(row[key]))}`;
  return keys.map(one).join('&');
}

/** Another value of the same type, except for words that may be the only ones allowed. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string' || /^[a-z]+$/.test(value)) return value;
  if (/^[0-9a-f]{8}-/.test(value)) return randomUUID();
  return /^\d{4}-\d\d-\d\d/.test(value) ? '2020-02-02' : `${value} 2`;
}
