import { Readable } from 'node:stream';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import type { Client, SupabaseConnection } from '../../supabase/connection.ts';
import type { ByteSource } from './media/byte-source.ts';
import { isPublicAddress } from './platforms/kit/server-address.ts';
import { PublishError } from './publisher.ts';

/** How long a file's URL is valid: longer than an attempt takes. */
const ADDRESS_SECONDS = 3600;
/** How long the storage may take to respond. */
const ANSWER_LIMIT_MS = 30_000;

/** A picture or video in the workspace's storage. */
export type StoredFile = ByteSource & {
  mimeType: string;
  /** A URL from which others can fetch it for at least an hour; undefined if the storage is not public. */
  address?: string | undefined;
  /** Returns all bytes at each call. Cancel the stream unless it is read completely. */
  open(): Promise<ReadableStream<Uint8Array>>;
};

/**
 * Opens a file of the bucket by its path. `publicBase` is the public URL of the bucket's files, null if they are not
 * public. PublishError `rejected` if the file does not exist, `transient` if the storage does not respond.
 */
export async function openStored(
  client: Client,
  fetch: SupabaseConnection['fetch'],
  path: string,
  publicBase: string | null = null,
): Promise<StoredFile> {
  const bucket = client.storage.from(MEDIA_BUCKET);
  const { data: info, error } = await bucket.info(path);
  if (error) throw storageTrouble(error, path);
  const { data, error: refusal } = await bucket.createSignedUrl(path, ADDRESS_SECONDS);
  if (refusal) throw storageTrouble(refusal, path);
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(data.signedUrl, { headers, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }).catch(
      (cause: unknown) => {
        throw new PublishError('transient', `The storage did not answer: ${path}`, { cause });
      },
    );
    if (!answer.ok || !answer.body)
      throw new PublishError('transient', `The storage answered ${answer.status}: ${path}`);
    return answer.body;
  };
  return {
    size: info.size ?? 0,
    mimeType: info.contentType ?? 'application/octet-stream',
    address: [under(publicBase, path), data.signedUrl].find(isPublicAddress),
    open: () => ask({}),
    async read(start, end) {
      const pieces: Uint8Array[] = [];
      let left = end - start;
      // A storage without range support sends the whole file: no more is read than requested.
      for await (const piece of Readable.fromWeb((await ask({ range: `bytes=${start}-${end - 1}` })) as never)) {
        const bytes = (piece as Uint8Array).subarray(0, left);
        pieces.push(bytes);
        left -= bytes.length;
        if (left <= 0) break;
      }
      return Buffer.concat(pieces);
    },
  };
}

function under(base: string | null, path: string): string {
  return base === null ? '' : `${base}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

function storageTrouble(error: { message: string; status?: number; statusCode?: string }, path: string): PublishError {
  const isGone = error.status === 404 || error.statusCode === '404' || /not.?found/i.test(error.message);
  if (isGone)
    return new PublishError('rejected', `A picture or video of this post is missing from the Media Library: ${path}`);
  return new PublishError('transient', `The storage did not answer: ${error.message}`);
}
