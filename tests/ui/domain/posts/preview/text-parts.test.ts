import { describe, expect, it } from 'vitest';
import { plainAddresses, textParts } from '@/domain/posts/preview/text-parts.ts';
import type { Platform } from '../../../../../shared/posts/platforms.ts';

const marksOf = (platform: Platform, text: string) =>
  textParts(platform, text).flatMap((part) => (part.isMark ? [part.text] : []));

describe('what stands out of a text', () => {
  it('is every hashtag, name and address', () => {
    const text = 'Ask @anna_b. at example.com/a#b, or #خبز #Brot—#2x!';
    expect(marksOf('threads', text)).toEqual(['@anna_b', 'example.com/a#b', '#خبز', '#Brot', '#2x']);
    expect(
      textParts('threads', text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('is no address where addresses are only words', () => {
    expect(marksOf('instagram', 'See https://example.com/#a #bread')).toEqual(['#bread']);
    expect(marksOf('tiktok', 'example.com')).toEqual([]);
  });

  it('is what Bluesky and Mastodon take for a name or an address', () => {
    const text = 'Ask @ada.bsky.social, @ada or @ada@mastodon.example. See example.com, https://example.com #bread';
    const address = 'https://example.com';
    expect(marksOf('bluesky', text)).toEqual(['@ada.bsky.social', 'example.com', address, '#bread']);
    // It shows names without their servers.
    expect(marksOf('mastodon', text)).toEqual(['@ada', '@ada', address, '#bread']);
  });

  it('is of a name only what the platform takes for one', () => {
    const text = '@ada.bsky.social, @bo@mastodon.example and @ada_1';
    expect(marksOf('twitter', text)).toEqual(['@ada', '@ada_1']);
    expect(marksOf('instagram', text)).toEqual(['@bo', '@ada_1']);
    for (const platform of ['linkedin', 'facebook', 'discord'] as const) expect(marksOf(platform, text)).toEqual([]);
  });

  it('is neither an e-mail address nor a number sign in a word', () => {
    expect(marksOf('twitter', 'anna@example.com, C#, a#b, &#39;')).toEqual([]);
  });
});

it('knows whether an address is only words', () => {
  expect(plainAddresses('instagram', 'Read https://example.com')).toBe('all');
  expect(plainAddresses('instagram', 'Read on.Then rest')).toBeNull();
  expect(plainAddresses('mastodon', 'Read https://example.com and example.com')).toBe('bare');
  expect(plainAddresses('mastodon', 'Read https://example.com')).toBeNull();
  expect(plainAddresses('bluesky', 'Read example.com')).toBeNull();
});
