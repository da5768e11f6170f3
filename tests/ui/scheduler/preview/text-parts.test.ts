import { describe, expect, it } from 'vitest';
import { hasAddress, textParts } from '@/features/scheduler/preview/text-parts.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';

const marksOf = (platform: Platform, text: string) =>
  textParts(platform, text).flatMap((part) => (part.isMark ? [part.text] : []));

describe('what stands out of a text', () => {
  it('is every hashtag, name and address', () => {
    const text = 'Ask @anna_b. at example.com/a#b, or #خبز #Brot—#2x!';
    expect(marksOf('facebook', text)).toEqual(['@anna_b', 'example.com/a#b', '#خبز', '#Brot', '#2x']);
    expect(
      textParts('facebook', text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('is no address where addresses are only words', () => {
    expect(marksOf('instagram', 'See https://example.com/#a #bread')).toEqual(['#bread']);
    expect(marksOf('tiktok', 'example.com')).toEqual([]);
  });

  it('is neither an e-mail address nor a number sign in a word', () => {
    expect(marksOf('twitter', 'anna@example.com, C#, a#b, &#39;')).toEqual([]);
  });
});

it('knows whether there is an address', () => {
  expect(hasAddress('Read example.com')).toBe(true);
  expect(hasAddress('Read on.Then rest')).toBe(false);
});
