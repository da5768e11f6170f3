import fc from 'fast-check';
import { expect } from 'vitest';
import { entryOf } from '../../../shared/platforms/ways.ts';
import { cardPlan, linksIn } from '../../../shared/posts/link-card.ts';
import { PLATFORM_LIMITS, textLength } from '../../../shared/posts/platform-limits.ts';
import { PLATFORMS } from '../../../shared/posts/platforms.ts';
import { type FittedItem, fitNote, withFit } from '../../../shared/publishing/picture-fit.ts';
import { partsOf, sendsFirstComment, threadOf } from '../../../shared/publishing/post-parts.ts';
import { brokenQuotas, type Quota, quotaUse } from '../../../shared/publishing/quota.ts';
import { anyLength, anyText, instant, longText, orNull, rule, wellFormed } from './rule.ts';
import { platform } from './texts.ts';

const SENTENCE = /^\S.*[.!?]$/s;
const stamp = instant.map((at) => at.toISOString());
const size = fc.nat(2_000_000_000);
const limits = fc.record(
  { textLength: fc.integer({ min: 20, max: 5000 }), videoBytes: size, videoSeconds: fc.integer({ min: 1, max: 4000 }) },
  { requiredKeys: [] },
);

const quota: fc.Arbitrary<Quota> = fc.record({
  of: fc.constantFrom('posts' as const, 'files' as const, 'videos' as const, 'videoBytes' as const, 'mills' as const),
  left: fc.integer({ min: -5, max: 1000 }),
  until: orNull(stamp),
  words: orNull(wellFormed.map((text) => text.trim()).filter(Boolean)),
});

const files = fc.array(fc.record({ kind: fc.constantFrom('image' as const, 'video' as const), size }), {
  maxLength: 6,
});
rule(brokenQuotas, 'are some of them, and none once their time has come', (broken) =>
  fc.property(fc.array(quota), files, stamp, (quotas, all, at) => {
    const found = broken(quotas, quotaUse(1, all), at);
    for (const one of found) expect(one.until === null || Date.parse(at) < Date.parse(one.until)).toBe(true);
    expect(quotas.filter((one) => found.includes(one))).toEqual(found);
  }),
);
const pixels = fc.integer({ min: 1, max: 10_000 });
const pictureSize = fc.record({ width: pixels, height: pixels });
const fit = fc.option(fc.constantFrom('crop' as const, 'pad' as const), { nil: undefined });
const fitted: fc.Arbitrary<FittedItem[]> = fc.array(
  fc.record({ kind: fc.constantFrom('image' as const, 'video' as const), size: orNull(pictureSize), fit }),
  { maxLength: 6 },
);
rule(fitNote, 'is about pictures of which nothing was chosen, and none is left once it is', (note) =>
  fc.property(platform, fitted, (on, items) => {
    const said = note(on, items);
    if (said === null) return;
    expect(said.text).toMatch(SENTENCE);
    for (const place of said.places) expect(items[place]).toMatchObject({ kind: 'image', fit: undefined });
    expect(note(on, withFit(items, 'pad'))).toBeNull();
  }),
);
const guides = await Promise.all(PLATFORMS.map(({ guide }) => guide()));
const way = fc.constantFrom(...guides.flatMap(({ guide }) => guide.ways));
const entered = fc.dictionary(
  fc.oneof(fc.constantFrom('handle', 'token', 'password', 'server'), fc.string()),
  fc.option(anyText, { nil: undefined }),
);
rule(entryOf, 'has only fields of that way, trimmed and not empty, and stays as it is', (entry) =>
  fc.property(way, entered, (one, values) => {
    const made = entry(one, values);
    for (const [name, value] of Object.entries(made)) {
      expect(one.fields.map((field) => field.name)).toContain(name);
      expect([value, value.trim()]).toEqual([value.trim(), value]);
      expect(value).not.toBe('');
    }
    expect(entry(one, made)).toEqual(made);
  }),
);
const link = fc.constantFrom('https://example.com/a', 'example.org/b', 'https://example.net');
const linked = fc.array(fc.oneof(link, wellFormed), { maxLength: 6 }).map((words) => words.join(' '));
const chosen = fc.record({
  url: fc.constantFrom('https://example.com/a', 'https://example.org/b'),
  title: fc.constant('Bread'),
  description: wellFormed,
  image: fc.constant(null),
});
rule(linksIn, 'are addresses of the web, as they stand in the text', (links) =>
  fc.property(fc.oneof(linked, longText), (text) => {
    for (const uri of links(text)) {
      expect(new URL(uri).protocol).toMatch(/^https?:$/);
      expect(text).toContain(uri.replace('https://', ''));
    }
  }),
);
rule(cardPlan, 'is of a link of the text, or what the person chose for it', (plan) =>
  fc.property(orNull(fc.oneof(chosen, fc.constant({ off: true as const }))), linked, (card, text) => {
    const links = linksIn(text);
    const made = plan(card, text);
    if (card && 'off' in card) expect(made.kind).toBe('none');
    else if (made.kind === 'read') expect(made.url).toBe(links[0]);
    else if (made.kind === 'chosen')
      expect([made.card, links.length === 0 || links.includes(made.card.url)]).toEqual([card, true]);
    else expect([card, links]).toEqual([null, []]);
  }),
);
rule(partsOf, 'has the whole text, and no empty comment', (parts) =>
  fc.property(platform, wellFormed, fc.constantFrom('', ' ', 'More.'), (on, text, firstComment) => {
    const all = parts(on, { text, firstComment }, {});
    const comments = firstComment.trim() !== '' && sendsFirstComment(on) ? ['More.'] : [];
    expect(all.slice(all.length - comments.length)).toEqual(comments);
    expect(all.join('').replace(/\s/g, '')).toBe((text + comments.join('')).replace(/\s/g, ''));
  }),
);
rule(threadOf, 'keeps each part within the limit of the account', (thread) =>
  fc.property(
    fc.constantFrom('bluesky' as const, 'mastodon' as const, 'twitter' as const),
    anyLength,
    limits,
    (on, text, own) => {
      const most = own.textLength ?? PLATFORM_LIMITS[on].textLength;
      for (const part of thread(text, on, own).parts)
        expect(textLength(part, on)).toBeLessThanOrEqual(Math.max(most, 23));
    },
  ),
);
