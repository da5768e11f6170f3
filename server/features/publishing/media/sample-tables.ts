import { letters, NotReadable } from './byte-source.ts';

/** Limit of a video's frames: 9 hours at 30 per second. Parsing lists each of them in memory. */
const PICTURES_MAX = 1_000_000;
/** More sibling boxes, including tracks, than a header has. */
const BOXES_MAX = 1_000;

/** The boxes between `start` and `end`, in order. A damaged one ends the list: the parser reports it. */
function* boxesIn(view: DataView, start: number, end: number): Generator<{ type: string; start: number; end: number }> {
  for (let [offset, count] = [start, 0]; offset + 8 <= end && count < BOXES_MAX; count++) {
    const length = view.getUint32(offset);
    if (length < 8 || offset + length > end) return;
    yield { type: letters(view, offset + 4, 4), start: offset + 8, end: offset + length };
    offset += length;
  }
}

type Stretch = { start: number; end: number };

function within(view: DataView, { start, end }: Stretch, path: readonly string[]): Stretch | null {
  let found: Stretch | null = { start, end };
  for (const type of path) {
    const parts: Stretch = found;
    found = [...boxesIn(view, parts.start, parts.end)].find((box) => box.type === type) ?? null;
    if (found === null) return null;
  }
  return found;
}

/**
 * Empties the sample tables of all tracks but the video's, in place: uncompressed sound from cameras has 48,000 samples
 * per second, which would fill the memory and is not needed. NotReadable if the video claims more frames than can be
 * listed. ISO/IEC 14496-12, 8.7.3.
 */
export function boundSampleTables(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let pictures = 0;
  for (const moov of boxesIn(view, 0, view.byteLength)) {
    if (moov.type !== 'moov') continue;
    for (const track of boxesIn(view, moov.start, moov.end)) {
      if (track.type !== 'trak') continue;
      const table =
        within(view, track, ['mdia', 'minf', 'stbl', 'stsz']) ?? within(view, track, ['mdia', 'minf', 'stbl', 'stz2']);
      if (!table || table.end - table.start < 12) continue;
      const handler = within(view, track, ['mdia', 'hdlr']);
      const isVideo = !handler || handler.end - handler.start < 12 || letters(view, handler.start + 8, 4) === 'vide';
      // The sample count, after the version, flags and common sample size.
      if (isVideo) pictures += view.getUint32(table.start + 8);
      else view.setUint32(table.start + 8, 0);
    }
  }
  if (pictures > PICTURES_MAX) throw new NotReadable('it claims to have more than a million pictures');
}
