import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { readLogLine } from '../../server/diagnostics/log/log-lines.ts';
import { AppError } from '../../server/errors.ts';
import { readCookieFile } from '../../server/features/accounts/cookie-file.ts';
import { LANGUAGES } from '../../server/generation/writers/languages/language.ts';
import { piecesOf, splitSentences } from '../../server/generation/writers/text/split-sentences.ts';
import { OPERATION_GROUPS } from '../../server/openapi/groups.ts';
import { pathTo } from '../../shared/api/operation.ts';
import { blueskyFeaturesIn } from '../../shared/posts/bluesky-features.ts';
import { parseHashtags } from '../../shared/posts/composing.ts';
import { graphemesIn } from '../../shared/posts/graphemes.ts';
import { linksIn } from '../../shared/posts/link-card.ts';
import { referencesIn, withoutPunctuation } from '../../shared/posts/links-and-mentions.ts';
import { keptName, MEDIA_NAME_MAX, readTags, searchPatterns, tagFilter } from '../../shared/posts/media-library.ts';
import { readReasons } from '../../shared/posts/post-reasons.ts';
import { postTitle } from '../../shared/posts/post-title.ts';
import { nextFreeSlot, planSlots } from '../../shared/posts/scheduling.ts';
import { FUZZ_TIMEOUT_MS, runs } from './depth.ts';

/** Texts of people, and what only programs send. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        ...['word', ' ', '\n\n', 'https://example.com/a?b=c', 'example.org', '#tag', '@ada@example.com', '👩‍👩‍👧‍👦'],
        ...['e\u0301', '東京', 'مرحبا', '🇩🇪', '\u200d', '\ud800', '\0', '?', ':', '…', '.', '!', '{niche}', '$&'],
      ),
      { maxLength: 40 },
    )
    .map((pieces) => pieces.join('')),
);

/** Long texts of one sign: what takes the square of their length is not over in time. */
const longText = fc
  .tuple(
    fc.constantFrom(
      ...['a', ' ', '/', '#', '@', '.', '-', ':', '\n', '!', '(', '👩', '\u0301', 'a.', '@a', '東', ', '],
      ...['(a.a', '(http://['],
    ),
    fc.constantFrom('', '\0', 'x', '!', '\n'),
  )
  .map(([sign, end]) => sign.repeat(50_000 / sign.length) + end);
const anyLength = fc.oneof({ weight: 20, arbitrary: anyText }, { weight: 1, arbitrary: longText });

/** Tries a property of a rule with fifty inputs in `npm test`. */
function rule(says: string, property: fc.IRawProperty<unknown, false> | fc.IRawProperty<unknown, true>): void {
  it(says, async () => await fc.assert(property as fc.IRawProperty<unknown, boolean>, runs(50)), FUZZ_TIMEOUT_MS);
}

const READERS: Record<string, (text: string) => unknown> = {
  blueskyFeaturesIn,
  linksIn,
  parseHashtags,
  piecesOf,
  postTitle,
  readLogLine,
  readReasons,
  readTags,
  referencesIn,
  withoutPunctuation,
  splitSentences: (text) => LANGUAGES.map((language) => splitSentences(text, language)),
};
for (const [name, read] of Object.entries(READERS))
  rule(
    `${name} reads any text`,
    fc.property(anyLength, (text) => void read(text)),
  );

