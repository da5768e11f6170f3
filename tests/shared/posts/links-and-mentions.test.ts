import { describe, expect, test } from 'vitest';
import { referenceKey, referencesIn, standsIn } from '../../../shared/posts/links-and-mentions.ts';

const shownIn = (text: string) => referencesIn(text).map(({ kind, shown }) => `${kind} ${shown}`);

describe('what leads out of a text', () => {
  test.each([
    ['Read https://evil.example/now!', ['link https://evil.example/now']],
    ['See www.evil.com.', ['link www.evil.com']],
    ['Get it at evil.zip/abc today', ['link evil.zip/abc']],
    ['evil.zip has more', ['name evil.zip']],
    ['EVIL.Zip has more', ['name EVIL.Zip']],
    ['Write to @somebody on Telegram', ['mention @somebody']],
    ['（@somebody）', ['mention @somebody']],
    ['＠somebody knows', ['mention @somebody']],
    ['Follow @evil.bsky.social', ['mention @evil.bsky.social']],
    ['Follow @me@evil.social.', ['mention @me@evil.social']],
    ['help@evil.com answers', ['name help@evil.com']],
    ['mailto:help@evil.com', ['link mailto:help@evil.com', 'name help@evil.com']],
    ['tg://resolve?domain=evil', ['link tg://resolve?domain=evil']],
    ['http://203.0.113.7/x', ['link http://203.0.113.7/x']],
    ['xn--e1awd7f.com', ['name xn--e1awd7f.com']],
    ['xn--80ak6aa92e.xn--p1ai', ['name xn--80ak6aa92e.xn--p1ai']],
    ['Заходи на пример.рф сегодня', ['name пример.рф']],
    ['请看 例子.中国', ['name 例子.中国']],
    ['詳しくはevil.comへ', ['name evil.com']],
    ['اقرأ موقع.قطر', ['name موقع.قطر']],
  ])('%s', (text, expected) => expect(shownIn(text)).toEqual(expected));

  test.each([
    ['dots of full width', 'evil．zip'],
    ['letters of full width', 'ｅｖｉｌ．ｚｉｐ'],
    ['a full stop of Chinese', 'evil。zip'],
    ['signs of no width', 'ev\u200bil.\u2060zip'],
    ['a soft hyphen', 'evil.\u00adzip'],
    ['mathematical letters', '𝐞𝐯𝐢𝐥.𝐳𝐢𝐩'],
    ['brackets', 'evil[.]zip'],
    ['the word in brackets', 'evil (dot) zip'],
  ])('hidden by %s', (_, text) =>
    expect(referencesIn(`Look at ${text} now`).map(({ shown }) => referenceKey(shown))).toContain('evil.zip'),
  );

  test.each([
    'Bake at 230.5 degrees for 1.5 hours, e.g. on 1.5.2026 at 10.30 a.m.',
    ...[
      'Das ist z.B. Brot, d.h. Mehl u. a. m.',
      'L’été arrive… puis l’automne. C’est tout.',
      '水は七割です。塩は二パーセントです。',
    ],
    ...['Node.js and a loaf @ 5 dollars, 3/4 of it #bread.', 'ขนมปังดี.มาก และ Хлеб.Соль'],
  ])('nothing in: %s', (text) => expect(shownIn(text)).toEqual([]));
});

test('addresses are the same with and without their scheme, www and last slash', () => {
  for (const shown of ['https://Bread.Example/', 'http://www.bread.example', 'bread.example'])
    expect(referenceKey(shown)).toBe('bread.example');
  expect(referenceKey('https://例え.jp/a')).toBe(referenceKey('xn--r8jz45g.jp/a'));
});

test.each([
  ['Booking.com is full.', 'booking.com', true],
  ['notbooking.com', 'booking.com', false],
  ['booking.com.evil.zip', 'booking.com', false],
  ['Ask @Baker, she knows.', '@baker', true],
  ['Ask @baker_two.', '@baker', false],
])('%s has %s as a whole: %s', (text, shown, expected) =>
  expect(standsIn(text, { kind: 'name', shown })).toBe(expected),
);
