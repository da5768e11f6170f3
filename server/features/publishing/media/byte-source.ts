import type { FileHandle } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes of which parts can be read: a file, a stored object by ranges. */
export type ByteSource = {
  /** In bytes. */
  size: number;
  /** The bytes from `start` up to `end`, without it; both lie within the size. */
  read(start: number, end: number): Promise<Uint8Array>;
};

export function bytesSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/** The caller closes the file. */
export async function fileSource(file: FileHandle): Promise<ByteSource> {
  const { size } = await file.stat();
  const read = async (start: number, end: number) => {
    const { buffer, bytesRead } = await file.read(new Uint8Array(end - start), 0, end - start, start);
    return buffer.subarray(0, bytesRead);
  };
  return { size, read };
}

/** The file ends too early, or more of it would have to be read than is allowed. */
export class NotReadable extends Error {}

/** It took too long, or the agent stops: another time it may be read. */
export class NotReadInTime extends NotReadable {}

/** Reads some bytes of a source; NotReadable beyond its end and beyond the limits. */
export type Reader = (start: number, length: number) => Promise<DataView>;

/** How much is read at a time where less is asked for. */
const WINDOW_BYTES = 64 * 1024;

/** Pieces that are looked at: a GIF of 50 MB has as many blocks. */
const PIECES_MAX = 200_000;
/** Pieces after which others get their turn: a file of tiny blocks would hold up every request. */
const PIECES_A_TURN = 1_000;

/** A reader that keeps what it read last, and gives up after a number of bytes and reads: each may be a request. */
export function boundedReader(source: ByteSource, limits: { bytes: number; reads: number }): Reader {
  let window = { start: 0, bytes: new Uint8Array() };
  let [bytes, reads] = [limits.bytes, limits.reads];
  let pieces = 0;
  return async (start, length) => {
    pieces += 1;
    if (pieces > PIECES_MAX) throw new NotReadable('it has too many parts');
    if (pieces % PIECES_A_TURN === 0) await nextTurn();
    const end = start + length;
    if (!Number.isSafeInteger(end) || start < 0 || end > source.size) throw new NotReadable('it ends too early');
    if (start < window.start || end > window.start + window.bytes.length) {
      const wanted = Math.min(Math.max(length, WINDOW_BYTES), source.size - start);
      bytes -= wanted;
      reads -= 1;
      if (bytes < 0 || reads < 0) throw new NotReadable('too much of it would have to be read');
      window = { start, bytes: Uint8Array.from(await source.read(start, start + wanted)) };
      if (window.bytes.length < length) throw new NotReadable('it ends too early');
    }
    return new DataView(window.bytes.buffer, start - window.start, length);
  };
}

/** Some bytes as text, one letter each. */
export function letters(view: DataView, start: number, length: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + start, length));
}
