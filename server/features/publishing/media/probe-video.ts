import { letters, NotReadable, type Reader } from './byte-source.ts';

/** An MP4 video's facts from its bytes. Width and height are in pixels, after rotation. */
export type VideoFacts = {
  kind: 'video';
  mimeType: 'video/mp4' | 'video/quicktime';
  size: number;
  width: number;
  height: number;
  /** Null if unknown. */
  seconds: number | null;
  /** Frames per second; null if unknown. */
  frameRate: number | null;
  /** As in the `codecs` parameter of a MIME type: "avc1.64001f". */
  videoCodec: string;
  /** "mp4a.40.2"; null without sound. */
  audioCodec: string | null;
  /** The header precedes the frames, so that it can be played while loading. */
  isMoovFirst: boolean;
  /** An edit list hides part of the file, as in a clip trimmed without re-encoding. */
  isCut: boolean;
};

/** A video's header without its frames, to be parsed in a worker. */
export type VideoHead = { mimeType: VideoFacts['mimeType']; isMoovFirst: boolean; bytes: Uint8Array<ArrayBuffer> };

/** A video of several hours has a header of 10 MB. */
const HEAD_MAX_BYTES = 16 * 1024 * 1024;
const BOXES_MAX = 1_000;
/** Top-level boxes of an MP4 file; another start means another kind of file. */
const FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'uuid'];

/**
 * Collects a video's header (the boxes ftyp, moov and moof), wherever it is in the file; null for another kind of file.
 * Rejects with NotReadable if it is damaged or too large.
 */
export async function readVideoHead(read: Reader, size: number): Promise<VideoHead | null> {
  const parts: Uint8Array[] = [];
  let mimeType: VideoFacts['mimeType'] = 'video/mp4';
  let moovAt: number | null = null;
  let mdatAt: number | null = null;
  let isFragmented = false;
  let bytes = 0;
  for (let [offset, count] = [0, 0]; offset + 8 <= size && count < BOXES_MAX; count++) {
    const box = await readBox(read, offset, size).catch((error: unknown) => {
      if (moovAt === null || !(error instanceof NotReadable)) throw error;
      return null;
    });
    if (box === null) break;
    if (count === 0 && !FIRST_BOXES.includes(box.type)) return null;
    if (box.type === 'mdat') mdatAt ??= offset;
    const isWanted = box.type === 'moof' ? isFragmented : ['ftyp', 'moov'].includes(box.type);
    if (isWanted) {
      bytes += box.end - offset;
      if (bytes > HEAD_MAX_BYTES) {
        if (box.type === 'moof') break;
        throw new NotReadable('its description is too large');
      }
      const part = await read(offset, box.end - offset);
      parts.push(new Uint8Array(part.buffer.slice(part.byteOffset, part.byteOffset + part.byteLength) as ArrayBuffer));
      if (box.type === 'ftyp' && part.byteLength >= 12 && letters(part, 8, 4) === 'qt  ') mimeType = 'video/quicktime';
      if (box.type === 'moov') {
        moovAt ??= offset;
        isFragmented = letterSearch(part, 'mvex');
      }
    }
    // Without fragments the header is complete.
    if (moovAt !== null && !isFragmented) break;
    offset = box.end;
  }
  if (moovAt === null) throw new NotReadable('it has no description (moov)');
  return { mimeType, isMoovFirst: mdatAt === null || moovAt < mdatAt, bytes: joined(parts) };
}

/** A box's header: 32 or 64 bits of size, or 0 for the rest of the file. A box never exceeds the file. */
async function readBox(read: Reader, offset: number, size: number): Promise<{ type: string; end: number }> {
  const head = await read(offset, 8);
  const [short, type] = [head.getUint32(0), letters(head, 4, 4)];
  let length = short;
  if (short === 0) length = size - offset;
  if (short === 1) length = Number((await read(offset + 8, 8)).getBigUint64(0));
  if (length < (short === 1 ? 16 : 8)) throw new NotReadable('a box has no length');
  if (offset + length > size) throw new NotReadable('it ends too early');
  return { type, end: offset + length };
}

function letterSearch(view: DataView, text: string): boolean {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength).includes(text, 0, 'latin1');
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
