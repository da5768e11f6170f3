import type { OutgoingMedia } from '../../publisher.ts';

/** Reads parts of a file, with only the requested part in memory. */
export type ChunkReader = {
  /**
   * The bytes from `start` (inclusive) to `end` (exclusive). Reading backwards reopens the file. Throws if the file is
   * shorter than its size.
   */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
};

/** The caller must close the reader. */
export function chunkReader({ open }: Pick<OutgoingMedia, 'open'>): ChunkReader {
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  /** Bytes read beyond the last part, and their offset. */
  let rest: Uint8Array = new Uint8Array();
  let place = 0;

  const close = async () => {
    await reader?.cancel().catch(() => undefined);
    reader = null;
    rest = new Uint8Array();
    place = 0;
  };

  return {
    close,
    async read(start, end) {
      if (start < place) await close();
      reader ??= (await open()).getReader();
      const chunk = new Uint8Array(end - start);
      while (place < end) {
        if (rest.length === 0) {
          const { done, value } = await reader.read();
          if (done) throw new Error('The file ends too early.');
          rest = value;
        }
        const taken = rest.subarray(0, (place < start ? start : end) - place);
        if (place >= start) chunk.set(taken, place - start);
        place += taken.length;
        rest = rest.subarray(taken.length);
      }
      return chunk;
    },
  };
}

/** Yields a file in pieces of one size; the last may be shorter. Only one is in memory at a time. */
export async function* piecesOf(
  media: Pick<OutgoingMedia, 'open' | 'size'>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const reader = chunkReader(media);
  try {
    for (let start = 0; start < media.size; start += size)
      yield await reader.read(start, Math.min(start + size, media.size));
  } finally {
    await reader.close();
  }
}
