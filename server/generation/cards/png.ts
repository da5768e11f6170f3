import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { readAsset } from './fonts/read-asset.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const BITS_PER_CHANNEL = 8;
const RGBA = 6;

/**
 * Encodes RGBA pixels, one byte per channel, as a PNG. The native compression runs off the main thread and takes half
 * as long as resvg's.
 */
export async function encodePng(pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const stride = width * 4;
  // Each row begins with its filter type: 0, none.
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, BITS_PER_CHANNEL);
  header.setUint8(9, RGBA);
  return joined([
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', await deflated(rows)),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const { readable, writable } = new CompressionStream('deflate');
  const writer = writable.getWriter();
  const [compressed] = await Promise.all([new Response(readable).arrayBuffer(), writer.write(bytes), writer.close()]);
  return new Uint8Array(compressed);
}

/** Length, name, data and checksum. */
function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, checksum(bytes.subarray(4, data.length + 8)));
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** CRC-32 table, by byte. */
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});

/** CRC-32; Node has a built-in one only from version 22.2. */
function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (CHECKSUMS[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

let ready: Promise<void> | undefined;

/** RGBA pixels, one byte per channel. */
export type Pixels = { pixels: Uint8Array; width: number; height: number };

/** Draws an SVG that has no text elements. Loads resvg on the first call. */
export async function rasterise(svg: string): Promise<Pixels> {
  ready ??= readAsset('@resvg/resvg-wasm/index_bg.wasm').then((wasm) => initWasm(wasm));
  try {
    await ready;
  } catch (error) {
    ready = undefined;
    throw error;
  }
  const resvg = new Resvg(svg);
  const image = resvg.render();
  try {
    const { pixels, width, height } = image;
    return { pixels, width, height };
  } finally {
    image.free();
    resvg.free();
  }
}
