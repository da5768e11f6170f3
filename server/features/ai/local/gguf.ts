import { open, stat } from 'node:fs/promises';
import { AppError } from '../../../errors.ts';
import { noFile, notGguf } from './messages.ts';

export const GGUF_MAGIC = Buffer.from('GGUF');

export function isGguf(head: Uint8Array): boolean {
  return GGUF_MAGIC.equals(head.subarray(0, GGUF_MAGIC.length));
}

/**
 * The size and modification time of the user's own model file. AppError not_found if it does not exist, bad_input if it
 * is not a GGUF file.
 */
export async function ownGguf(path: string): Promise<{ bytes: number; modifiedMs: number }> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new AppError('not_found', noFile(path));
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new AppError('not_found', noFile(path), { cause });
  });
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(GGUF_MAGIC.length), 0, GGUF_MAGIC.length, 0);
    if (!isGguf(buffer.subarray(0, bytesRead))) throw new AppError('bad_input', notGguf(path));
  } finally {
    await file.close();
  }
  return { bytes: found.size, modifiedMs: Math.trunc(found.mtimeMs) };
}
