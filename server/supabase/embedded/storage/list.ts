import { z } from 'zod';
import type { SqlClient } from '../../sql/client.ts';
import { name, sql } from '../../sql/template.ts';
import { asCaller, type StorageCaller } from './caller.ts';
import { isoTime, type ObjectMetadata } from './rows.ts';

const LIST_MAX = 1000;

const direction = z.enum(['asc', 'desc']).catch('asc');

export const listSchema = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().min(1).max(LIST_MAX).default(100),
  offset: z.number().int().min(0).default(0),
  search: z.string().default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: direction,
    })
    .nullish(),
});

type Entry = {
  name: string;
  id: string | null;
  updated_at: string | null;
  created_at: string | null;
  last_accessed_at: string | null;
  metadata: ObjectMetadata | null;
};

/**
 * Lists one folder of a bucket, as visible to the caller: first its folders, in which all but the name is null, then
 * its objects in the requested order. Names are relative to the folder; `search` is a case-insensitive prefix.
 */
export async function listFolder(
  database: SqlClient,
  caller: StorageCaller,
  bucket: string,
  { prefix, limit, offset, search, sortBy }: z.output<typeof listSchema>,
): Promise<Entry[]> {
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const level = folder.split('/').length;
  const descending = sortBy?.order === 'desc';
  const order = (column: string) => sql`${name(column)} ${descending ? sql`desc` : sql`asc`}`;
  const entries = await asCaller(database, caller, (as) =>
    as.rows<Entry>(sql`
      with found as (
        select * from storage.objects
        where bucket_id = ${bucket} and starts_with(lower(name), lower(${folder + search}::text))
      ), entries as (
        select path_tokens[${level}] as name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
          null::timestamptz as last_accessed_at, null::jsonb as metadata
        from found where cardinality(path_tokens) > ${level} group by 1
        union all
        select path_tokens[${level}], id, updated_at, created_at, last_accessed_at, metadata
        from found where cardinality(path_tokens) = ${level}
      )
      select * from entries
      order by id is not null, ${order(sortBy?.column ?? 'name')}, ${order('name')} limit ${limit} offset ${offset}`),
  );
  return entries.map((entry) => ({
    ...entry,
    updated_at: entry.updated_at && isoTime(entry.updated_at),
    created_at: entry.created_at && isoTime(entry.created_at),
    last_accessed_at: entry.last_accessed_at && isoTime(entry.last_accessed_at),
  }));
}
