import type { PictureType } from '../../../shared/posts/media-bucket.ts';

/** A complete picture; sizes in pixels. */
export type Picture = { bytes: Uint8Array; type: PictureType; width: number; height: number };

type Size = Pick<Picture, 'width' | 'height'>;

/**
 * The type and size of a picture, read from its bytes. Null when the bucket does not accept its type, or when it is
 * incomplete.
 */
export function readPicture(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [type, read] of Object.entries(READERS) as [PictureType, (view: DataView) => Size | null][]) {
    const size = read(view);
    if (size && size.width > 0 && size.height > 0) return { bytes, type, ...size };
  }
  return null;
}

const READERS: Record<PictureType, (view: DataView) => Size | null> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';

/** Walks the chunks (each with a length, a name, data and a checksum) to the last one. */
function pngSize(view: DataView): Size | null {
  if (textAt(view, 0, 8) !== PNG_SIGNATURE || textAt(view, 12, 4) !== 'IHDR') return null;
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    if (textAt(view, at + 4, 4) === 'IEND') return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  return null;
}

/** Markers that start a frame, whose header has the size: SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Some encoders add padding after the end marker. */
const JPEG_FILL_MAX = 64;

function jpegSize(view: DataView): Size | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8 || !hasJpegEnd(view)) return null;
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    if (isFrame(view.getUint8(at + 1))) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  return null;
}

function hasJpegEnd(view: DataView): boolean {
  for (let at = view.byteLength - 2; at >= Math.max(2, view.byteLength - JPEG_FILL_MAX); at--) {
    if (view.getUint16(at) === 0xffd9) return true;
  }
  return false;
}

/** A RIFF container with its length and the picture's encoding. */
function webpSize(view: DataView): Size | null {
  if (view.byteLength < 30 || textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return null;
  if (view.getUint32(4, true) + 8 > view.byteLength) return null;
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  switch (textAt(view, 12, 4)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    default:
      return null;
  }
}

function textAt(view: DataView, at: number, length: number): string {
  if (at + length > view.byteLength) return '';
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));
}
