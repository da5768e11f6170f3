import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { App } from '@supabase/lite';
import type { Sql } from 'postgres';
import { parseRange } from './byte-range.ts';
import { StorageRefusal, storageContext } from './storage-context.ts';

type StorageAdapter = NonNullable<App['_storageAdapter']>;
type Body = Parameters<StorageAdapter['uploadObject']>[3];
type Metadata = Awaited<ReturnType<StorageAdapter['headObject']>>;

/** A path in a bucket: Supabase allows 1024 bytes. */
const KEY_MAX_BYTES = 1024;

/**
 * Keeps a bucket's objects as files under `root`. A file's name is the hash of bucket and path, so that no path can leave the folder, clash with
 * a folder of the same name, or depend on how the disk treats upper and lower case. Streams both ways, enforces the bucket's size limit while
 * it writes, and replaces a file only once the new one is whole and on disk. Content types live in storage.objects.
 */
export function fileAdapter(root: string, sql: Sql): StorageAdapter {
  const pathOf = (bucket: string, key: string) => {
    checkKey(key);
    const name = createHash('sha256').update(`${bucket}\0${key}`).digest('hex');
    return join(root, name.slice(0, 2), name);
  };

  const inspect = async (bucket: string, key: string): Promise<{ path: string; metadata: Metadata }> => {
    const path = pathOf(bucket, key);
    const info = await lstat(path).catch(() => null);
    if (!info) throw new StorageRefusal(404, 'not_found', 'Object not found');
    if (!info.isFile()) throw new StorageRefusal(400, 'InvalidKey', `Invalid key: ${key}`);
    const [row] = await sql<{ metadata: { mimetype?: string; cacheControl?: string } | null }[]>`
      select metadata from storage.objects where bucket_id = ${bucket} and name = ${key}`;
    return {
      path,
      metadata: {
        mimetype: row?.metadata?.mimetype ?? 'application/octet-stream',
        cacheControl: row?.metadata?.cacheControl ?? 'no-cache',
        contentLength: info.size,
        size: info.size,
        lastModified: info.mtime,
        eTag: `"${Math.trunc(info.mtimeMs).toString(16)}-${info.size.toString(16)}"`,
        httpStatusCode: 200,
      },
    };
  };

  return {
    driver: root,
    async getObject(bucket, key) {
      const { path, metadata } = await inspect(bucket, key);
      const range = parseRange(storageContext.getStore()?.range ?? null, metadata.size);
      if (range === 'unsatisfiable')
        throw new StorageRefusal(416, 'InvalidRange', 'The requested range is not satisfiable');
      const body = Readable.toWeb(createReadStream(path, { ...range, flags: 'r' }));
      if (!range) return { metadata, httpStatusCode: 200, body };
      const contentRange = `bytes ${range.start}-${range.end}/${metadata.size}`;
      return {
        metadata: { ...metadata, contentLength: range.end - range.start + 1, contentRange },
        httpStatusCode: 206,
        body,
      };
    },
    async uploadObject(bucket, key, _version, body, contentType, cacheControl) {
      const path = pathOf(bucket, key);
      const [row] = await sql<
        { limit: number | null }[]
      >`select file_size_limit as limit from storage.buckets where id = ${bucket}`;
      await write(path, body, row?.limit ?? Number.POSITIVE_INFINITY);
      const { metadata } = await inspect(bucket, key);
      return { ...metadata, mimetype: contentType, cacheControl };
    },
    async deleteObject(bucket, key) {
      await rm(pathOf(bucket, key), { force: true });
    },
    async deleteObjects(bucket, keys) {
      await Promise.all(keys.map((key) => rm(pathOf(bucket, key), { force: true })));
    },
    async copyObject(bucket, source, _version, toBucket, target) {
      const from = await inspect(bucket, source);
      await replace(pathOf(toBucket, target), (beside) => copyFile(from.path, beside, constants.COPYFILE_FICLONE));
      const { metadata } = await inspect(toBucket, target);
      return { httpStatusCode: 200, eTag: metadata.eTag, lastModified: metadata.lastModified };
    },
    async headObject(bucket, key) {
      return (await inspect(bucket, key)).metadata;
    },
    async privateAssetUrl() {
      throw new StorageRefusal(400, 'InvalidRequest', 'Image transformation is not available');
    },
  };
}

function checkKey(key: string): void {
  const segments = key.split('/');
  const bad =
    key.includes('\0') ||
    key.includes('\\') ||
    Buffer.byteLength(key) > KEY_MAX_BYTES ||
    segments.some((segment) => ['', '.', '..'].includes(segment));
  if (bad) throw new StorageRefusal(400, 'InvalidKey', `Invalid key: ${key.replaceAll('\0', '')}`);
}

async function write(path: string, body: Body, maxBytes: number): Promise<void> {
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.byteLength;
      if (size <= maxBytes) return done(null, chunk);
      done(new StorageRefusal(413, 'Payload too large', 'The object exceeded the maximum allowed size'));
    },
  });
  await replace(path, async (beside) => {
    const source = body instanceof Uint8Array ? Readable.from([body]) : Readable.fromWeb(body as NodeReadableStream);
    await pipeline(source, meter, createWriteStream(beside, { flags: 'wx', mode: 0o600, flush: true }));
  });
}

/** Lets `fill` make a file beside `path`, then puts it in place at once; a failure leaves what was there. */
async function replace(path: string, fill: (beside: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${randomUUID()}.tmp`;
  try {
    await fill(beside);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new StorageRefusal(507, 'InsufficientStorage', 'The disk is full: free some space, then upload again');
    throw error;
  }
}
