import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPicture } from '../../../../server/generation/pictures/read-picture.ts';

const FILES = [
  ['small.png', 'image/png'],
  ['small.jpg', 'image/jpeg'],
  ['small.webp', 'image/webp'],
  ['lossless.webp', 'image/webp'],
] as const;

const bytesOf = (name: string) => new Uint8Array(readFileSync(`tests/fixtures/pictures/${name}`));

describe.each(FILES)('%s', (name, type) => {
  it('is known by its bytes, with its size', () => {
    const bytes = bytesOf(name);
    expect(readPicture(bytes)).toEqual({ bytes, type, width: 8, height: 10 });
  });

  it('is none when it breaks off, wherever that is', () => {
    const bytes = bytesOf(name);
    const lengths = Array.from({ length: bytes.length - 2 }, (_, index) => index);
    expect(lengths.filter((length) => readPicture(bytes.subarray(0, length)) !== null)).toEqual([]);
  });
});

it('knows WebP without the extended header, lossy and lossless', () => {
  expect(readPicture(webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x38, 0x04, 0x46, 0x05]))).toMatchObject({
    width: 1080,
    height: 1350,
  });
  // Width and height minus one, with 14 bits each.
  const bits = 1079 | (1349 << 14);
  const packed = [bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, (bits >> 24) & 255];
  expect(readPicture(webp('VP8L', [0x2f, ...packed, 0, 0, 0, 0, 0]))).toMatchObject({ width: 1080, height: 1350 });
});

it.each([
  ['words', 'I cannot draw that.'],
  ['a GIF', 'GIF89a\x08\x00\x0a\x00;'],
])('takes %s for no picture', (_what, text) => expect(readPicture(new TextEncoder().encode(text))).toBeNull());

/** A WebP file of one chunk. */
function webp(name: string, data: number[]): Uint8Array {
  const text = (letters: string) => [...letters].map((letter) => letter.charCodeAt(0));
  const chunk = [...text('WEBP'), ...text(name), data.length, 0, 0, 0, ...data];
  return new Uint8Array([...text('RIFF'), chunk.length, 0, 0, 0, ...chunk]);
}
