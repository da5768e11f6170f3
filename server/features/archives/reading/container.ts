import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../../errors.ts';
import { damaged, noFile } from '../messages.ts';
import { type Container, mayBeListed } from './archive-file.ts';
import { isRepository } from './car.ts';
import { openTar } from './tar.ts';
import { openZip } from './zip.ts';

const HEAD_BYTES = 512;

/** Opens a zip, a tar (gzipped or not), or a single file. The caller closes it. AppError not_found or bad_input. */
export async function openContainer(file: string, givenName: string | undefined): Promise<Container> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw noFile(file);
  const head = await headOf(file);
  try {
    if (head.subarray(0, 2).toString('latin1') === 'PK') return await openZip(file);
    if (head[0] === 0x1f && head[1] === 0x8b) return await openTar(file, { isGzipped: true, bytes: found.size });
    if (head.subarray(257, 262).toString('latin1') === 'ustar')
      return await openTar(file, { isGzipped: false, bytes: found.size });
  } catch (error) {
    throw error instanceof AppError ? error : damaged('is damaged', error);
  }
  if (head.length === 0) throw damaged('is empty');
  const name = basename(givenName ?? file);
  return {
    names: mayBeListed(name) || isRepository(head) ? [name] : [],
    sizeOf: () => found.size,
    open: () => createReadStream(file),
    single: file,
    close: async () => undefined,
  };
}

async function headOf(file: string): Promise<Buffer> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    throw noFile(file);
  } finally {
    await handle?.close();
  }
}
