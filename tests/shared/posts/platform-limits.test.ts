import { readdirSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import type { PlatformDescriptor } from '../../../shared/platforms/descriptor.ts';
import { blueskyLength, graphemeLength, mastodonLength } from '../../../shared/posts/grapheme-length.ts';
import { referenceKey, referencesIn, standsIn } from '../../../shared/posts/links-and-mentions.ts';
import { checkMedia, checkText, joinCaption, textFor, textLength } from '../../../shared/posts/platform-limits.ts';
import { PLATFORM_IDS, PLATFORMS } from '../../../shared/posts/platforms.ts';
import { addressesIn, xLength } from '../../../shared/posts/x-length.ts';

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
    ['instagram', ['image', 'video', 'video']],
    ['facebook', []],
    ['bluesky', pictures(4)],
  ] as const)('%s takes %j', (platform, kinds) => expect(checkMedia(platform, kinds)).toBeNull());

  test.each([
    ['instagram', [], 'needs_media'],
    ['tiktok', pictures(1), 'needs_video'],
    ['twitter', pictures(5), 'too_many'],
    ['twitter', ['image', 'video'], 'video_among_others'],
  ] as const)('%s refuses %j: %s', (platform, kinds, problem) => expect(checkMedia(platform, kinds)).toBe(problem));
});

const FAMILY = '👩‍👩‍👧‍👦';

test.each([
  ['', 0],
  ['a\r\nb', 3],
  ['Cafe\u0301', 4],
  [`${FAMILY}🇫🇷👍🏽`, 3],
])('%j has %i signs', (text, length) => {
  expect(graphemeLength(text)).toBe(length);
  expect(blueskyLength(text)).toBe(length);
  expect(mastodonLength(text)).toBe(length);
});

describe('Bluesky', () => {
  test('takes 3000 bytes and no more, however few signs they are', () => {
    const most = FAMILY.repeat(120);
    expect(new TextEncoder().encode(most)).toHaveLength(3000);
    expect([blueskyLength(most), blueskyLength(`${most}x`)]).toEqual([120, 301]);
  });
});

describe('Mastodon', () => {
  test.each([
    ['https://example.com/a/very/long/path?with=a&query#and-more', 23],
    ['Read http://a.co, please', 5 + 23 + 8],
    ['@ada@mastodon.example', 4],
    ['Ask @ada.l@mastodon.example.', 4 + 6 + 1],
    ['ada@mastodon.example', 20],
  ])('counts %j as %i', (text, length) => expect(mastodonLength(text)).toBe(length));

  test.each(['@a.'.repeat(50_000), `@a@${'a.'.repeat(50_000)}`, 'https://'.repeat(20_000)])(
    'is quick with what looks like a name or a link without end',
    (text) => {
      // A search in quadratic time would exceed the test's timeout.
      expect(mastodonLength(text)).toBeGreaterThan(0);
    },
  );
});

test('a text of any length is counted in proportion to it', () => {
  expect(graphemeLength('👩x'.repeat(20_000))).toBe(40_000);
  expect(mastodonLength(`${'é\u0301'.repeat(20_000)}\0`)).toBe(20_001);
});

describe('X counts', () => {
  test.each([
    ['Ame\u0301lie', 6],
    ['日本語', 6],
    ['𠮷野家', 6],
    ['an em dash — and “quotes”…', 27],
    ['', 0],
  ])('letters, and heavier ones twice: %s', (text, length) => expect(xLength(text)).toBe(length));

  test.each([
    ['🍞', 2],
    ['👩‍👩‍👧‍👦', 2],
    ['❤️', 2],
    ['© 2026', 6],
  ])('a picture as 2, however it is put together: %s', (text, length) => expect(xLength(text)).toBe(length));

  test.each([
    ['https://example.com/a/very/long/address?that=counts&as=23', 23],
    ['(see https://example.com)', 29],
    ['(https://en.wikipedia.org/wiki/Bread_(food))', 25],
    ['https://пример.рф/путь', 23],
    ['example.com', 23],
    ['Read example.com, then bake.', 40],
    ['bücher.shop', 23],
    ['t.co and x.com', 51],
    ['xn--bcher-kva.example.xn--p1ai', 23],
    ['“example.com”', 25],
  ])('an address as 23: %s', (text, length) => expect(xLength(text)).toBe(length));

  test.each([
    ['https://example.comのパン', 29],
    ['https://example.com/パン', 27],
  ])('what follows an address without a space: %s', (text, length) => expect(xLength(text)).toBe(length));

  test.each([
    ...['e.g. this', 'U.S.A.', 'node.js', 'version 1.2.3', 'anna@example.com', '@example.com', '$example.com'],
    ...['-example.com', 'an-_example.community', 'file.tar.gz2', 'one.two', 'wait...what', 'The end.Come in'],
    ...['ftp://example.com', 'http://localhost:3000/', 'http://www.-example.com/'],
  ])('as words what it does not link: %s', (text) => expect(xLength(text)).toBe(text.length));
});

