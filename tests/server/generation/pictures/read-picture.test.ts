import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { streamRun } from '../../../../server/generation/event-stream.ts';
import { GenerationError } from '../../../../server/generation/generation-error.ts';
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
  // 14 bits each, of one less.
  const bits = 1079 | (1349 << 14);
  const packed = [bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, (bits >> 24) & 255];
  expect(readPicture(webp('VP8L', [0x2f, ...packed, 0, 0, 0, 0, 0]))).toMatchObject({ width: 1080, height: 1350 });
});

it.each([
  ['nothing', ''],
  ['words', 'I cannot draw that.'],
  ['a GIF', 'GIF89a\x08\x00\x0a\x00;'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="10"/>'],
])('takes %s for no picture', (_what, text) => expect(readPicture(new TextEncoder().encode(text))).toBeNull());

/** A WebP file of one chunk. */
function webp(name: string, data: number[]): Uint8Array {
  const text = (letters: string) => [...letters].map((letter) => letter.charCodeAt(0));
  const chunk = [...text('WEBP'), ...text(name), data.length, 0, 0, 0, ...data];
  return new Uint8Array([...text('RIFF'), chunk.length, 0, 0, 0, ...chunk]);
}

const RESULT = { success: true, template: 'General', created: 1 };

afterEach(() => vi.restoreAllMocks());

describe('streamRun', () => {
  it('sends the progress and then the result', async () => {
    const response = streamRun(async (report) => {
      report({ step: 'sources', done: 0, total: 2 });
      return RESULT;
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(await response.text()).toBe(
      `event: progress\ndata: {"step":"sources","done":0,"total":2}\n\nevent: result\ndata: ${JSON.stringify(RESULT)}\n\n`,
    );
  });

  it('ends with an error for people', async () => {
    const response = streamRun(() => Promise.reject(new GenerationError('conflict', 'No free time.')));
    expect(await response.text()).toBe('event: error\ndata: {"error":"No free time.","code":"conflict"}\n\n');
  });

  it('keeps what was not meant for people in the log', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const text = await streamRun(() => Promise.reject(new Error('password=hunter2'))).text();
    expect(text).toContain('"code":"internal"');
    expect(text).not.toContain('hunter2');
    expect(log).toHaveBeenCalledOnce();
  });
});
