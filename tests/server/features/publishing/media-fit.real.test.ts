import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import decodeJpeg, { init } from '@jsquash/jpeg/decode.js';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bytesSource } from '../../../../server/features/publishing/media/byte-source.ts';
import { type MediaWork, openMediaWork } from '../../../../server/features/publishing/media/media.ts';
import { openPost } from '../../../../server/features/publishing/outgoing.ts';
import type { OutgoingMedia } from '../../../../server/features/publishing/publisher.ts';
import type { PictureFit } from '../../../../shared/publishing/picture-fit.ts';
import { isFull } from '../../../helpers/depth.ts';
import { mediaOf } from '../../../helpers/publishing/platform-sessions.ts';
import { words } from './hostile-media.ts';

const JPEG = ['image/jpeg'];
const ALL = ['image/jpeg', 'image/png', 'image/webp'];
const ROOMY = 50_000_000;

let media: MediaWork;
beforeAll(async () => {
  media = openMediaWork(pino({ level: 'silent' }));
  const make = function (this: object, data: Uint8ClampedArray, width: number, height: number) {
    Object.assign(this, { data, width, height });
  };
  globalThis.ImageData ??= make as unknown as typeof ImageData;
  const program = createRequire(import.meta.url).resolve('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm');
  const compiled = await WebAssembly.compile(await readFile(program));
  const given: Parameters<typeof init> = [];
  given[0] = compiled as object;
  await init(...given);
});
afterAll(() => media.close());

type Colour = readonly [number, number, number, number];

/** A PNG picture with `chunks` before its pixels. */
function pngOf(width: number, height: number, colourAt: (x: number, y: number) => Colour, ...chunks: Buffer[]): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 4));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * (1 + width * 4) + 1 + x * 4);
  }
  const header = Buffer.concat([words(width, height), Buffer.from([8, 6, 0, 0, 0])]);
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk('IHDR', header), ...chunks, chunk('IDAT', deflateSync(rows)), chunk('IEND')]);
}

function chunk(type: string, body: Uint8Array = new Uint8Array()): Buffer {
  const checked = Buffer.concat([Buffer.from(type), body]);
  return Buffer.concat([words(body.length), checked, words(crc32(checked))]);
}

/** Deterministic noise that does not compress well. */
function noise(x: number, y: number): Colour {
  const mixed = Math.imul(x * 7919 + y * 104_729, 2_654_435_761) >>> 0;
  return [mixed & 255, (mixed >>> 8) & 255, (mixed >>> 16) & 255, 255];
}

const outgoing = (bytes: Uint8Array, mimeType = 'image/png') => mediaOf(bytes, mimeType, 'A cat');

async function bytesOf(given: OutgoingMedia): Promise<Buffer> {
  return Buffer.from(await new Response(await given.open()).arrayBuffer());
}

async function pixelsOf(given: OutgoingMedia) {
  const bytes = await bytesOf(given);
  const { data, width, height } = await decodeJpeg(Uint8Array.from(bytes).buffer);
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  return { bytes, width, height, at };
}

const near = (expected: number[], found: number[]) =>
  expect(Math.max(...expected.map((value, index) => Math.abs(value - (found[index] ?? 0))))).toBeLessThan(12);

