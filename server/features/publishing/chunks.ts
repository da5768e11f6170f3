import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';

/**
 * The bytes of a stream in pieces of one size, of which the last may be shorter: one is in memory at a time. A stream
 * that is left early is cancelled.
 */
export async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let chunk = new Uint8Array(size);
  let filled = 0;
  for await (const piece of Readable.fromWeb(stream as NodeStream<Uint8Array>) as AsyncIterable<Uint8Array>) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + size - filled);
      chunk.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < size) continue;
      yield chunk;
      chunk = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0) yield chunk.slice(0, filled);
}
