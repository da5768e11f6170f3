import fc from 'fast-check';
import { expect } from 'vitest';
import { blueskyFeaturesIn } from '../../../shared/posts/bluesky-features.ts';
import { contentTypeOf, parseHashtags, refusalsOfSameText } from '../../../shared/posts/composing.ts';
import { blueskyLength, graphemeLength, mastodonLength } from '../../../shared/posts/grapheme-length.ts';
import { graphemesIn } from '../../../shared/posts/graphemes.ts';
import {
  mentionPattern,
  referenceKey,
  referencesIn,
  standsIn,
  withoutPunctuation,
} from '../../../shared/posts/links-and-mentions.ts';
import {
  checkMedia,
  checkText,
  joinCaption,
  PLATFORM_LIMITS,
  type PostWords,
  textFor,
  textLength,
  versionFor,
  videoOnly,
} from '../../../shared/posts/platform-limits.ts';
import { labelsOf, PLATFORM_IDS, platformLabel, platformOf, tableOf } from '../../../shared/posts/platforms.ts';
import { postTitle } from '../../../shared/posts/post-title.ts';
import { needsModel, recogniseStyle, TEMPLATE_STYLES } from '../../../shared/posts/template-style.ts';
import { chooseTemplate, fillNiche } from '../../../shared/posts/templates.ts';
import { splitThread, THREAD_PARTS_MAX } from '../../../shared/posts/thread.ts';
import { addressesIn, xLength } from '../../../shared/posts/x-length.ts';
import { anyText, instant, longText, orNull, rule, wellFormed } from './rule.ts';

export const platform = fc.constantFrom(...PLATFORM_IDS);
const anyLength = fc.oneof({ weight: 20, arbitrary: anyText }, { weight: 1, arbitrary: longText });
const bare = (text: string) => text.replace(/\s+/g, '');

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

rule(textLength, 'is the platform’s own count, and that of checkText', (lengthOf) =>
  fc.property(platform, anyText, (on, text) => {
    expect(checkText(on, text, []).length).toBe(lengthOf(text, on));
  }),
);

rule(checkText, 'finds too long exactly what is over the limit', (check) =>
  fc.property(platform, anyLength, fc.array(wellFormed, { maxLength: 10 }), (on, caption, hashtags) => {
    const found = check(on, caption, hashtags);
    expect(found.isTooLong).toBe(found.length > found.limit);
    expect(found.limit).toBe(PLATFORM_LIMITS[on].textLength);
    expect(found.hasTooManyHashtags).toBe(hashtags.length > PLATFORM_LIMITS[on].hashtags);
    if (!PLATFORM_LIMITS[on].titleLength) expect(found.hasBadTitle).toBe(false);
  }),
);

rule(splitThread, 'loses nothing, and keeps each part within the limit', (split) =>
  fc.property(anyLength, fc.integer({ min: 5, max: 300 }), (text, limit) => {
    const { parts, rest } = split(text, limit, graphemeLength);
    expect(bare(parts.join('') + rest)).toBe(bare(text));
    expect(parts.length).toBeLessThanOrEqual(THREAD_PARTS_MAX);
    for (const part of parts) expect(graphemeLength(part)).toBeLessThanOrEqual(limit);
  }),
);

