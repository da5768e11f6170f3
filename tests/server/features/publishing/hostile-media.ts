/** A box of an MP4 file. */
export function box(type: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** 32-bit big-endian numbers. */
export function words(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, index * 4);
  return bytes;
}

export type Movie = {
  seconds: number;
  frames: number;
  width: number;
  height: number;
  /** Rotated by 90 degrees, as in videos from phones. */
  isTurned?: boolean;
  hasSound?: boolean;
  /** The edit list in seconds: how long each part is shown, and where it starts (-1: nothing is shown). */
  edits?: readonly [seconds: number, from: number][];
  /** The numbers of samples that the sample size tables claim. */
  claimed?: number;
  claimedSound?: number;
};

/** The smallest video that every platform accepts as a reel. */
export const REEL: Movie = { seconds: 4, frames: 120, width: 540, height: 960, hasSound: true };

const FTYP = box('ftyp', Buffer.from('isom'), words(0), Buffer.from('isommp41'));

/** The `moov` box of an H.264 video, without frames. */
export function moovOf(movie: Movie): Buffer {
  const { seconds, frames, width, height, isTurned = false, hasSound = false, edits = [] } = movie;
  const { claimed = frames, claimedSound = 10 } = movie;
  const elst = edits.flatMap(([shown, from]) => [shown * 1000, from < 0 ? -1 : from * 1000, 0x10000]);
  const edts = edits.length > 0 ? [box('edts', box('elst', words(0, edits.length, ...elst)))] : [];
  const matrix = isTurned
    ? [0, 65536, 0, -65536, 0, 0, 0, 0, 0x40000000]
    : [65536, 0, 0, 0, 65536, 0, 0, 0, 0x40000000];
  const trackOf = (id: number, handler: string, entry: Buffer, samples: number, claims: number) =>
    box(
      'trak',
      box('tkhd', words(7, 0, 0, id, 0, seconds * 1000, 0, 0, 0, 0, ...matrix, width * 65536, height * 65536)),
      ...edts,
      box(
        'mdia',
        box('mdhd', words(0, 0, 0, 1000, seconds * 1000, 0x55c40000)),
        box('hdlr', words(0, 0), Buffer.from(handler), words(0, 0, 0), Buffer.from([0])),
        box(
          'minf',
          box(
            'stbl',
            box('stsd', words(0, 1), entry),
            box('stts', words(0, 1, samples, Math.round((seconds * 1000) / samples))),
            box('stsc', words(0, 1, 1, samples, 1)),
            box('stsz', words(0, 10, claims)),
            box('stco', words(0, 1, 0)),
          ),
        ),
      ),
    );
  const avcC = box('avcC', Buffer.from([1, 0x64, 0, 0x1f, 0xff, 0xe0, 0]));
  const size = Buffer.alloc(4);
  size.writeUInt16BE(width);
  size.writeUInt16BE(height, 2);
  const picture = box(
    'avc1',
    words(0, 1, 0, 0, 0, 0),
    size,
    words(0x480000, 0x480000, 0),
    Buffer.from([0, 1]),
    Buffer.alloc(32),
    Buffer.from([0, 24, 255, 255]),
    avcC,
  );
  const sound = box('mp4a', words(0, 1, 0, 0, 0x20010, 0, 48000 * 65536));
  return box(
    'moov',
    box('mvhd', words(0, 0, 0, 1000, seconds * 1000, 65536), Buffer.alloc(76)),
    trackOf(1, 'vide', picture, frames, claimed),
    ...(hasSound ? [trackOf(2, 'soun', sound, 10, claimedSound)] : []),
  );
}

/** A video with its `moov` box before or after its frames. */
export function mp4Of(movie: Movie, moov: 'first' | 'last', mediaBytes = 1000): Buffer {
  const mdat = box('mdat', Buffer.alloc(mediaBytes));
  return Buffer.concat(moov === 'first' ? [FTYP, moovOf(movie), mdat] : [FTYP, mdat, moovOf(movie)]);
}

/** Files that are not what they claim to be, by description. */
export const HOSTILE_FILES: Record<string, Buffer> = {
  nothing: Buffer.alloc(0),
  'ten bytes of zero': Buffer.alloc(10),
  text: Buffer.from('<html><body>not a picture, however long it is</body></html>'),
  'a JPEG that ends at once': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 2, 3, 4, 5, 6]),
  'a JPEG of fill bytes': Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(200_000, 0xff)]),
  'a JPEG segment of no length': Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    Buffer.alloc(5000, Buffer.from([0xff, 0xe0, 0, 0])),
  ]),
  'a PNG without a picture': Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    box('IHDR', words(0, 0), Buffer.alloc(9)),
  ]),
  'a PNG chunk of 4 GB': Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    words(13),
    Buffer.from('IHDR'),
    words(5, 5),
    Buffer.alloc(9),
    words(0xffffffff),
    Buffer.from('tEXt'),
    Buffer.alloc(100),
  ]),
  'a GIF that ends in a block': Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([5, 0, 5, 0, 0, 0, 0, 0x21, 0xfe, 255]),
  ]),
  'a WebP of nothing': Buffer.from('RIFF\x04\0\0\0WEBPVP8Q\0\0\0\0\0\0\0\0\0\0\0\0\0\0'),
  'boxes of no length': Buffer.concat([FTYP, ...Array.from({ length: 1000 }, () => words(4, 0x66726565))]),
  'endless small boxes': Buffer.concat([FTYP, ...Array.from({ length: 100_000 }, () => box('free'))]),
  'a box of 64 bits without end': Buffer.concat([FTYP, words(1, 0x6d646174, 0xffffffff, 0xffffffff)]),
  'a video without a description': Buffer.concat([FTYP, box('mdat', Buffer.alloc(100))]),
  'a description of 20 MB': Buffer.concat([FTYP, box('moov', Buffer.alloc(20 * 1024 * 1024))]),
  'a description of nothing': Buffer.concat([FTYP, box('moov')]),
  'boxes in boxes': Buffer.concat([FTYP, deep(2000)]),
  'only sound': Buffer.concat([FTYP, box('moov', box('mvhd', words(0, 0, 0, 1000, 1000, 65536), Buffer.alloc(76)))]),
};

function deep(depth: number): Buffer {
  let inner = box('trak');
  for (let count = 0; count < depth; count++) inner = box('moov', inner);
  return inner;
}
