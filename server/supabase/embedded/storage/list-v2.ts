import { z } from 'zod';
import type { SqlClient } from '../sql/client.ts';
import { name, sql } from '../sql/template.ts';
import { asCaller, type StorageCaller } from './caller.ts';
import { isoTime, type ObjectMetadata } from './rows.ts';

const LIST_MAX = 1000;

export const listV2Schema = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().min(1).max(LIST_MAX).default(LIST_MAX),
  cursor: z.string().optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .nullish(),
});

type Found = {
  key: string;
  id: string | null;
  updated_at: string;
  created_at: string;
  last_accessed_at: string;
  metadata: ObjectMetadata | null;
};

/**
 * A page of a bucket as the caller sees it, by full names. With a delimiter, what lies deeper than the prefix' folder
 * is one entry per folder. The cursor stands for how many entries went before.
 */
export async function listPage(
  database: SqlClient,
  caller: StorageCaller,
  bucket: string,
  { prefix, limit, cursor, with_delimiter: delimited, sortBy }: z.output<typeof listV2Schema>,
): Promise<object> {
  const offset = cursor ? readCursor(cursor) : 0;
  const order = (column: string) => sql`${name(column)} ${sortBy?.order === 'desc' ? sql`desc` : sql`asc`}`;
  const beyond = sql`strpos(substr(name, ${prefix.length + 1}), '/')`;
  const found = await asCaller(database, caller, (as) =>
    as.rows<Found>(sql`
      with entries as (
        select *, ${delimited ? sql`${beyond} > 0` : sql`false`} as is_folder,
          ${delimited ? sql`case when ${beyond} > 0 then left(name, ${prefix.length} + ${beyond}) else name end` : sql`name`} as key
        from storage.objects where bucket_id = ${bucket} and starts_with(name, ${prefix})
      ), grouped as (
        select distinct on (key) key, case when is_folder then null else id end as id, updated_at, created_at, last_accessed_at,
          case when is_folder then null else metadata end as metadata
        from entries order by key
      )
      select * from grouped order by ${order(sortBy && sortBy.column !== 'name' ? sortBy.column : 'key')}, ${order('key')}
      limit ${limit + 1} offset ${offset}`),
  );
  const page = found.slice(0, limit);
  const hasNext = found.length > limit;
  return {
    hasNext,
    ...(hasNext && { nextCursor: writeCursor(offset + limit) }),
    folders: page.filter(({ id }) => id === null).map(({ key }) => ({ name: key, key })),
    objects: page.filter(({ id }) => id !== null).map(describe),
  };
}

function describe({ key, id, updated_at, created_at, last_accessed_at, metadata }: Found): object {
  return {
    id,
    name: key,
    key,
    updated_at: isoTime(updated_at),
    created_at: isoTime(created_at),
    last_accessed_at: isoTime(last_accessed_at),
    metadata,
  };
}

function writeCursor(offset: number): string {
  return Buffer.from(String(offset)).toString('base64url');
}

/** A cursor that is not ours begins at the beginning. */
function readCursor(cursor: string): number {
  const offset = Number(Buffer.from(cursor, 'base64url').toString());
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
}
