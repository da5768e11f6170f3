import { describe, expect, test } from 'vitest';
import { checkText, joinCaption, textLength } from '../../shared/platform-limits.ts';

test('X counts its own way, the others characters', () => {
  expect(textLength('https://example.com', 'twitter')).toBe(23);
  expect(textLength('https://example.com', 'instagram')).toBe(19);
});

test('hashtags stand in a paragraph of their own', () => {
  expect(joinCaption('Hello.', ['#a', '#b'])).toBe('Hello.\n\n#a #b');
  expect(joinCaption('Hello.', [])).toBe('Hello.');
});

describe('a text held against a platform', () => {
  test('that it fits', () => {
    expect(checkText('twitter', 'Hello.', ['#a'])).toEqual({
      length: 10,
      limit: 280,
      isTooLong: false,
      hasTooManyHashtags: false,
      hasBadTitle: false,
    });
  });

  test('counts the hashtags at its end', () => {
    expect(checkText('twitter', 'x'.repeat(276), ['#a']).isTooLong).toBe(false);
    expect(checkText('twitter', 'x'.repeat(277), ['#a']).isTooLong).toBe(true);
  });

  test('may have too many hashtags', () => {
    expect(checkText('twitter', '', ['#a', '#b', '#c']).hasTooManyHashtags).toBe(true);
  });

  test.each([
    ['too long', `${'x'.repeat(101)}\nshort`],
    ['with angle brackets', 'A <b>\nshort'],
  ])('has a first line that is no title for YouTube: %s', (_, caption) => {
    expect(checkText('youtube_shorts', caption, []).hasBadTitle).toBe(true);
    expect(checkText('instagram', caption, []).hasBadTitle).toBe(false);
  });
});
