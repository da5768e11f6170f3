import { createHash } from 'node:crypto';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import { AppError } from '../../errors.ts';
import { couldNot, dataOf } from '../../supabase/could-not.ts';
import { fileDiffers } from './messages.ts';
import type { Side } from './side.ts';

const FILES_AT_ONCE = 200;

type StoredFile = { name: string; size: number; type: string };
export type CopiedFiles = { count: number; bytes: number };

/** The files of the Media Library's bucket, by name. */
export async function* filesOf({ client }: Pick<Side, 'client'>): AsyncGenerator<StoredFile> {
  let after = '';
  for (;;) {
    const files: StoredFile[] = dataOf(
      await client.rpc('move_files', { after, most: FILES_AT_ONCE }),
      'list the files of the Media Library',
    );
    yield* files;
    const last = files.at(-1);
    if (!last || files.length < FILES_AT_ONCE) return;
    after = last.name;
  }
}

/**
 * Copies the files, and verifies the SHA-256 of each copy by reading it back. A file that already exists at the
 * destination is only verified. AppError unavailable if a copy differs.
 */
export async function copyFiles(from: Side, to: Side, onProgress: (text: string) => void): Promise<CopiedFiles> {
  const there = new Map<string, number>();
  for await (const { name, size } of filesOf(to)) there.set(name, size);
  const copied: CopiedFiles = { count: 0, bytes: 0 };
  for await (const { name, size, type } of filesOf(from)) {
    const bytes = await download(from, name);
    if (there.get(name) !== size || !(await isThere(to, name, bytes))) {
      const sent = await to.client.storage.from(MEDIA_BUCKET).upload(name, bytes, { contentType: type, upsert: true });
      if (sent.error) throw couldNot(`store the file ${name}`, sent.error);
      if (!(await isThere(to, name, bytes))) throw new AppError('unavailable', fileDiffers(name));
    }
    copied.count += 1;
    copied.bytes += bytes.length;
    if (copied.count % 20 === 0) onProgress(`${copied.count} files…`);
  }
  return copied;
}

async function download({ client }: Side, name: string): Promise<Buffer> {
  const answer = await client.storage.from(MEDIA_BUCKET).download(name);
  return Buffer.from(await dataOf(answer, `read the file ${name}`).arrayBuffer());
}

async function isThere(side: Side, name: string, bytes: Buffer): Promise<boolean> {
  return hashOf(await download(side, name)) === hashOf(bytes);
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
