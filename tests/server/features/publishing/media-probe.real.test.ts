import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ByteSource, bytesSource } from '../../../../server/features/publishing/media/byte-source.ts';
import { type MediaWork, openMediaWork } from '../../../../server/features/publishing/media/media.ts';
import { box, HOSTILE_FILES, moovOf, mp4Of, words } from './hostile-media.ts';

let media: MediaWork;
beforeAll(() => {
  media = openMediaWork(pino({ level: 'silent' }));
});
afterAll(() => media.close());

const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url));
const probe = (bytes: Uint8Array) => media.probe(bytesSource(bytes));

/** A source that counts the bytes read from it. */
function counted(bytes: Uint8Array): ByteSource & { read: ByteSource['read']; bytesRead: number } {
  const inner = bytesSource(bytes);
  const source = {
    size: bytes.length,
    bytesRead: 0,
    read(start: number, end: number) {
      source.bytesRead += end - start;
      return inner.read(start, end);
    },
  };
  return source;
}

describe('what a picture is', () => {
  it('is read from its bytes', async () => {
    const still = { kind: 'image', width: 8, height: 10, isAnimated: false };
    expect(await probe(fixture('pictures/small.jpg'))).toEqual({ ...still, mimeType: 'image/jpeg', size: 761 });
    expect(await probe(fixture('pictures/small.png'))).toEqual({ ...still, mimeType: 'image/png', size: 74 });
    expect(await probe(fixture('pictures/small.webp'))).toEqual({ ...still, mimeType: 'image/webp', size: 540 });
    expect(await probe(fixture('pictures/lossless.webp'))).toEqual({ ...still, mimeType: 'image/webp', size: 520 });
  });

  it('includes whether it moves', async () => {
    const frame = Buffer.from([0x2c, 0, 0, 0, 0, 3, 0, 2, 0, 0, 2, 2, 0x44, 1, 0]);
    const gif = (...parts: Uint8Array[]) =>
      Buffer.concat([Buffer.from('GIF89a'), Buffer.from([3, 0, 2, 0, 0, 0, 0]), ...parts, Buffer.from([0x3b])]);
    expect(await probe(gif(frame))).toMatchObject({ mimeType: 'image/gif', width: 3, height: 2, isAnimated: false });
    expect(await probe(gif(frame, frame))).toMatchObject({ isAnimated: true });
    const png = fixture('pictures/small.png');
    const chunk = Buffer.concat([words(8), Buffer.from('acTL'), words(2, 0, 0)]);
    expect(await probe(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]))).toMatchObject({
      isAnimated: true,
    });
    const vp8x = Buffer.from([2, 0, 0, 0, 99, 0, 0, 49, 0, 0]);
    const webp = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8X\n\0\0\0', 'latin1'), vp8x, Buffer.alloc(20)]);
    expect(await probe(webp)).toMatchObject({ width: 100, height: 50, isAnimated: true });
  });
});

describe('what a video is', () => {
  const movie = { seconds: 12, frames: 360, width: 1080, height: 1920, hasSound: true };
  const facts = {
    kind: 'video',
    mimeType: 'video/mp4',
    width: 1080,
    height: 1920,
    seconds: 12,
    frameRate: expect.closeTo(30, 0),
    videoCodec: 'avc1.64001f',
    audioCodec: expect.stringMatching(/^mp4a/),
    isMoovFirst: true,
    isCut: false,
  };

  it('is read from its description, wherever that stands', async () => {
    const first = mp4Of(movie, 'first');
    expect(await probe(first)).toEqual({ ...facts, size: first.length });
    const last = counted(mp4Of(movie, 'last', 3 * 1024 * 1024));
    expect(await media.probe(last)).toEqual({ ...facts, isMoovFirst: false, size: last.size });
    expect(last.bytesRead).toBeLessThan(200_000);
  });

  it('is as large as it is shown, however the phone was held', async () => {
    const turned = mp4Of({ ...movie, width: 1920, height: 1080, isTurned: true, hasSound: false }, 'first');
    expect(await probe(turned)).toMatchObject({ width: 1080, height: 1920, audioCodec: null });
  });

  it('is read with hours of uncompressed sound, which has 48,000 samples per second', async () => {
    expect(await probe(mp4Of({ ...movie, claimedSound: 0xffffffff }, 'first'))).toMatchObject(facts);
  });

  it('includes whether its edit list leaves out a part of it, but not the few frames that most files skip', async () => {
    const cutBy = async (...edits: [seconds: number, from: number][]) => {
      const found = await probe(mp4Of({ ...movie, edits }, 'first'));
      return found.kind === 'video' && found.isCut;
    };
    expect(await cutBy([12, 0.08])).toBe(false);
    expect(await cutBy([0.2, -1], [12, 0])).toBe(false);
    expect(await cutBy([0, 0])).toBe(false);
    expect(await cutBy([7, 5])).toBe(true);
    expect(await cutBy([7, 0])).toBe(true);
    expect(await cutBy([3, 0], [3, 9])).toBe(true);
  });

  it('is read also where a browser has recorded it', async () => {
    const found = await probe(fixture('videos/portrait.mp4'));
    expect(found).toMatchObject({ kind: 'video', width: 180, height: 320, videoCodec: 'vp09.00.00.08' });
    expect(found).toMatchObject({ seconds: expect.closeTo(1.994, 2), frameRate: expect.closeTo(20, 0) });
  });

  it('has a last box that reaches to the end, or 64 bits of length', async () => {
    const head = mp4Of(movie, 'first', 0);
    const open = Buffer.concat([head.subarray(0, -8), words(0), Buffer.from('mdat'), Buffer.alloc(500)]);
    expect(await probe(open)).toMatchObject(facts);
    const long = Buffer.concat([
      box('ftyp', Buffer.from('qt  '), words(0)),
      words(1),
      Buffer.from('mdat'),
      words(0, 66),
    ]);
    expect(await probe(Buffer.concat([long, Buffer.alloc(50), moovOf(movie)]))).toMatchObject({
      ...facts,
      mimeType: 'video/quicktime',
      isMoovFirst: false,
    });
  });
});

describe('a file that is not what it says', () => {
  it.each(Object.keys(HOSTILE_FILES))('is refused: %s', async (name) => {
    const source = counted(HOSTILE_FILES[name] ?? Buffer.alloc(0));
    await expect(media.probe(source)).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringMatching(/Choose another file\.$/),
    });
    expect(source.bytesRead).toBeLessThan(33 * 1024 * 1024);
  });

  it('is refused at once where it claims to have billions of pictures', async () => {
    const greedy = mp4Of({ seconds: 1, frames: 30, width: 100, height: 100, claimed: 0xffffffff }, 'first');
    await expect(probe(greedy)).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining('it claims to have more than a million pictures'),
    });
  });
});
