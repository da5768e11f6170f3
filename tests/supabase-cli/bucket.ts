import { type Sql, sql } from '../../server/supabase/sql/template.ts';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import type { Cells } from './cells.ts';
import { asCaller, CALLERS, type Caller, type Side } from './sides.ts';

/** An object that exists, and one that does not. */
const HELD = 'posts/held.png';
const NEW = 'posts/new.png';
const PNG = new Uint8Array([137, 80, 78, 71]);

/** Puts a file into the bucket, and one into a bucket that the workspace does not use. */
export async function fillBucket(side: Side): Promise<void> {
  await side.database.script(`insert into storage.buckets (id, name) values ('other', 'other') on conflict do nothing;
    delete from storage.objects; insert into storage.objects (bucket_id, name, version) values ('other', '${HELD}', 'other')`);
  await upload(side, 'service', HELD, {});
}

const upload = (side: Side, caller: Caller, key: string, headers: Record<string, string>) =>
  side.ask(caller, `/storage/v1/object/${MEDIA_BUCKET}/${key}`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', ...headers },
    body: PNG,
  });

/**
 * The statements that Supabase's storage-api runs as the caller to check permissions (its src/storage/database/pg.ts);
 * everything else it does with its own role. A move also has to find the object.
 */
const put = (bucket: string, key: string) =>
  sql`insert into storage.objects (bucket_id, name, owner, version) values (${bucket}, ${key}, auth.uid(), '1')`;
const OPERATIONS: Record<string, (bucket: string) => Sql> = {
  reads: (bucket) => sql`select id from storage.objects where bucket_id = ${bucket} and name = ${HELD}`,
  lists: (bucket) => sql`select name from storage.objects where bucket_id = ${bucket} and name like 'posts/%'`,
  uploads: (bucket) => put(bucket, NEW),
  overwrites: (bucket) =>
    sql`${put(bucket, HELD)} on conflict (name, bucket_id) do update set version = excluded.version, owner = excluded.owner returning *`,
  moves: (bucket) => sql`update storage.objects set name = ${NEW}, version = '1', owner = auth.uid()
    where bucket_id = ${bucket} and name = ${HELD} returning *`,
  deletes: (bucket) =>
    sql`delete from storage.objects where bucket_id = ${bucket} and name = any(${[HELD]}) returning *`,
  'sees the bucket': (bucket) => sql`select id from storage.buckets where id = ${bucket}`,
  'changes the bucket': (bucket) => sql`update storage.buckets set public = true where id = ${bucket} returning id`,
};

/** What the policies allow each caller in the workspace's bucket and in another one. All changes are rolled back. */
export async function bucketCells(side: Side): Promise<Cells> {
  const cells: Cells = {};
  for (const bucket of [MEDIA_BUCKET, 'other'])
    for (const [operation, statement] of Object.entries(OPERATIONS))
      for (const caller of CALLERS)
        cells[`${caller} ${operation} in ${bucket}`] = await asCaller(side, caller, (session) =>
          session.run(statement(bucket)),
        ).then(
          (rows) => `${rows} rows`,
          (error) => String(error.code),
        );
  return cells;
}

/** The storage's own responses: how many objects each caller gets, or the status of the refusal. */
export async function storageCells(side: Side): Promise<Cells> {
  const cells: Cells = {};
  const objects = `/storage/v1/object`;
  const json = (body: object) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  const requests: Record<string, (caller: Caller) => Promise<Response>> = {
    reads: (caller) => side.ask(caller, `${objects}/${MEDIA_BUCKET}/${HELD}`),
    lists: (caller) =>
      side.ask(caller, `${objects}/list/${MEDIA_BUCKET}`, { method: 'POST', ...json({ prefix: 'posts' }) }),
    uploads: (caller) => upload(side, caller, NEW, {}),
    overwrites: (caller) => upload(side, caller, HELD, { 'x-upsert': 'true' }),
    deletes: (caller) =>
      side.ask(caller, `${objects}/${MEDIA_BUCKET}`, { method: 'DELETE', ...json({ prefixes: [HELD] }) }),
  };
  for (const [operation, send] of Object.entries(requests))
    for (const caller of CALLERS) {
      await fillBucket(side);
      const answer = await send(caller);
      const text = await answer.text();
      const found = text.startsWith('[') ? JSON.parse(text).length : 1;
      cells[`${caller} ${operation} in ${MEDIA_BUCKET}`] = answer.ok ? `${found} rows` : `refused, ${answer.status}`;
    }
  return cells;
}
