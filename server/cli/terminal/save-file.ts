import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { AppError } from '../../errors.ts';

/**
 * Writes a response's body to a file, through a temporary file, so that an interruption leaves no file that looks
 * complete. AppError bad_input with the message of `cannot` if it cannot be written.
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