describe('a picture that goes out', () => {
  it('goes out as it is where the platform takes it', async () => {
    const png = pngOf(20, 10, () => [1, 2, 3, 255]);
    const fitted = await media.fitPicture(outgoing(png), {
      maxBytes: ROOMY,
      mimeTypes: ALL,
      aspect: { min: 1, max: 2 },
      shape: null,
    });
    expect(fitted.change).toBeNull();
    expect(fitted.media).toMatchObject({ mimeType: 'image/png', width: 20, height: 10, alt: 'A cat' });
    expect(await bytesOf(fitted.media)).toEqual(png);
    expect(await bytesOf(fitted.media)).toEqual(png);
  });

  it('is converted where its type is not taken, white where it was transparent', async () => {
    const png = pngOf(64, 32, (x) => (x < 32 ? [200, 30, 40, 255] : [0, 0, 0, 0]));
    const { media: made, change } = await media.fitPicture(outgoing(png), { maxBytes: ROOMY, mimeTypes: JPEG });
    expect(change).toMatch(/^converted from PNG to JPEG/);
    const picture = await pixelsOf(made);
    expect(made).toMatchObject({ mimeType: 'image/jpeg', size: picture.bytes.length, width: 64, height: 32 });
    near([200, 30, 40], picture.at(8, 16));
    near([255, 255, 255], picture.at(56, 16));
  });

  it('is compressed, and made smaller where that is not enough; the agent goes on meanwhile', async () => {
    const png = pngOf(300, 200, noise);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    const compressed = await media.fitPicture(outgoing(png), { maxBytes: 50_000, mimeTypes: ALL });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
    expect(compressed.media.size).toBeLessThanOrEqual(50_000);
    expect(compressed.media).toMatchObject({ width: 300, height: 200 });
    expect(compressed.change).toMatch(/^converted from PNG to JPEG, compressed from 0\.\d MB to \d+ kB$/);
    const small = await media.fitPicture(outgoing(png), { maxBytes: 12_000, mimeTypes: ALL });
    expect(small.media.size).toBeLessThanOrEqual(12_000);
    expect(small.media.width).toBeLessThan(300);
    expect((small.media.width ?? 0) / (small.media.height ?? 1)).toBeCloseTo(1.5, 1);
    expect(small.change).toMatch(/^made smaller, to \d+ × \d+ pixels, converted .* to \d+ kB$/);
    const few = await media.fitPicture(outgoing(png), { maxBytes: ROOMY, maxPixels: 12_000, mimeTypes: ALL });
    const pixels = (few.media.width ?? 0) * (few.media.height ?? 0);
    expect([pixels <= 12_000, pixels > 11_700]).toEqual([true, true]);
    await expect(media.fitPicture(outgoing(png), { maxBytes: 300, mimeTypes: ALL })).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining('cannot be compressed to 1 kB'),
    });
  });

  it('is cut in the middle to its shape, or shown whole between white borders', async () => {
    const stripes = pngOf(300, 100, (x) =>
      x < 100 ? [255, 0, 0, 255] : x < 200 ? [0, 255, 0, 255] : [0, 0, 255, 255],
    );
    const limits = { maxBytes: ROOMY, mimeTypes: JPEG, aspect: { min: 0.8, max: 1 } };
    const shape = { min: 0.8, max: 1, ratio: 1, how: 'crop', follows: false } as const;
    const cut = await media.fitPicture(outgoing(stripes), { ...limits, shape });
    expect(cut.change).toMatch(/^cropped to 100 × 100 pixels, /);
    const picture = await pixelsOf(cut.media);
    expect(picture).toMatchObject({ width: 100, height: 100 });
    near([0, 255, 0], picture.at(4, 50));
    near([0, 255, 0], picture.at(95, 50));
    const padded = await media.fitPicture(outgoing(stripes), { ...limits, shape: { ...shape, how: 'pad' } });
    expect(padded.change).toMatch(/^white borders added, to 300 × 300 pixels, /);
    const whole = await pixelsOf(padded.media);
    expect(whole).toMatchObject({ width: 300, height: 300 });
    near([255, 255, 255], whole.at(150, 50));
    near([255, 0, 0], whole.at(50, 150));
    near([0, 0, 255], whole.at(250, 150));
    near([255, 255, 255], whole.at(150, 250));
  });

  it.runIf(isFull)('keeps its shape to the pixel however small it has to be', async () => {
    const noisy = outgoing(pngOf(480, 600, noise));
    const aspect = { min: 0.8, max: 1.91 };
    const { media: made } = await media.fitPicture(noisy, { maxBytes: 11_000, mimeTypes: JPEG, aspect });
    expect((made.width ?? 0) / (made.height ?? 1)).toBeGreaterThanOrEqual(0.8);
  });

  it('goes to Instagram in a shape that it takes, as chosen, and to others as it is', async () => {
    const tall = pngOf(90, 160, () => [9, 9, 9, 255]);
    const openFile = async () => ({ ...bytesSource(tall), mimeType: 'image/png', open: outgoing(tall).open });
    const sizes = async (platform: 'instagram' | 'mastodon', ...fits: (PictureFit | undefined)[]) => {
      const files = fits.map((fit) => ({ path: 'a.png', url: '', kind: 'image' as const, alt: '', fit }));
      const sent = { dueAt: '2026-11-24T09:00:00Z', parts: ['Bread'], media: files };
      const openCard = () => Promise.reject(new Error('The post has no card.'));
      const { post, changes } = await openPost(
        { idempotency_key: 'k', platform },
        sent,
        {},
        { openFile, media, openCard },
      );
      return { sizes: post.media.map(({ width, height }) => [width, height]), changes };
    };
    expect(await sizes('instagram', undefined)).toEqual({
      sizes: [[90, 112]],
      changes: [expect.stringMatching(/^cropped to 90 × 112 pixels/)],
    });
    expect((await sizes('instagram', 'pad', 'crop')).sizes).toEqual([
      [128, 160],
      [90, 112],
    ]);
    expect(await sizes('mastodon', 'pad')).toEqual({ sizes: [[90, 160]], changes: [] });
  });

  it('is turned the way it is shown, and loses where it was taken but not its colours', async () => {
    const plain = await media.fitPicture(
      outgoing(pngOf(120, 60, (x) => (x < 60 ? [250, 20, 20, 255] : [20, 20, 250, 255]))),
      { maxBytes: ROOMY, mimeTypes: JPEG },
    );
    const jpeg = await bytesOf(plain.media);
    const profile = Buffer.concat([Buffer.alloc(16), Buffer.from('RGB XYZ '), Buffer.alloc(200, 'display')]);
    const sideways = Buffer.concat([
      jpeg.subarray(0, 2),
      segment(0xe1, Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'), exifEntries(6), Buffer.from('GPS 48.8584')),
      segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile),
      jpeg.subarray(2),
    ]);
    expect(await media.probe(bytesSource(sideways))).toMatchObject({ width: 60, height: 120 });
    const kept = await media.fitPicture(outgoing(sideways), { maxBytes: ROOMY, mimeTypes: JPEG });
    expect(await bytesOf(kept.media)).toEqual(sideways);
    const fitted = await media.fitPicture(outgoing(sideways), {
      maxBytes: ROOMY,
      mimeTypes: JPEG,
      shape: { min: 0.6, max: 1, ratio: 0.6, how: 'crop', follows: false },
    });
    const picture = await pixelsOf(fitted.media);
    expect(picture).toMatchObject({ width: 60, height: 100 });
    near([250, 20, 20], picture.at(30, 10));
    near([20, 20, 250], picture.at(30, 90));
    const text = picture.bytes.toString('latin1');
    expect(text).not.toMatch(/Exif|GPS/);
    expect(text).toContain(profile.toString('latin1'));
  });
});