test('says where the addresses stand', () => {
  const text = 'Read (https://example.com/a). Or b.org!';
  expect(addressesIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(['https://example.com/a', 'b.org']);
});

test.each(['\u0301', 'é', '(/', 'https://a'])('looks at a text of nothing but %j once', (sign) => {
  // Quadratic time would exceed the test's timeout.
  expect(addressesIn(sign.repeat(60_000 / sign.length))).toEqual([]);
});

const shownIn = (text: string) => referencesIn(text).map(({ kind, shown }) => `${kind} ${shown}`);

describe('what leads out of a text', () => {
  test.each([
    ['Read https://evil.example/now!', ['link https://evil.example/now']],
    ['Get it at evil.zip/abc today', ['link evil.zip/abc']],
    ['evil.zip has more', ['name evil.zip']],
    ['Write to @somebody on Telegram', ['mention @somebody']],
    ['＠somebody knows', ['mention @somebody']],
    ['Follow @evil.bsky.social', ['mention @evil.bsky.social']],
    ['help@evil.com answers', ['name help@evil.com']],
    ['mailto:help@evil.com', ['link mailto:help@evil.com', 'name help@evil.com']],
    ['tg://resolve?domain=evil', ['link tg://resolve?domain=evil']],
    ['xn--e1awd7f.com', ['name xn--e1awd7f.com']],
    ['Заходи на пример.рф сегодня', ['name пример.рф']],
    ['詳しくはevil.comへ', ['name evil.com']],
  ])('%s', (text, expected) => expect(shownIn(text)).toEqual(expected));

  test.each([
    ['dots of full width', 'evil．zip'],
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
  ['booking.com.evil.zip', 'booking.com', false],
  ['Ask @Baker, she knows.', '@baker', true],
])('%s has %s as a whole: %s', (text, shown, expected) =>
  expect(standsIn(text, { kind: 'name', shown })).toBe(expected),
);

const ROOMS = new URL('../../../shared/platforms/', import.meta.url);

/** Fields that are not in the guide: if a login has several accounts or pages, the user chooses one afterwards. */
const CHOSEN_NEXT = ['page'];

it('every room of shared/platforms is in the list, once', () => {
  const rooms = readdirSync(ROOMS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(new Set(PLATFORM_IDS).size).toBe(PLATFORM_IDS.length);
  expect(PLATFORMS).toHaveLength(rooms.length);
});

it('no name means two platforms', () => {
  const names = PLATFORMS.flatMap(({ id, alsoCalled }) => [id, ...alsoCalled]);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

describe.each(PLATFORMS.map((platform): [string, PlatformDescriptor] => [platform.label, platform]))(
  '%s',
  (_, platform) => {
    it('asks in its guide for what its schemas take', async () => {
      const { guide } = await platform.guide();
      for (const { kind, fields } of guide.ways) {
        const taken = Object.entries((kind === 'entry' ? platform.entry : platform.signIn)?.shape ?? {});
        expect(taken.map(([name]) => name)).toEqual(
          expect.arrayContaining(['platform', ...fields.map(({ name }) => name)]),
        );
        const asked = guide.ways
          .filter((way) => way.kind === kind)
          .map((way) => way.fields.filter(({ isOptional, options }) => !isOptional && !options))
          .map((required) => required.map(({ name }) => name));
        // One schema serves all ways of a kind, and requires only the fields that all of them require.
        const [first = [], ...others] = asked;
        const byAll = first.filter((name) => others.every((names) => names.includes(name)));
        const needed = taken.flatMap(([name, schema]) => (schema.safeParse(undefined).success ? [] : name));
        expect(byAll.sort()).toEqual(needed.filter((name) => name !== 'platform').sort());
      }
      const kinds = new Set(guide.ways.map(({ kind }) => kind));
      expect([kinds.has('entry'), kinds.has('sign-in')]).toEqual([!!platform.entry, !!platform.signIn]);
      const fields = guide.ways.flatMap((way) => way.fields.map(({ name }) => name));
      const known = [platform.entry, platform.signIn].flatMap((schema) => Object.keys(schema?.shape ?? {}));
      expect(known.filter((name) => ![...fields, ...CHOSEN_NEXT, 'platform'].includes(name))).toEqual([]);
    });

    it('has everything in its guide that is pasted elsewhere, to be copied', async () => {
      const { guide } = await platform.guide();
      for (const { steps } of guide.ways) {
        let read = '';
        for (const { text, copy = [] } of steps) {
          read += text;
          for (const value of copy) expect(read).toContain(value);
          expect(copy).toEqual(expect.arrayContaining(text.match(/http:\S+/g) ?? []));
        }
      }
    });

    it('has a mark that lies within its square', () => {
      const { lines = [], filled = [] } = platform.look.mark;
      expect(lines.length + filled.length).toBeGreaterThan(0);
      for (const path of [...lines, ...filled]) expect(path).toMatch(/^[Mm][\d.]+[ ][\d.]+[a-zA-Z\d. -]*$/);
    });
  },
);
