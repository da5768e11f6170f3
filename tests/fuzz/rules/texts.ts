import fc from 'fast-check';
import { expect } from 'vitest';
import { blueskyFeaturesIn } from '../../../shared/posts/bluesky-features.ts';
import { parseHashtags } from '../../../shared/posts/composing.ts';
import { blueskyLength, graphemeLength, mastodonLength } from '../../../shared/posts/grapheme-length.ts';
import { graphemesIn } from '../../../shared/posts/graphemes.ts';
import { referenceKey, referencesIn, withoutPunctuation } from '../../../shared/posts/links-and-mentions.ts';
import { PLATFORM_LIMITS, type PostWords, versionFor } from '../../../shared/posts/platform-limits.ts';
import { PLATFORM_IDS } from '../../../shared/posts/platforms.ts';
import { postReasonsSchema, readReasons } from '../../../shared/posts/post-reasons.ts';
import { postTitle } from '../../../shared/posts/post-title.ts';
import { addressesIn, xLength } from '../../../shared/posts/x-length.ts';
import { parseUrl } from '../../../shared/web/parse-url.ts';
import { jsonSchemaOf, valuesOf } from '../json-schema.ts';
import { anyLength, anyText, orNull, rule, wellFormed } from './rule.ts';

export const platform = fc.constantFrom(...PLATFORM_IDS);

for (const count of [graphemeLength, blueskyLength, mastodonLength, xLength])
  rule(count, 'counts any text, more of two than of one, and never below zero', (lengthOf) =>
    fc.property(anyLength, fc.constantFrom('word', '👩‍👩‍👧‍👦', 'x'), (text, more) => {
      const length = lengthOf(text);
      expect(Number.isInteger(length) && length >= 0).toBe(true);
      expect(length).toBeLessThanOrEqual(Math.max(3 * text.length, 23 * addressesIn(text).length + 3 * text.length));
      expect(lengthOf(`${text}\n\n${more}`)).toBeGreaterThan(length);
    }),
  );

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
rule(graphemesIn, 'are those of the whole text, wherever it is cut to be read', (signs) =>
  fc.property(
    anyText,
    fc.constantFrom('🇩🇪', '👩‍👩‍👧‍👦', 'e\u0301', '\u0301', 'x', '\r\n'),
    fc.nat(600),
    (text, more, times) => {
      const long = text + more.repeat(times) + text;
      expect([...signs(long)]).toEqual([...segmenter.segment(long)].map(({ segment }) => segment));
    },
  ),
);

rule(addressesIn, 'stand in the text, one after the other', (addresses) =>
  fc.property(anyLength, (text) => {
    let before = 0;
    for (const { start, end } of addresses(text)) {
      expect(start).toBeGreaterThanOrEqual(before);
      expect(end).toBeGreaterThan(start);
      before = end;
    }
    expect(before).toBeLessThanOrEqual(text.length);
  }),
);

const words: fc.Arbitrary<PostWords> = fc.record({
  caption: wellFormed,
  hashtags: fc.array(fc.constantFrom('#a', '#b'), { maxLength: 12 }),
  alternatives: fc.dictionary(platform, fc.record({ caption: wellFormed, hashtags: fc.constant(['#own']) })),
  account_versions: fc.dictionary(
    fc.constantFrom('one', 'two'),
    fc.record({ caption: wellFormed, hashtags: fc.constant(['#account']) }),
  ),
});
rule(
  versionFor,
  'is the account’s, else the platform’s, else the main one with as many hashtags as are taken',
  (version) =>
    fc.property(platform, words, orNull(fc.constantFrom('one', 'three')), (on, of, accountId) => {
      const { hashtags } = version({ platform: on, accountId }, of);
      if (accountId === 'one' && of.account_versions.one) expect(hashtags).toEqual(['#account']);
      else if (of.alternatives[on]) expect(hashtags).toEqual(['#own']);
      else expect(hashtags).toEqual(of.hashtags.slice(0, PLATFORM_LIMITS[on].hashtags));
    }),
);
rule(blueskyFeaturesIn, 'stand in the text, one after the other', (features) =>
  fc.property(anyLength, (text) => {
    let before = 0;
    for (const { start, end, feature } of features(text)) {
      expect(start).toBeGreaterThanOrEqual(before);
      expect(end).toBeGreaterThan(start);
      if (feature.kind === 'link') expect(parseUrl(feature.uri)).not.toBeNull();
      before = end;
    }
    expect(before).toBeLessThanOrEqual(text.length);
  }),
);
rule(referencesIn, 'are each found once, with the link and the mention that were put in', (references) =>
  fc.property(anyLength, (text) => {
    const found = references(`${text}\n\nhttps://example.com/a @ada\n`);
    const keys = found.map(({ kind, shown }) => `${kind} ${referenceKey(shown)}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(expect.arrayContaining(['link example.com/a', 'mention @ada']));
  }),
);
rule(withoutPunctuation, 'leaves a part of the word that stays as it is', (without) =>
  fc.property(anyLength, (word) => {
    const left = without(word);
    expect(word).toContain(left);
    expect(without(`“(example.org),”`)).toBe('example.org');
    expect(without(left)).toBe(left);
  }),
);
rule(parseHashtags, 'finds each once, and the same again in what it made', (parse) =>
  fc.property(anyLength, (typed) => {
    const tags = parse(typed);
    for (const tag of tags) expect(tag).toMatch(/^#[^\s,;]+$/u);
    expect(new Set(tags.map((tag) => tag.toLowerCase())).size).toBe(tags.length);
    expect(parse(tags.join(' '))).toEqual(tags);
  }),
);
rule(postTitle, 'is a line of the caption', (title) =>
  fc.property(anyLength, (caption) => {
    const found = title(caption);
    expect(found).not.toContain('\n');
    expect(caption).toContain(found);
    if (caption.trim() !== '') expect(found).not.toBe('');
  }),
);
const reasons = valuesOf(jsonSchemaOf(postReasonsSchema), {}, () => [])
  .map((value) => ({
    ...(value as object),
    time: { ...(value as { time: object }).time, timezone: 'Europe/Berlin', at: '2031-01-01T08:00:00Z' },
  }))
  .map((value) => postReasonsSchema.safeParse(value).data)
  .filter((value) => value !== undefined);
rule(readReasons, 'reads what was written, and never throws', (read) =>
  fc.property(reasons, fc.anything(), (value, other) => {
    expect(read(JSON.parse(JSON.stringify(value)))).toEqual(value);
    expect(() => read(other)).not.toThrow();
  }),
);
