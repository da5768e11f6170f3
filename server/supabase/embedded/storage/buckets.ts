import { z } from 'zod';
import type { SqlClient } from '../sql/client.ts';
import { assignments, name as named, newRow, sql } from '../sql/template.ts';
import { asCaller, type StorageCaller } from './caller.ts';
import { invalidRequest, noBucket, StorageError } from './error.ts';
import { checkBucketName } from './key.ts';
import type { LooseFiles } from './loose-files.ts';
import { type BucketRow, findBucket, isoTime } from './rows.ts';

const UNITS: Record<string, number> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
};

const settings = {
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number().int().min(0), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string()).nullish(),
};
export const newBucketSchema = z.object({ id: z.string().optional(), name: z.string(), ...settings });
export const changedBucketSchema = z.object(settings);
export const bucketQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).optional(),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});

/**
 * The buckets the caller may see; every method asks the policies of storage.buckets, which let only the service key
 * pass.
 */
export function storageBuckets(database: SqlClient, files: LooseFiles) {
  const require = (caller: StorageCaller, id: string) => asCaller(database, caller, (as) => findBucket(as, id));

  return {
    async list(caller: StorageCaller, query: z.output<typeof bucketQuerySchema>): Promise<object[]> {
      const rows = await asCaller(database, caller, (as) =>
        as.rows<BucketRow>(sql`
          select id, name, owner, public, file_size_limit::float8, allowed_mime_types, created_at, updated_at from storage.buckets
          where starts_with(lower(name), lower(${query.search}::text))
          order by ${named(query.sortColumn)} ${query.sortOrder === 'desc' ? sql`desc` : sql`asc`}
          limit ${query.limit ?? null} offset ${query.offset}`),
      );
      return rows.map(describe);
    },

    async get(caller: StorageCaller, id: string): Promise<object> {
      return describe(await require(caller, id));
    },

    async create(caller: StorageCaller, { id, name, ...rest }: z.output<typeof newBucketSchema>): Promise<object> {
      const bucket = checkBucketName(id ?? name);
      const columns = { ...columnsOf(rest), owner: caller.userId, owner_id: caller.userId };
      const row = { id: bucket, name: bucket, ...columns };
      await asCaller(database, caller, (as) => as.run(sql`insert into storage.buckets ${newRow(row)}`));
      return { name: bucket };
    },

    async update(caller: StorageCaller, id: string, changes: z.output<typeof changedBucketSchema>): Promise<void> {
      const columns = { ...columnsOf(changes), updated_at: new Date().toISOString() };
      await require(caller, id);
      const statement = sql`update storage.buckets set ${assignments(columns)} where id = ${id}`;
      if ((await asCaller(database, caller, (as) => as.run(statement))) === 0) throw noBucket();
    },

    /** StorageError 409 while there are objects in it. */
    async remove(caller: StorageCaller, id: string): Promise<void> {
      await require(caller, id);
      const [object] = await database.rows(sql`select from storage.objects where bucket_id = ${id} limit 1`);
      if (object) {
        throw new StorageError(409, 'InvalidRequest', 'The bucket you tried to delete is not empty');
      }
      const statement = sql`delete from storage.buckets where id = ${id}`;
      if ((await asCaller(database, caller, (as) => as.run(statement))) === 0) throw noBucket();
    },

    /** Removes those of its objects that the caller may remove. */
    async empty(caller: StorageCaller, id: string): Promise<void> {
      await require(caller, id);
      const statement = sql`delete from storage.objects where bucket_id = ${id} returning version`;
      const removed = await asCaller(database, caller, (as) => as.rows<{ version: string }>(statement));
      await files.discard(removed.map(({ version }) => version));
    },
  };
}

/** Only what was said: what is left out stays as it is. */
function columnsOf({ public: isPublic, file_size_limit, allowed_mime_types }: z.output<typeof changedBucketSchema>) {
  return {
    ...(typeof isPublic === 'boolean' && { public: isPublic }),
    ...(file_size_limit !== undefined && { file_size_limit: sizeOf(file_size_limit) }),
    ...(allowed_mime_types !== undefined && { allowed_mime_types }),
  };
}

/** Bytes of a limit such as 1048576, "20MB" or "1.5 GiB". */
function sizeOf(limit: number | string | null): number | null {
  if (typeof limit !== 'string') return limit;
  const [, amount, unit = ''] = limit.trim().match(/^(\d+(?:\.\d+)?)\s*([kmg]?i?b)?$/i) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  if (!amount || !factor) throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  return Math.floor(Number(amount) * factor);
}

function describe(bucket: BucketRow): object {
  return {
    ...bucket,
    owner: bucket.owner ?? '',
    type: 'STANDARD',
    created_at: isoTime(bucket.created_at),
    updated_at: isoTime(bucket.updated_at),
  };
}
