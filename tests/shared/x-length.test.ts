import { describe, expect, test } from 'vitest';
import { xLength } from '../../shared/x-length.ts';

describe('X counts', () => {
  test.each([
    ['plain words', 11],
    ['Grüße, señor', 12],
    ['日本語', 6],
    ['👩‍👩‍👧‍👦', 2],
    ['🇩🇪!', 3],
  ])('letters, and heavier ones twice: %s', (text, length) => expect(xLength(text)).toBe(length));

  test.each([
    ['https://example.com/a/very/long/address?that=counts&as=23', 23],
    ['https://example.com.', 24],
    ['(see https://example.com)', 29],
    ['example.com', 23],
    ['Example.COM/bread?x=1', 23],
    ['Read example.com, then bake.', 40],
    ['bücher.shop', 23],
    ['www.example.de', 23],
    ['example.de/brot', 23],
    ['a.example.co.uk and example.org', 51],
  ])('an address as 23: %s', (text, length) => expect(xLength(text)).toBe(length));

  test.each([
    'example.de',
    'e.g. this',
    'node.js',
    'anna@example.com',
    '@example.com',
    'an-_example.community',
    'file.tar.gz2',
    'one.two',
    'The end.Come in',
  ])('as words what it does not link: %s', (text) => expect(xLength(text)).toBe(text.length));
});
