import { letters, type Reader } from './byte-source.ts';

/** A picture's facts from its bytes. Width and height are in pixels, after rotation. */
export type PictureFacts = {
  kind: 'image';
  mimeType: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';
  size: number;
  width: number;
  height: number;
  isAnimated: boolean;
};

type Found = Omit<PictureFacts, 'kind' | 'size'>;

/** Limit of examined segments, chunks and blocks. */
const PARTS_MAX = 100_000;

/** The facts of a picture; null for another kind of file. Rejects with NotReadable if it is damaged. */
export async function probePicture(read: Reader, size: number): Promise<PictureFacts | null> {
  if (size < 12) return null;
  const start = await read(0, 12);
  const found = await kindOf(start)?.(read);
  return found && found.width > 0 && found.height > 0 ? { kind: 'image', size, ...found } : null;
}

function kindOf(start: DataView): ((read: Reader) => Promise<Found | null>) | null {
  if (start.getUint16(0) === 0xffd8) return readJpeg;
  if (start.getUint32(0) === 0x89504e47 && start.getUint32(4) === 0x0d0a1a0a) return readPng;
  if (/^GIF8[79]a$/.test(letters(start, 0, 6))) return readGif;
  if (letters(start, 0, 4) === 'RIFF' && letters(start, 8, 4) === 'WEBP') return readWebp;
  return null;
}

/** Markers of a frame's header: C0 to CF, except those of tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The header of a JPEG: the stored picture, before rotation. */
export type JpegFrame = {
  width: number;
  height: number;
  /** 1 for greyscale, 3 for colour, 4 for printing (CMYK). */
  components: number;
  /** The Exif orientation, 1 to 8; 1 is unrotated. */
  orientation: number;
};

async function readJpeg(read: Reader): Promise<Found | null> {
  const frame = await readJpegFrame(read);
  if (!frame) return null;
  const { width, height, orientation } = frame;
  const shown = orientation >= 5 ? { width: height, height: width } : { width, height };
  return { mimeType: 'image/jpeg', ...shown, isAnimated: false };
}

/** The header of a JPEG; null if there is none. Rejects with NotReadable if the file ends before it. */
export async function readJpegFrame(read: Reader): Promise<JpegFrame | null> {
  let orientation = 1;
  for (let [offset, count] = [2, 0]; count < PARTS_MAX; count++) {
    const head = await read(offset, 4);
    if (head.getUint8(0) !== 0xff) return null;
    const marker = head.getUint8(1);
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    const length = head.getUint16(2);
    if (length < 2 || marker === 0xd9 || marker === 0xda) return null;
    if (isFrame(marker)) {
      const frame = await read(offset + 5, 5);
      const [height, width] = [frame.getUint16(0), frame.getUint16(2)];
      return { width, height, components: frame.getUint8(4), orientation };
    }
    if (marker === 0xe1 && length > 8 && orientation === 1)
      orientation = exifOrientation(await read(offset + 4, length - 2));
    offset += 2 + length;
  }
  return null;
}

/** The orientation in Exif data; 1 by default. */
function exifOrientation(exif: DataView): number {
  if (letters(exif, 0, 6) !== 'Exif\0\0' || exif.byteLength < 14) return 1;
  const tiff = new DataView(exif.buffer, exif.byteOffset + 6, exif.byteLength - 6);
  const isLittle = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, isLittle);
  if (directory + 2 > tiff.byteLength) return 1;
  const entries = tiff.getUint16(directory, isLittle);
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.byteLength) return 1;
    if (tiff.getUint16(entry, isLittle) === 0x0112) {
      const orientation = tiff.getUint16(entry + 8, isLittle);
      return orientation >= 1 && orientation <= 8 ? orientation : 1;
    }
  }
  return 1;
}

async function readPng(read: Reader): Promise<Found | null> {
  const header = await read(8, 16);
  if (letters(header, 4, 4) !== 'IHDR') return null;
  const found = { mimeType: 'image/png' as const, width: header.getUint32(8), height: header.getUint32(12) };
  for (let [offset, count] = [8, 0]; count < PARTS_MAX; count++) {
    const chunk = await read(offset, 12);
    const type = letters(chunk, 4, 4);
    if (type === 'acTL') return { ...found, isAnimated: chunk.getUint32(8) > 1 };
    if (type === 'IDAT' || type === 'IEND') return { ...found, isAnimated: false };
    offset += 12 + chunk.getUint32(0);
  }
  return null;
}

/** A second picture, or the loop extension, makes it animated. */
async function readGif(read: Reader): Promise<Found | null> {
  const header = await read(6, 7);
  const [width, height] = [header.getUint16(0, true), header.getUint16(2, true)];
  const found = (isAnimated: boolean): Found => ({ mimeType: 'image/gif', width, height, isAnimated });
  let offset = 13 + tableBytes(header.getUint8(4));
  let pictures = 0;
  for (let count = 0; count < PARTS_MAX; count++) {
    const kind = (await read(offset, 1)).getUint8(0);
    if (kind === 0x3b) return found(false);
    if (kind === 0x21) {
      const extension = await read(offset, 3);
      const isApplication = extension.getUint8(1) === 0xff && extension.getUint8(2) === 11;
      if (isApplication && letters(await read(offset + 3, 11), 0, 11) === 'NETSCAPE2.0') return found(true);
      offset += 2;
    } else if (kind === 0x2c) {
      pictures += 1;
      if (pictures > 1) return found(true);
      offset += 11 + tableBytes((await read(offset + 9, 1)).getUint8(0));
    } else {
      return null;
    }
    for (;;) {
      const length = (await read(offset, 1)).getUint8(0);
      offset += 1 + length;
      if (length === 0) break;
    }
  }
  return found(true);
}

function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

async function readWebp(read: Reader): Promise<Found | null> {
  const head = await read(12, 18);
  const mimeType = 'image/webp' as const;
  const uint24 = (offset: number) => head.getUint16(offset, true) + (head.getUint8(offset + 2) << 16);
  switch (letters(head, 0, 4)) {
    case 'VP8X':
      return { mimeType, width: uint24(12) + 1, height: uint24(15) + 1, isAnimated: (head.getUint8(8) & 2) !== 0 };
    case 'VP8L': {
      const bits = head.getUint32(9, true);
      return { mimeType, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, isAnimated: false };
    }
    case 'VP8 ':
      return {
        mimeType,
        width: head.getUint16(14, true) & 0x3fff,
        height: head.getUint16(16, true) & 0x3fff,
        isAnimated: false,
      };
    default:
      return null;
  }
}
