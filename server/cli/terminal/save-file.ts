import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { AppError } from '../../errors.ts';

/**
 * Writes an answer to a file: beside it first, so that an interruption leaves none that looks whole. AppError bad_input
 * with these words where it cannot be written.
 */
export async function saveFile({ body }: Response, file: string, cannot: (reason: string) => string): Promise<void> {
  const unfinished = `${file}.part`;
  try {
    await pipeline(Readable.fromWeb(body as NodeReadableStream), createWriteStream(unfinished));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof AppError) throw error;
    throw new AppError('bad_input', cannot((error as Error).message), { cause: error });
  }
}
