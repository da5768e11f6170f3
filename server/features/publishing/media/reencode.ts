import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import decodeJpeg, { init as initJpegDecoder } from '@jsquash/jpeg/decode.js';
import encodeJpeg, { init as initJpegEncoder } from '@jsquash/jpeg/encode.js';
import decodePng, { init as initPngDecoder } from '@jsquash/png/decode.js';
import resize, { initResize } from '@jsquash/resize';
import decodeWebp, { init as initWebpDecoder } from '@jsquash/webp/decode.js';
import { type Aspects, heldWithin, type Shape, shapedSize } from '../../../../shared/publishing/picture-fit.ts';
import { colourProfileOf, withColourProfile } from './colour-profile.ts';

/** A picture to convert to JPEG. */
export type ReencodeOrder = {
  bytes: Uint8Array;
  mimeType: 'image/jpeg' | 'image/png' | 'image/webp';
  /** After rotation; a decoded picture of another size is rejected. */
  width: number;
  height: number;
  /** The part to keep. */
  crop: { x: number; y: number; width: number; height: number };
  /** The shape to pad it to with white borders. */
  padTo?: Shape | undefined;
  /** Accepted aspect ratios (width / height) of the result. */
  aspect?: Aspects | undefined;
  maxBytes: number;
  /** Width times height of the result; may be infinite. */
  maxPixels: number;
};
export type Reencoded = { bytes: Uint8Array; width: number; height: number };

const LONGEST_SIDE = 4096;
const SHORTEST_SIDE = 64;
const QUALITIES = [90, 82, 74, 66];
/** The quality of pictures that have to be scaled down anyway. */
const QUALITY_WHEN_SMALLER = 80;
/** A picture this many times too large is scaled down at once: lower quality would not suffice. */
const FAR_TOO_LARGE = 3;
const ROUNDS_MAX = 10;

/**
 * Makes a JPEG of at most `maxBytes` and `maxPixels`: first with lower quality, then with fewer pixels. It is rotated
 * upright, has no metadata but its colour profile, and white instead of transparency. Null if that is impossible. For a
 * dedicated worker, since it takes seconds; the worker must not be reused after an error.
 */
export async function reencode(order: ReencodeOrder): Promise<Reencoded | null> {
  const decoded = await decode(order);
  if (decoded.width !== order.width || decoded.height !== order.height) throw new Error('it has another size');
  putOnWhite(decoded);
  const kept = cropped(decoded, order.crop);
  const whole = await framed(kept, order);
  const found = colourProfileOf(order.bytes);
  // If `maxBytes` is small, the picture takes precedence over its profile.
  const profile = found && found.length < order.maxBytes / 10 ? found : null;
  const encode = async (picture: ImageData, quality: number): Promise<Reencoded> => {
    const jpeg = new Uint8Array(await encodeJpeg(picture, { quality, progressive: false }));
    const bytes = profile ? withColourProfile(jpeg, profile) : jpeg;
    return { bytes, width: picture.width, height: picture.height };
  };
  let made = await encode(whole, QUALITIES[0] ?? QUALITY_WHEN_SMALLER);
  for (const quality of QUALITIES.slice(1)) {
    if (made.bytes.length <= order.maxBytes || made.bytes.length > FAR_TOO_LARGE * order.maxBytes) break;
    made = await encode(whole, quality);
  }
  for (let round = 0; made.bytes.length > order.maxBytes && round < ROUNDS_MAX; round++) {
    const ratio = Math.sqrt(order.maxBytes / made.bytes.length);
    const side = Math.max(made.width, made.height) * Math.min(0.9, Math.max(0.25, ratio));
    const smaller = await scaled(whole, side, order.aspect);
    if (Math.min(smaller.width, smaller.height) < SHORTEST_SIDE) return null;
    made = await encode(smaller, QUALITY_WHEN_SMALLER);
  }
  return made.bytes.length <= order.maxBytes ? made : null;
}