describe('a picture that cannot be made fit', () => {
  const refused = (words: RegExp) => ({ code: 'bad_input', message: expect.stringMatching(words) });

  it('is refused with the reason', async () => {
    const still = pngOf(10, 10, () => [1, 2, 3, 255]);
    const moving = pngOf(10, 10, () => [1, 2, 3, 255], chunk('acTL', words(3, 0)));
    await expect(media.fitPicture(outgoing(moving), { maxBytes: 10, mimeTypes: ALL })).rejects.toMatchObject(
      refused(/^This picture is animated/),
    );
    await expect(media.fitPicture(outgoing(still), { maxBytes: 10, mimeTypes: ['image/png'] })).rejects.toMatchObject(
      refused(/nor JPEG/),
    );
    const html = Buffer.from('<html>a page that is served as a picture</html>');
    await expect(media.fitPicture(outgoing(html), { maxBytes: 10, mimeTypes: ALL })).rejects.toMatchObject(
      refused(/^This is not a JPEG/),
    );
  });

  it('is refused by what it claims, before it is decoded', async () => {
    const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const header = Buffer.concat([words(60_000, 60_000), Buffer.from([8, 6, 0, 0, 0])]);
    const bomb = Buffer.concat([mark, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1_000_000)))]);
    await expect(media.fitPicture(outgoing(bomb), { maxBytes: 10, mimeTypes: ALL })).rejects.toMatchObject(
      refused(/more than 50 million pixels/),
    );
  });

  it.runIf(isFull)('is given up when it is damaged or takes too long, and the next one is converted', async () => {
    const whole = pngOf(200, 200, noise);
    const limits = { maxBytes: 12_000, mimeTypes: JPEG };
    for (const damaged of [whole.subarray(0, 5000), Buffer.concat([whole.subarray(0, 60), noiseBytes(5000)])]) {
      await expect(media.fitPicture(outgoing(damaged), limits)).rejects.toMatchObject(refused(/cannot be read/));
    }
    const jpeg = Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      segment(0xc0, Buffer.from([8, 0, 100, 0, 100, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])),
      noiseBytes(500),
    ]);
    await expect(media.fitPicture(outgoing(jpeg), { ...limits, maxBytes: 10 })).rejects.toMatchObject(
      refused(/Choose/),
    );
    const hasty = openMediaWork(pino({ level: 'silent' }), { reencodeMs: 1 });
    await expect(hasty.fitPicture(outgoing(whole), limits)).rejects.toMatchObject({
      // A slow machine is not the file's fault, so the post is retried.
      code: 'unavailable',
      message: expect.stringContaining('could not be read just now: it takes more than'),
    });
    await hasty.close();
    expect((await media.fitPicture(outgoing(whole), limits)).media.size).toBeLessThanOrEqual(12_000);
  });

  it('is to blame for the memory that its worker lacks, and for nothing else that ends one', async () => {
    const whole = outgoing(pngOf(200, 200, noise));
    const limits = { maxBytes: 12_000, mimeTypes: JPEG };
    const small = openMediaWork(pino({ level: 'silent' }), { memoryMb: 1 });
    onTestFinished(() => small.close());
    await expect(small.fitPicture(whole, limits)).rejects.toMatchObject(refused(/read: it takes too much memory/));
    const fresh = openMediaWork(pino({ level: 'silent' }));
    onTestFinished(() => fresh.close());
    process.once('worker', (worker) => void worker.terminate());
    await expect(fresh.fitPicture(whole, limits)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('could not be read just now: its reader ended unexpectedly'),
    });
  });

  it('is left when nobody waits for it any more, and its stream is let go', async () => {
    const ending = new AbortController();
    ending.abort(new Error('the post was cancelled'));
    const fitting = media.fitPicture(
      outgoing(pngOf(300, 300, noise)),
      { maxBytes: 9000, mimeTypes: JPEG },
      ending.signal,
    );
    await expect(fitting).rejects.toThrow('the post was cancelled');
    const cancel = vi.fn();
    const endless = new ReadableStream({ pull: (given) => given.enqueue(new Uint8Array(4 * 1024 * 1024)), cancel });
    const huge = { ...outgoing(Buffer.alloc(0)), open: async () => endless };
    await expect(media.fitPicture(huge, { maxBytes: 9000, mimeTypes: JPEG })).rejects.toMatchObject(
      refused(/more than/),
    );
    await vi.waitUntil(() => cancel.mock.calls.length > 0, { timeout: 20_000 });
  });
});

function segment(marker: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255]), body]);
}

/** An Exif directory with only an orientation. */
function exifEntries(orientation: number): Buffer {
  return Buffer.from([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]);
}

function noiseBytes(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, index) => noise(index, 7)[0] & 0x7f));
}
