import { describe, expect, it } from 'vitest';
import { createSigner } from '@/domain/media/media-url.ts';
import { slidesOf } from '@/domain/media/slides.ts';
import { storedName } from '@/domain/media/upload.ts';
import { sampleTimes, sizeWithin } from '@/domain/media/video-poster.ts';
import { posterPath, withPoster } from '../../../../shared/posts/media-bucket.ts';

it('signs everything that is asked for in one turn with one call, each path once', async () => {
  const calls: string[][] = [];
  const sign = createSigner(async (paths) => {
    calls.push(paths);
    return new Map(paths.map((path) => [path, `signed:${path}`]));
  });
  expect(await Promise.all([sign('a'), sign('b'), sign('a')])).toEqual(['signed:a', 'signed:b', 'signed:a']);
  expect(await sign('c')).toBe('signed:c');
  expect(calls).toEqual([['a', 'b'], ['c']]);
});

it('answers null for a path that cannot be signed, and signs the others', async () => {
  const sign = createSigner(async () => new Map([['a', 'signed:a']]));
  expect(await Promise.all([sign('a'), sign('gone')])).toEqual(['signed:a', null]);
});

it('fails everything in a call that fails, and nothing after it', async () => {
  let down = true;
  const sign = createSigner(async (paths) => {
    if (down) throw new Error('storage is down');
    return new Map(paths.map((path) => [path, path]));
  });
  const results = await Promise.allSettled([sign('a'), sign('b')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  down = false;
  expect(await sign('a')).toBe('a');
});

describe('storedName', () => {
  it('is a random number with the extension of the original', () => {
    expect(storedName('My Clip.MP4', 'mp4')).toMatch(/^\d{40}\.mp4$/);
    expect(storedName('a.mp4', 'mp4')).not.toBe(storedName('a.mp4', 'mp4'));
  });

  it.each(['clip', '../../etc/passwd', 'clip.<script>'])('falls back to the usual extension for %j', (name) => {
    expect(storedName(name, 'mp4')).toMatch(/^\d{40}\.mp4$/);
  });
});

it('takes its first frame a tenth in, and never later than a second', () => {
  expect(sampleTimes(4)).toEqual([0.4, 1, 2, 3]);
  expect(sampleTimes(60)[0]).toBe(1);
  expect([sampleTimes(Number.POSITIVE_INFINITY), sampleTimes(Number.NaN), sampleTimes(0)]).toEqual([[0], [0], [0]]);
});

it.each([
  [
    { width: 1080, height: 1920 },
    { width: 608, height: 1080 },
  ],
  [
    { width: 180, height: 320 },
    { width: 180, height: 320 },
  ],
  [
    { width: 4000, height: 1 },
    { width: 1080, height: 1 },
  ],
])('%j becomes %j', (size, fitted) => {
  expect(sizeWithin(size, 1080)).toEqual(fitted);
});

it('lies beside its video, and goes with it', () => {
  expect(posterPath('42.mp4')).toBe('42.mp4.poster.jpg');
  expect(['42.mp4', 'a.png', 'a.JPG', 'a.webp'].map(withPoster)).toEqual([
    ['42.mp4', '42.mp4.poster.jpg'],
    ['a.png'],
    ['a.JPG'],
    ['a.webp'],
  ]);
});

const none = { media: [], media_url: null, content_type: 'text' as const };

it('shows every slide of the media, in order', () => {
  const media = [
    { path: 'a.png', url: 'https://x/a.png', kind: 'image' as const, alt: 'A' },
    { path: 'b.mp4', url: '', kind: 'video' as const },
  ];
  expect(slidesOf({ media, media_url: 'https://x/a.png', content_type: 'carousel' })).toEqual([
    { path: 'a.png', url: 'https://x/a.png', kind: 'image', alt: 'A' },
    { path: 'b.mp4', url: null, kind: 'video', alt: null },
  ]);
});

it('has the poster of a video', () => {
  const poster = { path: 'b.mp4.poster.jpg', url: 'https://x/b.mp4.poster.jpg' };
  const media = [{ path: 'b.mp4', url: 'https://x/b.mp4', kind: 'video' as const, poster }];
  expect(slidesOf({ media, media_url: null, content_type: 'video' })[0]).toMatchObject({ kind: 'video', poster });
});

it('falls back to media_url, as a video where the post is one', () => {
  expect(slidesOf({ ...none, media_url: 'https://x/a.png', content_type: 'image' })).toEqual([
    { path: null, url: 'https://x/a.png', kind: 'image', alt: null },
  ]);
  expect(slidesOf({ ...none, media_url: 'https://x/a.mp4', content_type: 'video' })[0]?.kind).toBe('video');
});

it('shows nothing where there is nothing', () => {
  expect(slidesOf(none)).toEqual([]);
});