rule(
  'readCookieFile says that it cannot read a file, without a word of it',
  fc.property(anyLength, (file) => {
    try {
      readCookieFile(file);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: 'bad_input' });
    }
  }),
);
rule(
  'splitSentences leaves out no sign of a text, and piecesOf makes short pieces of it',
  fc.property(anyLength, fc.constantFrom(...LANGUAGES), (text, language) => {
    const bare = (some: string) => some.replace(/\s+/g, '');
    expect(bare(splitSentences(text, language).join(''))).toBe(bare(text));
    expect(bare(piecesOf(text).join(''))).toBe(bare(text));
    for (const one of piecesOf(text)) expect(one.length).toBeLessThan(5000);
  }),
);
rule(
  'keptName can be stored, has no folder, and is kept as it is',
  fc.property(anyLength, (fileName) => {
    const found = keptName(fileName);
    if (found === null) return;
    expect(found).not.toMatch(/[\p{Cc}\p{Surrogate}/\\]/u);
    expect([...found].length).toBeLessThanOrEqual(MEDIA_NAME_MAX);
    expect(keptName(found)).toBe(found);
  }),
);
rule(
  'tagFilter is an array of that one text to Postgres',
  fc.property(anyText, (tag) => {
    const literal = tagFilter(tag);
    expect(literal).toMatch(/^\{"(?:[^"\\]|\\["\\])*"\}$/s);
    expect(literal.slice(2, -2).replace(/\\(["\\])/g, '$1')).toBe(tag);
  }),
);
rule(
  'searchPatterns mean each of a few words literally',
  fc.property(anyLength, (typed) => {
    const all = searchPatterns(typed);
    expect(all.length).toBeLessThanOrEqual(8);
    for (const one of all) expect(one.slice(1, -1)).toMatch(/^(?:[^\\%_\s]|\\[\\%_])+$/);
  }),
);

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
rule(
  'graphemesIn are those of the whole text, wherever it is cut to be read',
  fc.property(
    anyText,
    fc.constantFrom('🇩🇪', '👩‍👩‍👧‍👦', 'e\u0301', '\u0301', 'x', '\r\n'),
    fc.nat(600),
    (text, more, times) => {
      const long = text + more.repeat(times) + text;
      expect([...graphemesIn(long)]).toEqual([...segmenter.segment(long)].map(({ segment }) => segment));
    },
  ),
);

const operations = OPERATION_GROUPS.flatMap((group) => Object.values(group.operations)).flatMap((operation) => {
  const [, parameter] = /:(\w+)/.exec(operation.route) ?? [];
  return parameter === undefined ? [] : { operation, parameter };
});
rule(
  'an address of the API keeps what it is given in one segment',
  fc.property(fc.constantFrom(...operations), anyText, ({ operation, parameter }, text) => {
    const name = text.replace(/\p{Surrogate}/gu, '\ufffd');
    // A path of nothing but dots leads to its parent, wherever it is written; nothing is called so.
    if (/^\.{0,2}$/.test(name)) return;
    const segmentsOf = (id: string) => {
      const params = { '*': 'a/b c', [parameter]: id };
      return new URL(pathTo(operation, { params } as object), 'http://agent').pathname.split('/');
    };
    const place = segmentsOf('here').indexOf('here');
    expect(decodeURIComponent(segmentsOf(name)[place] ?? '')).toBe(name);
    expect(segmentsOf(name).with(place, 'here')).toEqual(segmentsOf('here'));
  }),
);

const hour = fc.integer({ min: 0, max: 23 });
/** Zones whose clocks change, at odd hours and by odd amounts, and one that never does. */
const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe');
rule(
  'nextFreeSlot is one that planSlots would give, whatever is asked for',
  fc.asyncProperty(
    fc.integer({ min: Date.UTC(2024), max: Date.UTC(2040) }),
    fc.record({ timezone: zone, startHour: hour, endHour: hour }),
    fc.array(fc.integer({ min: -600, max: 6000 }), { maxLength: 80 }),
    async (ms, hours, minutes) => {
      const now = Temporal.Instant.fromEpochMilliseconds(ms);
      const taken = minutes.map((count) => now.add({ minutes: count }));
      const found = await nextFreeSlot(now, hours, async ({ start, end }) =>
        taken.filter((at) => Temporal.Instant.compare(at, start) >= 0 && Temporal.Instant.compare(at, end) < 0),
      );
      const [slot] = planSlots({ now, hours, count: 1, taken });
      expect(String(found)).toBe(String(slot?.time ?? null));
    },
  ),
);
