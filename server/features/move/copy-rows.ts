import { AppError } from '../../errors.ts';
import { couldNot, dataOf } from '../../supabase/could-not.ts';
import { stillChanging } from './messages.ts';
import type { Side } from './side.ts';

const ROWS_AT_ONCE = 200;
/** An embedded backend accepts requests of up to 4 MB, and text grows when it is quoted. */
const BYTES_AT_ONCE = 1_000_000;
/** Rows that change during one round are copied in the next. */
const ROUNDS = 3;

/** Maps the ids of accounts that have another id at the destination to that id. */
export type Users = Record<string, string>;
export type Table = { name: string; keys: string[]; itself: string[] };
export type CopiedTable = { name: string; rows: number };
export type Digest = { rows: number; digest: string };

export async function tablesOf({ client }: Pick<Side, 'client'>): Promise<Table[]> {
  return dataOf(await client.rpc('move_tables'), 'list the tables');
}

export async function digestOf({ client }: Pick<Side, 'client'>, name: string, users: Users = {}): Promise<Digest> {
  const [found] = dataOf(await client.rpc('move_digest', { name, users }), `read the table ${name}`);
  if (!found) throw couldNot(`read the table ${name}`, { message: 'no answer' });
  return found;
}

/**
 * Copies the rows of every table, each after those that it refers to, until both sides are equal. Tables that are
 * already equal are skipped, so that an interrupted copy can continue. AppError conflict if a table keeps changing.
 */
export async function copyTables(
  from: Side,
  to: Side,
  users: Users,
  onProgress: (text: string) => void,
): Promise<CopiedTable[]> {
  const tables = await tablesOf(from);
  let copied: CopiedTable[] = [];
  let different: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    copied = [];
    different = [];
    for (const table of tables) {
      const wanted = await digestOf(from, table.name, users);
      if (!isSame(wanted, await digestOf(to, table.name))) {
        onProgress(`${table.name}: ${wanted.rows} rows…`);
        await copyTable(from, to, table, users);
        different.push(table.name);
      }
      copied.push({ name: table.name, rows: wanted.rows });
    }
    if (different.length === 0) return copied;
  }
  throw new AppError('conflict', stillChanging(different));
}

const isSame = (one: Digest, other: Digest) => one.rows === other.rows && one.digest === other.digest;

async function copyTable(from: Side, to: Side, table: Table, users: Users): Promise<void> {
  // A row may refer to a later one, so all are first written without such references.
  if (table.itself.length > 0) await copyRows(from, to, table, users, true);
  await copyRows(from, to, table, users, false);
}

async function copyRows(from: Side, to: Side, { name, keys }: Table, users: Users, bare: boolean): Promise<void> {
  let after: Record<string, string> | null = null;
  for (;;) {
    const asked = await from.client.rpc('move_read', { name, after, most: ROWS_AT_ONCE });
    const rows: string[] = dataOf(asked, `read the table ${name}`);
    for (const some of inPieces(rows.map((row) => withUsers(row, users)))) await writeRows(to, name, some, bare);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    const fields: Record<string, string> = JSON.parse(last);
    after = Object.fromEntries(keys.map((key) => [key, fields[key] ?? '']));
  }
}

export async function writeRows(to: Side, name: string, rows: string[], bare = false): Promise<void> {
  const { error } = await to.client.rpc('move_write', { name, rows, bare });
  if (error) throw couldNot(`write the table ${name}`, error);
}

/** Replaces the ids anywhere in the row's text. They are UUIDs, so they match nothing else. */
export function withUsers(row: string, users: Users): string {
  return Object.entries(users).reduce((text, [id, there]) => text.replaceAll(id, there), row);
}

/** Splits rows into batches that fit into one request; a larger row gets its own batch. */
export function inPieces(rows: readonly string[]): string[][] {
  const pieces: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row));
    if (bytes + size > BYTES_AT_ONCE) {
      pieces.push([]);
      bytes = 0;
    }
    pieces.at(-1)?.push(row);
    bytes += size;
  }
  return pieces;
}
