/** Boxes of version 1, from their type on (ISO/IEC 14496-12, 8.2.2, 8.3.2 and 8.4.2). */
const UNITS_A_SECOND_AT = 24;
const SIZE_AT = 92;

/**
 * The fixture's video, described as the smallest that every platform takes as a reel: 540 × 960 pixels, and four seconds
 * instead of two. What is described stays as it is; nobody here plays it.
 */
export function asReel(video: Buffer): Buffer {
  const reel = Buffer.from(video);
  for (const header of ['mvhd', 'mdhd']) {
    const units = reel.indexOf(header) + UNITS_A_SECOND_AT;
    reel.writeUInt32BE(reel.readUInt32BE(units) / 2, units);
  }
  const size = reel.indexOf('tkhd') + SIZE_AT;
  reel.writeUInt16BE(540, size);
  reel.writeUInt16BE(960, size + 4);
  return reel;
}
