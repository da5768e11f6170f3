import { describe, expect, test } from 'vitest';
import { checkMedia, checkText, joinCaption, textFor, textLength } from '../../../shared/posts/platform-limits.ts';

test('X, Bluesky and Mastodon count their own ways, the others characters', () => {
  expect(textLength('https://example.com', 'twitter')).toBe(23);
  expect(textLength('https://example.com 🇫🇷', 'bluesky')).toBe(21);
  expect(textLength('https://example.com 🇫🇷', 'mastodon')).toBe(25);
  expect(textLength('https://example.com 🇫🇷', 'instagram')).toBe(24);
});

test('hashtags stand in a paragraph of their own', () =>
  expect([joinCaption('Hello.', ['#a', '#b']), joinCaption('Hello.', [])]).toEqual(['Hello.\n\n#a #b', 'Hello.']));

describe('the text for a destination', () => {
  const words = {
    caption: 'Main',
    hashtags: ['#a', '#b', '#c'],
    alternatives: { twitter: { caption: 'X', hashtags: [] } },
    account_versions: { ada: { caption: 'Ada', hashtags: ['#d'] } },
  };

  test.each([
    ['its own where an account has one', 'twitter', 'ada', 'Ada\n\n#d'],
    ['else that of the platform', 'twitter', 'eve', 'X'],
    ['also without an account', 'twitter', null, 'X'],
    ['else the main text with as many hashtags as the platform takes', 'bluesky', 'eve', 'Main\n\n#a #b #c'],
  ] as const)('%s', (_, platform, accountId, text) => expect(textFor({ platform, accountId }, words)).toBe(text));

  test('takes no more hashtags of the main text than the platform does', () =>
    expect(textFor({ platform: 'twitter', accountId: null }, { ...words, alternatives: {} })).toBe('Main\n\n#a #b'));
});

test('a thread is one post where there are none, and its hashtags stand in its last post', () => {
  const words = { caption: 'One\n\f\nTwo\n\f\n', hashtags: ['#a'], alternatives: {}, account_versions: {} };
  expect(textFor({ platform: 'bluesky', accountId: null }, words)).toBe('One\n\f\nTwo\n\n#a');
  expect(textFor({ platform: 'linkedin', accountId: null }, words)).toBe('One\n\nTwo\n\n#a');
});

describe('a text held against a platform', () => {
  test('that it fits', () =>
    expect(checkText('twitter', 'Hello.', ['#a'])).toEqual({
      length: 10,
      limit: 280,
      isTooLong: false,
      hasTooManyHashtags: false,
      hasBadTitle: false,
    }));

  test('counts the hashtags at its end', () => {
    expect(checkText('twitter', 'x'.repeat(276), ['#a']).isTooLong).toBe(false);
    expect(checkText('twitter', 'x'.repeat(277), ['#a']).isTooLong).toBe(true);
  });

  test('fits Bluesky and Mastodon by the signs that people see', () => {
    expect(checkText('bluesky', '👍🏽'.repeat(296), ['#a']).isTooLong).toBe(false);
    expect(checkText('bluesky', '👍🏽'.repeat(297), ['#a']).isTooLong).toBe(true);
    expect(checkText('mastodon', '👍🏽'.repeat(496), ['#a'])).toMatchObject({ length: 500, isTooLong: false });
    expect(checkText('mastodon', '👍🏽'.repeat(497), ['#a'])).toMatchObject({ limit: 500, isTooLong: true });
  });

  test('may have too many hashtags', () =>
    expect(checkText('twitter', '', ['#a', '#b', '#c']).hasTooManyHashtags).toBe(true));

  test.each([
    ['too long', `${'x'.repeat(101)}\nshort`],
    ['with angle brackets', 'A <b>\nshort'],
  ])('has a first line that is no title for YouTube: %s', (_, caption) => {
    expect(checkText('youtube_shorts', caption, []).hasBadTitle).toBe(true);
    expect(checkText('instagram', caption, []).hasBadTitle).toBe(false);
  });
});

describe('pictures and videos held against a platform', () => {
  const pictures = (count: number) => Array<'image'>(count).fill('image');

  test.each([
    ['instagram', pictures(10)],
    ['instagram', ['image', 'video', 'video']],
    ['facebook', []],
    ['tiktok', ['video']],
    ['youtube_shorts', ['video']],
    ['twitter', pictures(4)],
    ['linkedin', ['video']],
    ['bluesky', pictures(4)],
    ['bluesky', []],
    ['mastodon', ['video']],
    ['mastodon', []],
  ] as const)('%s takes %j', (platform, kinds) => expect(checkMedia(platform, kinds)).toBeNull());

  test.each([
    ['instagram', [], 'needs_media'],
    ['instagram', pictures(11), 'too_many'],
    ['tiktok', pictures(1), 'needs_video'],
    ['tiktok', ['video', 'video'], 'video_among_others'],
    ['youtube_shorts', [], 'needs_video'],
    ['twitter', pictures(5), 'too_many'],
    ['twitter', ['image', 'video'], 'video_among_others'],
    ['bluesky', pictures(11), 'too_many'],
    ['mastodon', ['video', 'video'], 'video_among_others'],
  ] as const)('%s refuses %j: %s', (platform, kinds, problem) => expect(checkMedia(platform, kinds)).toBe(problem));
});
