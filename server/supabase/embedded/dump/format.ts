import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import type { Session } from '../../sql/client.ts';
import { name as identifier, sql } from '../../sql/template.ts';

/** Raise it when what is written can no longer be read by an older version. */
export const DUMP_FORMAT = 1;
/** The schemas with our data. Other schemas of the user's own database are left alone. */
const SCHEMAS = ['public', 'private', 'auth', 'storage', 'supabase_migrations'];
/** The most bytes of a line other than a row. */
export const LINE_MAX_BYTES = 1024 * 1024;
export const HEADER = '-- local-agent dump ';
export const END = '-- end ';
/** What ends a table's rows, as in the files of pg_dump: no row can look like this, for COPY doubles each backslash. */
export const ROWS_END = '\\.\n';

const nameSchema = z.string().min(1).max(63);
const tableSchema = z.object({ schema: nameSchema, name: nameSchema, columns: z.array(nameSchema).max(1600) });
const sequenceSchema = z.object({
  schema: nameSchema,
  name: nameSchema,
  /** The number given last; null where none was. */
  value: z
    .string()
    .regex(/^-?\d{1,19}$/)
    .nullable(),
});
const headerSchema = z.object({
  format: z.number().int(),
  /** The server that it was dumped from, such as `18.4`. */
  postgres: z.string(),
  /** The versions of the migrations that its database had, oldest first. */
  migrations: z.array(z.string().regex(/^\d+$/)),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
});
const endSchema = z.object({ rows: z.array(z.number().int().nonnegative()) });

/** A table with the columns whose values are kept; generated ones are recomputed. */
export type DumpedTable = z.infer<typeof tableSchema>;
export type DumpHeader = z.infer<typeof headerSchema>;
/** How many rows each table has, in the order of the header. */
export type DumpEnd = z.infer<typeof endSchema>;

/** The tables of ours that a database has, those of extensions aside, by name. */
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

/** The sequences of ours, and the number that each gave last. */
export function listSequences(database: Session): Promise<DumpHeader['sequences']> {
  return database.rows(sql`
    select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
    where schemaname = any(${SCHEMAS}::text[]) order by schemaname, sequencename`);
}

/** A table's or a sequence's name, quoted for a statement. */
export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${identifier(schema).text}.${identifier(name).text}`;
}

/** The statement before a table's rows. */
export function copyIn(table: DumpedTable): string {
  return `COPY ${quoted(table)} (${columnsOf(table)}) FROM stdin;`;
}

/** The statement that gives them. */
export function copyOut(table: DumpedTable): string {
  return `COPY (SELECT ${columnsOf(table)} FROM ${quoted(table)}) TO STDOUT`;
}

function columnsOf({ columns }: DumpedTable): string {
  return columns.map((column) => identifier(column).text).join(', ');
}

/** Reads the first line. AppError bad_input when it is no dump, unavailable when it is a newer version's. */
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

/** Reads the last line. AppError bad_input. */
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

/** What is said of a dump that is cut short or was changed. */
export function damagedDump(reason: string, cause?: unknown): AppError {
  return new AppError('bad_input', `The database dump is damaged: ${reason}. Use another backup.`, { cause });
}