rule(joinCaption, 'has both, with an empty line between', (join) =>
  fc.property(anyText, fc.array(anyText), (caption, hashtags) => {
    const text = join(caption, hashtags);
    expect(text.startsWith(caption) && text.endsWith(hashtags.join(' '))).toBe(true);
    if (caption === '') expect(text).toBe(hashtags.join(' '));
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
rule(textFor, 'is that version as one text', (text) =>
  fc.property(platform, words, (on, of) => {
    const { caption, hashtags } = versionFor({ platform: on, accountId: null }, of);
    expect(text({ platform: on, accountId: null }, of)).toBe(joinCaption(caption, hashtags));
  }),
);

const kinds = fc.array(fc.constantFrom('image' as const, 'video' as const), { maxLength: 25 });
rule(checkMedia, 'takes fewer of what it takes many of', (check) =>
  fc.property(platform, fc.integer({ min: 1, max: 25 }), kinds, (on, pictures, media) => {
    const isTaken = (count: number) =>
      check(
        on,
        Array.from({ length: count }, () => 'image' as const),
      ) === null;
    if (pictures > 1 && isTaken(pictures)) expect(isTaken(pictures - 1)).toBe(true);
    expect(check(on, ['video'])).toBeNull();
    if (!media.includes('video') && videoOnly([on]).length > 0) expect(check(on, media)).toBe('needs_video');
  }),
);
rule(videoOnly, 'are some of the platforms, in their order', (only) =>
  fc.property(fc.subarray([...PLATFORM_IDS]), (platforms) => {
    expect(platforms.filter((one) => only(platforms).includes(one))).toEqual(only(platforms));
  }),
);
rule(platformLabel, 'is a name', (label) =>
  fc.property(platform, (on) => {
    expect(label(on)).toMatch(/^\p{Lu}/u);
  }),
);

rule(platformOf, 'has the id that was asked for', (of) =>
  fc.property(platform, (on) => {
    expect(of(on).id).toBe(on);
  }),
);
rule(tableOf, 'has a row for each platform', (table) =>
  fc.property(platform, (on) => {
    expect(Object.keys(table(({ id }) => id))).toEqual(PLATFORM_IDS);
    expect(table(({ id }) => id)[on]).toBe(on);
  }),
);
rule(labelsOf, 'names those that are asked about, and no others', (labels) =>
  fc.property(fc.subarray([...PLATFORM_IDS]), (ids) => {
    const said = labels(({ id }) => ids.some((one) => one === id));
    expect(said.split(/, | and /).filter(Boolean)).toEqual(ids.map(platformLabel).sort());
  }),
);

rule(blueskyFeaturesIn, 'stand in the text, one after the other', (features) =>
  fc.property(anyLength, (text) => {
    let before = 0;
    for (const { start, end, feature } of features(text)) {
      expect(start).toBeGreaterThanOrEqual(before);
      expect(end).toBeGreaterThan(start);
      if (feature.kind === 'link') expect(URL.canParse(feature.uri)).toBe(true);
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
rule(referenceKey, 'is the same for every way of writing one address', (key) =>
  fc.property(fc.domain(), anyText, (domain, words) => {
    expect(new Set([`https://${domain}`, `http://www.${domain}/`, domain.toUpperCase()].map(key)).size).toBe(1);
    expect(() => key(words)).not.toThrow();
  }),
);
rule(standsIn, 'finds a name as a whole, and no part of one', (stands) =>
  fc.property(anyText, fc.constantFrom('@ada', 'example.org'), (text, shown) => {
    const reference = { kind: 'name' as const, shown };
    expect(stands(`${text} ${shown} `, reference)).toBe(true);
    expect(stands(`${shown}x`, reference)).toBe(false);
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
rule(mentionPattern, 'finds a name of that platform', (pattern) =>
  fc.property(platform, (on) => {
    const name = on === 'bluesky' ? '@ada.example.org' : '@ada';
    expect(new RegExp(pattern(on), 'iu').exec(`By ${name}, today`)?.[0]).toBe(name);
  }),
);

rule(contentTypeOf, 'says what there is to see', (typeOf) =>
  fc.property(kinds, (media) => {
    const type = typeOf(media.map((kind) => ({ kind })));
    expect(type === 'text').toBe(media.length === 0);
    if (media.length > 0 && !media.includes('video')) expect(type).toBe(media.length > 1 ? 'carousel' : 'image');
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
rule(refusalsOfSameText, 'are sentences about those platforms alone', (refusals) =>
  fc.property(fc.subarray([...PLATFORM_IDS]), (platforms) => {
    const said = refusals(platforms);
    for (const one of said) expect(platforms.some((on) => one.startsWith(platformLabel(on)))).toBe(true);
    expect(refusals([])).toEqual([]);
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

const template = fc.record({ name: anyLength, prompt: anyLength });
rule(recogniseStyle, 'is one of the styles, by the name before the prompt', (style) =>
  fc.property(template, fc.constantFrom('Quote', 'Tips', 'How to'), (one, named) => {
    expect([...TEMPLATE_STYLES, 'general']).toContain(style(one));
    expect(style({ name: named, prompt: one.prompt })).toBe(style({ name: named, prompt: '' }));
  }),
);
rule(needsModel, 'holds for all that names no style', (needs) =>
  fc.property(template, (one) => {
    if (recogniseStyle(one) === 'general') expect(needs(one)).toBe(true);
  }),
);
rule(fillNiche, 'puts it in as it is, whatever it holds', (fill) =>
  fc.property(anyText, anyText, (text, niche) => {
    expect(fill(text, niche)).toBe(text.split('{niche}').join(niche));
  }),
);
const stored = fc.record({
  id: fc.uuid(),
  name: wellFormed,
  prompt_template: wellFormed,
  is_active: fc.boolean(),
  day_of_week: orNull(fc.integer({ min: 0, max: 6 })),
  last_used_at: orNull(instant.map((at) => at.toISOString())),
  created_at: instant.map((at) => at.toISOString()),
});
rule(chooseTemplate, 'is the same whatever the order, active, and unused as long as any of its kind', (choose) =>
  fc.property(
    fc.uniqueArray(stored, { selector: ({ id }) => id }),
    fc.boolean(),
    fc.integer({ min: 0, max: 6 }),
    (all, rotation, weekday) => {
      const { template: chosen, reason } = choose(all, { rotation, weekday });
      expect(choose([...all].reverse(), { rotation, weekday }).template).toEqual(chosen);
      const own = all.find(({ id }) => id === chosen.id);
      expect(own === undefined).toBe(reason.choice === 'built_in');
      if (own) expect([own.is_active, own.day_of_week]).toEqual([true, reason.choice === 'weekday' ? weekday : null]);
    },
  ),
);
