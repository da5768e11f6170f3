import { describe, expect, test } from 'vitest';
import { addressesIn, xLength } from '../../../shared/posts/x-length.ts';

describe('X counts', () => {
  test.each([
    ['plain words', 11],
    ['Grüße, señor', 12],
    ['Ame\u0301lie', 6],
    ['日本語', 6],
    ['빵과 소금', 9],
    ['𠮷野家', 6],
    ['Привет', 6],
    ['خبز طازج', 8],
    ['an em dash — and “quotes”…', 27],
    ['two\nlines', 9],
    ['', 0],
  ])('letters, and heavier ones twice: %s', (text, length) => expect(xLength(text)).toBe(length));

  test.each([
    ['🍞', 2],
    ['👩‍👩‍👧‍👦', 2],
    ['👩🏽‍🚒', 2],
    ['🇩🇪!', 3],
    ['❤️', 2],
    ['1️⃣ bread', 8],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2],
    ['©️', 2],
    ['© 2026', 6],
  ])('a picture as 2, however it is put together: %s', (text, length) => expect(xLength(text)).toBe(length));

  test.each([
    ['https://example.com/a/very/long/address?that=counts&as=23', 23],
    ['HTTPS://Example.COM/Index.html', 23],
    ['https://example.com:8080/login?x=1', 23],
    ['https://example.com.', 24],
    ['(see https://example.com)', 29],
    ['https://en.wikipedia.org/wiki/Bread_(food)', 23],
    ['(https://en.wikipedia.org/wiki/Bread_(food))', 25],
    ['https://example.com/рецепты', 23],
    ['https://пример.рф/путь', 23],
    ['https://example.com/playlist?list=PL0Z-', 23],
    ['example.com', 23],
    ['Example.COM/bread?x=1', 23],
    ['Read example.com, then bake.', 40],
    ['bücher.shop', 23],
    ['example.de', 23],
    ['t.co and x.com', 51],
    ['www.example.co.uk', 23],
    ['the recipe is at example.photography!', 41],
    ['xn--bcher-kva.example.xn--p1ai', 23],
    ['a.example.co.uk and example.org', 51],
    ['“example.com”', 25],
    ['🍞example.com🍞', 27],
    ['From https://a.com over https://b.com to c.com', 84],
  ])('an address as 23: %s', (text, length) => expect(xLength(text)).toBe(length));

  test.each([
    ['https://example.comのパン', 29],
    ['https://example.com/パン', 27],
    ['パンはexample.comで', 31],
  ])('what follows an address without a space: %s', (text, length) => expect(xLength(text)).toBe(length));

  test.each([
    ...['e.g. this', 'U.S.A.', 'node.js', 'version 1.2.3', 'anna@example.com', '@example.com', '$example.com'],
    ...['-example.com', 'an-_example.community', 'file.tar.gz2', 'one.two', 'wait...what', 'The end.Come in'],
    ...['ftp://example.com', 'http://localhost:3000/', 'http://www.-example.com/'],
  ])('as words what it does not link: %s', (text) => expect(xLength(text)).toBe(text.length));
});

test('a long text is counted in time', () => {
  const text = `${'Read example.com, then bake a loaf. '.repeat(100)}${'(a'.repeat(2000)}${'a.'.repeat(2000)}`;
  // Steps that grow with the text's cube would take longer than a test may.
  expect(xLength(text)).toBe(100 * 48 + 8000);
});

test('says where the addresses stand', () => {
  const text = 'Read (https://example.com/a). Or b.org!';
  expect(addressesIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(['https://example.com/a', 'b.org']);
});

test.each(['\u0301', 'é', '(/', 'https://a'])('looks at a text of nothing but %j once', (sign) => {
  // Steps that grow with the text's square would take minutes.
  expect(addressesIn(sign.repeat(200_000 / sign.length))).toEqual([]);
});

/** Facts of twitter-text's conformance tests (conformance/validate.yml, Apache License 2.0, copyright Twitter, Inc.). */
describe('X counts as twitter-text says', () => {
  const CHURCHILL =
    'A lie gets halfway around the world before the truth has a chance to get its pants on. Winston Churchill (1874-1965) http://bit.ly/dJpywL';

  test.each([
    ['This is a test.', 15],
    ['http://test.com', 23],
    ['https://test.com', 23],
    ['test.com', 23],
    ['Test https://test.com test https://test.com test.com test', 86],
  ])('%s has %i', (text, length) => expect(xLength(text)).toBe(length));

  test.each([
    ['words and a link', CHURCHILL, true],
    ['double byte signs', 'の'.repeat(140), true],
    ['pictures', '🐱'.repeat(140), true],
    ['one sign too many', `${CHURCHILL} ${CHURCHILL}`, false],
    ['one sign too many with a line break', `${CHURCHILL.replace('. ', '.\n')} ${CHURCHILL}`, false],
  ])('a post of %s', (_, text, isValid) => expect(xLength(text) <= 280).toBe(isValid));
});
