/** What Chrome writes: primaries, transfer and matrix of SMPTE 170M (NTSC), 8 bits each, in the order of H.264. */
const CLAIMED = 0x060606;
/** What is correct: primaries and transfer of BT.709, which are the screen's, and the same matrix. */
const DRAWN = 0x010106;
const BITS = 24;
/** The offset of the first parameter set's length in H.264's configuration box. */
const LENGTH_AT = 6;

/**
 * Chrome converts a canvas to YUV with the matrix of SMPTE 170M, and declares that standard's primaries too, though
 * they are still the screen's: a saturated colour would be off by 15 of 255 levels. Returns settings that declare what
 * was drawn, or the same ones if a browser declares something else.
 */
export function withScreenColours(config: VideoDecoderConfig): VideoDecoderConfig {
  const { colorSpace, description } = config;
  if (!description || colorSpace?.primaries !== 'smpte170m') return config;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength).slice()
    : new Uint8Array(description).slice();
  const start = LENGTH_AT + 2;
  const end = start + (((bytes[LENGTH_AT] ?? 0) << 8) | (bytes[LENGTH_AT + 1] ?? 0));
  const places: number[] = [];
  for (let at = start * 8; at + BITS <= Math.min(end, bytes.length) * 8; at += 1)
    if (bitsAt(bytes, at) === CLAIMED) places.push(at);
  const [place, ...others] = places;
  if (place === undefined || others.length > 0) return config;
  for (let bit = 0; bit < BITS; bit += 1) {
    const [index, mask] = [(place + bit) >> 3, 0x80 >> ((place + bit) & 7)];
    const isSet = (DRAWN >> (BITS - 1 - bit)) & 1;
    bytes[index] = isSet ? (bytes[index] ?? 0) | mask : (bytes[index] ?? 0) & ~mask;
  }
  return { ...config, description: bytes, colorSpace: { ...colorSpaceOf(colorSpace), ...SCREEN } };
}

const SCREEN = { primaries: 'bt709', transfer: 'bt709' } as const;

/** Copies the fields, which a VideoColorSpace has on its prototype. */
function colorSpaceOf({ matrix = null, fullRange = null }: VideoColorSpaceInit): VideoColorSpaceInit {
  return { matrix, fullRange };
}

function bitsAt(bytes: Uint8Array, at: number): number {
  let bits = 0;
  for (let bit = at; bit < at + BITS; bit += 1) bits = (bits << 1) | (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  return bits;
}
