import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import type { Session } from '../../sql/client.ts';
import { name as identifier, sql } from '../../sql/template.ts';

/** Increase it when older versions can no longer read the dumps that are written. */
export const DUMP_FORMAT = 1;
/** The schemas with our data. Other schemas of the user's own database are left alone. */
const SCHEMAS = ['public', 'private', 'auth', 'storage', 'supabase_migrations'];
/** Size limit of a line other than a row. */
export const LINE_MAX_BYTES = 1024 * 1024;
export const HEADER = '-- local-agent dump ';
export const END = '-- end ';
/** Ends a table's rows, as in pg_dump's files. No row can look like this, because COPY doubles each backslash. */
export const ROWS_END = '\\.\n';

const nameSchema = z.string().min(1).max(63);
const tableSchema = z.object({ schema: nameSchema, name: nameSchema, columns: z.array(nameSchema).max(1600) });
const sequenceSchema = z.object({
  schema: nameSchema,
  name: nameSchema,
  /** The last value it returned; null if it was never used. */
  value: z
    .string()
    .regex(/^-?\d{1,19}$/)
    .nullable(),
});
const headerSchema = z.object({
  format: z.number().int(),
  /** The version of the server that was dumped, such as `18.4`. */
  postgres: z.string(),
  /** The versions of the migrations applied to the dumped database, oldest first. */
  migrations: z.array(z.string().regex(/^\d+$/)),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
});
const endSchema = z.object({ rows: z.array(z.number().int().nonnegative()) });

/** A table and its dumped columns; generated columns are left out and recomputed. */
export type DumpedTable = z.infer<typeof tableSchema>;
export type DumpHeader = z.infer<typeof headerSchema>;
/** The row count of each table, in the order of the header. */
export type DumpEnd = z.infer<typeof endSchema>;

/** Lists the tables in our schemas, sorted by name; tables of extensions are left out. */
export function listTables(database: Session): Promise<DumpedTable[]> {
  return database.rows<DumpedTable>(sql`
    select n.nspname as schema, c.relname as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any(${SCHEMAS}::text[])
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by n.nspname collate "C", c.relname collate "C"`);
}

/** Lists the sequences in our schemas, each with the last value it returned. */
export function listSequences(database: Session): Promise<DumpHeader['sequences']> {
  return database.rows(sql`
    select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
    where schemaname = any(${SCHEMAS}::text[]) order by schemaname, sequencename`);
}

/** Quotes the qualified name of a table or sequence for a statement. */
export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${identifier(schema).text}.${identifier(name).text}`;
}

/** The statement that precedes a table's rows in the dump. */
export function copyIn(table: DumpedTable): string {
  return `COPY ${quoted(table)} (${columnsOf(table)}) FROM stdin;`;
}

/** The statement that reads a table's rows. */
export function copyOut(table: DumpedTable): string {
  return `COPY (SELECT ${columnsOf(table)} FROM ${quoted(table)}) TO STDOUT`;
}

function columnsOf({ columns }: DumpedTable): string {
  return columns.map((column) => identifier(column).text).join(', ');
}

/** Parses the first line. AppError bad_input when it is not a dump, unavailable when a newer version wrote it. */
export function parseHeader(line: string): DumpHeader {
  const header = parse(line, HEADER, headerSchema);
  if (header.format > DUMP_FORMAT) {
    throw new AppError(
      'unavailable',
      `This database dump was made by a newer local-agent (format ${header.format}; this version knows ${DUMP_FORMAT}). Update local-agent.`,
    );
  }
  return header;
}

/** Parses the last line. AppError bad_input when it is damaged. */
export function parseEnd(line: string): DumpEnd {
  return parse(line, END, endSchema);
}

function parse<T>(line: string, mark: string, schema: z.ZodType<T>): T {
  if (!line.startsWith(mark)) throw damagedDump(`a line should begin with "${mark.trim()}"`);
  try {
    return schema.parse(JSON.parse(line.slice(mark.length)));
  } catch (cause) {
    throw damagedDump('a line that describes it cannot be read', cause);
  }
}

/** The error for a dump that is truncated or was modified. */
export function damagedDump(reason: string, cause?: unknown): AppError {
  return new AppError('bad_input', `The database dump is damaged: ${reason}. Use another backup.`, { cause });
}
