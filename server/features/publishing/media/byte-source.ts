import { setImmediate as nextTurn } from 'node:timers/promises';

/** Random access to bytes, such as those of a stored object by HTTP ranges. */
export type ByteSource = {
  size: number;
  /** The bytes from `start` (inclusive) to `end` (exclusive); both within the size. */
  read(start: number, end: number): Promise<Uint8Array>;
};

export function bytesSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/** The file is truncated, or reading would exceed the limits. */
export class NotReadable extends Error {}

/** Reading timed out, its worker failed, or the agent is stopping: a retry may succeed. */
export class NotReadNow extends NotReadable {}

/** Reads bytes of a source. Throws NotReadable beyond its end and the limits. */
export type Reader = (start: number, length: number) => Promise<DataView>;

/** Minimum size of a read. */
const WINDOW_BYTES = 64 * 1024;

/** Limit of pieces read from a file: a GIF of 50 MB may have this many blocks. */
const PIECES_MAX = 200_000;
/** After this many pieces, the event loop gets a turn: a file of tiny blocks would otherwise block every request. */
const PIECES_A_TURN = 1_000;

/** A reader that caches its last read, and limits bytes and reads, each of which may be a request. */
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

/** Bytes as text, one character each. */
export function letters(view: DataView, start: number, length: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + start, length));
}