async function decode({ bytes, mimeType }: ReencodeOrder): Promise<ImageData> {
  await ready();
  const own = Uint8Array.from(bytes).buffer;
  switch (mimeType) {
    case 'image/jpeg':
      return decodeJpeg(own, { preserveOrientation: true });
    case 'image/png':
      return decodePng(own);
    case 'image/webp':
      return decodeWebp(own);
  }
}

/** The longest side of a picture of the same shape with at most this many pixels. */
function longestSideOf({ width, height }: { width: number; height: number }, maxPixels: number): number {
  const ratio = Math.max(width, height) / Math.min(width, height);
  return Math.max(1, Math.floor(Math.floor(Math.sqrt(maxPixels / ratio)) * ratio));
}

/** The picture within the limits, with its borders, which are added last because they may be large. */
async function framed(picture: ImageData, { padTo, maxPixels, aspect }: ReencodeOrder): Promise<ImageData> {
  const full = padTo ? shapedSize(picture, padTo) : picture;
  const side = Math.min(LONGEST_SIDE, longestSideOf(full, maxPixels));
  if (!padTo) return await scaled(picture, side, aspect);
  const share = Math.min(1, side / Math.max(full.width, full.height));
  const inner = await scaled(picture, Math.max(picture.width, picture.height) * share);
  return onWhite(inner, shapedSize(inner, padTo));
}

/** A picture centred on a white background of this size. */
function onWhite(picture: ImageData, { width, height }: { width: number; height: number }): ImageData {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const [left, top] = [Math.floor((width - picture.width) / 2), Math.floor((height - picture.height) / 2)];
  for (let row = 0; row < picture.height; row++) {
    const start = row * picture.width * 4;
    data.set(picture.data.subarray(start, start + picture.width * 4), ((top + row) * width + left) * 4);
  }
  return new ImageData(data, width, height);
}

/** A picture scaled down to this longest side. Despite rounding, its aspect ratio stays within `aspect`. */
async function scaled(picture: ImageData, longestSide: number, aspect?: Aspects): Promise<ImageData> {
  const factor = longestSide / Math.max(picture.width, picture.height);
  if (factor >= 1) return picture;
  const side = (pixels: number) => Math.max(1, Math.round(pixels * factor));
  const rounded = { width: side(picture.width), height: side(picture.height) };
  const { width, height } = aspect ? heldWithin(rounded, aspect) : rounded;
  return resize(picture, { width, height, method: 'lanczos3', premultiply: false, linearRGB: false });
}

function cropped(picture: ImageData, { x, y, width, height }: ReencodeOrder['crop']): ImageData {
  if (width === picture.width && height === picture.height) return picture;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row++) {
    const start = ((y + row) * picture.width + x) * 4;
    data.set(picture.data.subarray(start, start + width * 4), row * width * 4);
  }
  return new ImageData(data, width, height);
}

function putOnWhite({ data }: ImageData): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255;
    if (alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) {
      data[channel] = Math.round(((data[channel] ?? 0) * alpha + 255 * (255 - alpha)) / 255);
    }
    data[at + 3] = 255;
  }
}

let loading: Promise<void> | undefined;
function ready(): Promise<void> {
  loading ??= load();
  return loading;
}

/** Loads the codecs' WebAssembly, which they do themselves only in browsers: Node's fetch cannot read files. */
async function load(): Promise<void> {
  globalThis.ImageData ??= PlainImageData as unknown as typeof ImageData;
  const require = createRequire(import.meta.url);
  const program = async (name: string) => WebAssembly.compile(await readFile(require.resolve(name)));
  const options = async (name: string) => {
    const compiled = await program(name);
    const instantiateWasm = (imports: WebAssembly.Imports, use: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(compiled, imports);
      use(instance);
      return instance.exports;
    };
    // The codecs would print errors about damaged pictures.
    return { instantiateWasm, print: () => undefined, printErr: () => undefined };
  };
  await initJpegDecoder(await options('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
  await initJpegEncoder(await options('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'));
  await initWebpDecoder(await options('@jsquash/webp/codec/dec/webp_dec.wasm'));
  await initPngDecoder(await program('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
  await initResize(await program('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'));
}

class PlainImageData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}
