import type { Session, SqlClient } from '../../server/supabase/sql/client.ts';
import { name, type Sql, sql } from '../../server/supabase/sql/template.ts';

type Column = { column: string; type: string; category: string; values: string[] | null };

/** A text that is difficult for text formats. */
export const AWKWARD = 'tab\tline\nback\\slash \\. \\N\n\\.\n"quoted" \u{1f469}‍\u{1f467} \u0001 end';

/** Values that satisfy checks, by column or `table.column`. */
const ASKED: Record<string, unknown> = {
  name: `name ${AWKWARD}`,
  platform: 'bluesky',
  platforms: ['bluesky'],
  source_url_1: 'https://example.com/1',
  source_url_2: 'https://example.com/2',
  niche_name: AWKWARD,
  content_type: 'text',
  texts: ['one'],
  'script_schedules.every_minutes': 60,
  'archived_posts.source': AWKWARD,
  'agent_pairings.finder': 'ABCD',
  'agent_pairings.shower_key': 'k'.repeat(44),
  'workspace_moves.state': 'undone',
  'webhooks.url': 'http://localhost:9/',
  'webhooks.events': ['post.published'],
};

/** Every table of a database except PostgreSQL's own, with its schema. */
export async function everyTable(database: SqlClient): Promise<{ schema: string; table: string }[]> {
  return database.rows(sql`
    select n.nspname as schema, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1, 2`);
}

/** All rows of a table, as text and sorted. */
export async function rowsOf(database: Session, schema: string, table: string): Promise<string[]> {
  const rows = await database.rows<{ row: string }>(
    sql`select t::text as row from ${name(schema)}.${name(table)} t order by 1`,
  );
  return rows.map(({ row }) => row);
}

/**
 * Inserts a row into every empty table. Values depend on the column's type; references are dangling, because triggers
 * and foreign keys are off.
 */
export async function fillEveryTable(database: SqlClient): Promise<void> {
  await database.transaction(async (session) => {
    await session.script('set local session_replication_role = replica');
    for (const { schema, table } of await everyTable(database)) {
      if ((await rowsOf(session, schema, table)).length > 0) continue;
      const columns = await session.rows<Column>(sql`
        select a.attname as column, format_type(a.atttypid, a.atttypmod) as type, t.typcategory as category,
          (select array_agg(e.enumlabel::text) from pg_enum e where e.enumtypid = t.oid) as values
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = format('%I.%I', ${schema}::text, ${table}::text)::regclass and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '' and a.attidentity = ''
          and (a.attnotnull and not a.atthasdef or ${table}::text || '.' || a.attname = any (${Object.keys(ASKED)}::text[]) or not exists (
            select from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any(k.conkey)))`);
      const row = columns.map((column) => valueFor(table, column));
      await session.run(sql`insert into ${name(schema)}.${name(table)}
        (${joined(columns.map(({ column }) => name(column)))}) values (${joined(row)})`);
    }
  });
}

/** Makes the references of `fillEveryTable`'s rows point to existing rows. */
export async function linkEveryTable(database: SqlClient): Promise<void> {
  const links = await database.rows<{ update: string }>(sql`
    select format('update %1$s t set (%2$s) = (select %3$s from %4$s limit 1)
        where row(%5$s) is not null and not exists (select from %4$s r where (%6$s) = (%5$s))', c.conrelid::regclass,
      string_agg(quote_ident(own.attname), ', ' order by k.at), string_agg(quote_ident(other.attname), ', ' order by k.at),
      c.confrelid::regclass, string_agg(format('t.%I', own.attname), ', ' order by k.at),
      string_agg(format('r.%I', other.attname), ', ' order by k.at)) as update
    from pg_constraint c cross join unnest(c.conkey, c.confkey) with ordinality as k(own, other, at)
      join pg_attribute own on own.attrelid = c.conrelid and own.attnum = k.own
      join pg_attribute other on other.attrelid = c.confrelid and other.attnum = k.other
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace group by c.oid, c.conrelid, c.confrelid`);
  await database.transaction(async (session) => {
    await session.script('set local session_replication_role = replica');
    for (const { update } of links) await session.script(update);
  });
}

function valueFor(table: string, { column, type, category, values }: Column): Sql {
  const asked = ASKED[`${table}.${column}`] ?? ASKED[column];
  if (asked !== undefined) return sql`${asked}`;
  if (values) return sql`${values[0]}`;
  if (type === 'uuid') return sql`gen_random_uuid()`;
  if (type === 'jsonb' || type === 'json') return sql`${JSON.stringify({ text: AWKWARD })}`;
  if (type === 'text[]') return sql`${[AWKWARD, '', 'NULL', '{}']}`;
  if (category === 'A') return sql`'{}'`;
  if (category === 'D') return sql`now()`;
  if (category === 'T') return sql`'1 hour'`;
  if (category === 'I') return sql`'127.0.0.1'`;
  if (category === 'B') return sql`true`;
  if (category === 'N') return sql`1`;
  return sql`${AWKWARD}`;
}

function joined(parts: Sql[]): Sql {
  return parts.reduce((before, part) => sql`${before}, ${part}`);
}
