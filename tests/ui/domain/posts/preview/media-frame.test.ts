import { expect, it } from 'vitest';
import { frameRatio } from '@/domain/posts/preview/media.tsx';

const picture = (width: number, height: number) => ({ width, height });

it('keeps a single picture whole within what the platform shows, and cuts it beyond', () => {
  expect(frameRatio('linkedin', [picture(1000, 1000)])).toBe(1);
  expect(frameRatio('linkedin', [picture(1080, 1350)])).toBe(4 / 5);
  expect(frameRatio('linkedin', [picture(1080, 1920)])).toBe(4 / 5);
  expect(frameRatio('twitter', [picture(1080, 1920)])).toBe(3 / 4);
  expect(frameRatio('facebook', [picture(4000, 1000)])).toBe(1.91);
  expect(frameRatio('bluesky', [picture(1080, 1920)])).toBe(1080 / 1920);
  expect(frameRatio('mastodon', [picture(4000, 1000)])).toBe(4);
});

it('gives several pictures, and one of unknown size, the wide frame of the grid', () => {
  expect(frameRatio('twitter', [picture(1000, 1000), picture(1000, 1000)])).toBe(16 / 9);
  expect(frameRatio('linkedin', [{}])).toBe(1.91);
  expect(frameRatio('facebook', [])).toBe(1.91);
  expect(frameRatio('mastodon', [picture(1000, 1000), picture(1000, 1000)])).toBe(3 / 2);
});
