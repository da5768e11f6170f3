import { expect, it } from 'vitest';
import { slidesOf } from '@/domain/media/slides.ts';

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
