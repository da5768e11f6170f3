import { describe, expect, test } from 'vitest';
import { joinCaption, textLength } from '../../shared/platform-limits.ts';

describe('X counts its own way', () => {
  test.each([
    ['plain words', 11],
    ['https://example.com/a/very/long/address?that=counts&as=23', 23],
    ['Grüße, señor', 12],
    ['日本語', 6],
    ['👩‍👩‍👧‍👦', 2],
    ['🇩🇪!', 3],
  ])('%s', (text, length) => expect(textLength(text, 'twitter')).toBe(length));
});

test('other platforms count characters', () => {
  expect(textLength('https://example.com', 'instagram')).toBe(19);
});

test('hashtags stand in a paragraph of their own', () => {
  expect(joinCaption('Hello.', ['#a', '#b'])).toBe('Hello.\n\n#a #b');
  expect(joinCaption('Hello.', [])).toBe('Hello.');
});
