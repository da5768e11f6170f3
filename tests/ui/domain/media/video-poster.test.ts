import { expect, it } from 'vitest';
import { sampleTimes, sizeWithin } from '@/domain/media/video-poster.ts';
import { posterPath, withPoster } from '../../../../shared/posts/media-bucket.ts';

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
