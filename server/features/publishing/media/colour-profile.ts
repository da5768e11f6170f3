import { inflateSync } from 'node:zlib';

/** Larger profiles are for printing. */
const PROFILE_MAX_BYTES = 128 * 1024;
const MARK = Buffer.from('ICC_PROFILE\0', 'latin1');
/** Bytes of a profile per JPEG segment, without its length, marker, and two numbers. */
const SEGMENT_BYTES = 65_535 - 2 - MARK.length - 2;

/**
 * The colour profile of a JPEG, PNG or WebP picture; null if there is none for RGB, or it is unreadable. Without it,
 * the colours of most phones' pictures fade.
 */
export function colourProfileOf(bytes: Uint8Array): Buffer | null {
  const picture = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const profile =
      picture[0] === 0xff ? fromJpeg(picture) : picture[0] === 0x89 ? fromPng(picture) : fromWebp(picture);
    const isRgb = profile !== null && profile.toString('latin1', 16, 20) === 'RGB ';
    return isRgb && profile.length <= PROFILE_MAX_BYTES ? profile : null;
  } catch {
    return null;
  }
}

/** Inserts a colour profile at the beginning of a JPEG. */
export function withColourProfile(jpeg: Uint8Array, profile: Buffer): Buffer {
  const count = Math.ceil(profile.length / SEGMENT_BYTES);
  const segments = Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * SEGMENT_BYTES, (index + 1) * SEGMENT_BYTES);
    const head = Buffer.from([0xff, 0xe2, 0, 0]);
    head.writeUInt16BE(2 + MARK.length + 2 + part.length, 2);
    return [head, MARK, Buffer.from([index + 1, count]), part];
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...segments.flat(), jpeg.subarray(2)]);
}

function fromJpeg(picture: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let offset = 2; picture[offset] === 0xff; ) {
    const marker = picture[offset + 1] ?? 0;
    if (marker === 0xda || marker === 0xd9) break;
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    const segment = picture.subarray(offset + 4, offset + 2 + picture.readUInt16BE(offset + 2));
    const isProfile = marker === 0xe2 && segment.subarray(0, MARK.length).equals(MARK);
    if (isProfile) parts[segment[MARK.length] ?? 0] = segment.subarray(MARK.length + 2);
    offset += 2 + Math.max(2, picture.readUInt16BE(offset + 2));
  }
  return parts.length > 0 ? Buffer.concat(parts.filter(Boolean)) : null;
}

function fromPng(picture: Buffer): Buffer | null {
  for (let offset = 8; ; ) {
    const length = picture.readUInt32BE(offset);
    const type = picture.toString('latin1', offset + 4, offset + 8);
    if (type === 'IDAT' || type === 'IEND') return null;
    if (type === 'iCCP') {
      const chunk = picture.subarray(offset + 8, offset + 8 + length);
      return inflateSync(chunk.subarray(chunk.indexOf(0) + 2), { maxOutputLength: PROFILE_MAX_BYTES });
    }
    offset += 12 + length;
  }
}

function fromWebp(picture: Buffer): Buffer | null {
  for (let offset = 12; offset + 8 <= picture.length; ) {
    const length = picture.readUInt32LE(offset + 4);
    if (picture.toString('latin1', offset, offset + 4) === 'ICCP')
      return picture.subarray(offset + 8, offset + 8 + length);
    offset += 8 + length + (length % 2);
  }
  return null;
}
