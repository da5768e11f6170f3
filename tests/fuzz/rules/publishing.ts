import fc from 'fast-check';
import { expect } from 'vitest';
import { hasLogin } from '../../../shared/accounts/account-session.ts';
import { entryOf, missingFields } from '../../../shared/platforms/ways.ts';
import { graphemeLength } from '../../../shared/posts/grapheme-length.ts';
import { cardPlan, linksIn } from '../../../shared/posts/link-card.ts';
import { MEDIA_LIMITS, PLATFORM_LIMITS, textLength } from '../../../shared/posts/platform-limits.ts';
import { PLATFORMS, platformOf } from '../../../shared/posts/platforms.ts';
import { noCommentSchema } from '../../../shared/publishing/channel.ts';
import { inMegapixels, isReel, videoTroubles } from '../../../shared/publishing/check-video.ts';
import { canBeDocument, documentTitle, goesAsDocument } from '../../../shared/publishing/document.ts';
import {
  type FittedItem,
  fitNote,
  fittedItems,
  frameOf,
  heldWithin,
  isChanged,
  shapedSize,
  shapesOf,
  withFit,
} from '../../../shared/publishing/picture-fit.ts';
import { isCentral, platformApi, platformApiSettingsSchema } from '../../../shared/publishing/platform-apis.ts';
import {
  canThread,
  firstCommentLimit,
  noCommentText,
  partsOf,
  sendsFirstComment,
  threadOf,
} from '../../../shared/publishing/post-parts.ts';
import {
  altLengthOf,
  altLimitOf,
  type CheckedPost,
  checkPost,
  quotaUseOf,
} from '../../../shared/publishing/preflight.ts';
import { inMegabytes } from '../../../shared/publishing/quota.ts';
import { quota } from './prices.ts';
import { anyText, instant, longText, orNull, rule, wellFormed } from './rule.ts';
import { platform } from './texts.ts';

const anyLength = fc.oneof({ weight: 20, arbitrary: anyText }, { weight: 1, arbitrary: longText });
const SENTENCE = /^\S.*[.!?]$/s;
const stamp = instant.map((at) => at.toISOString());
const size = fc.nat(2_000_000_000);
const limits = fc.record(
  { textLength: fc.integer({ min: 20, max: 5000 }), videoBytes: size, videoSeconds: fc.integer({ min: 1, max: 4000 }) },
  { requiredKeys: [] },
);
const video = fc.record({
  size,
  width: fc.integer({ min: 1, max: 8000 }),
  height: fc.integer({ min: 1, max: 8000 }),
  seconds: orNull(fc.double({ min: 0, max: 10_000, noNaN: true })),
  frameRate: orNull(fc.double({ min: 0, max: 240, noNaN: true })),
});

rule(videoTroubles, 'are sentences, and fewer for a smaller video', (troubles) =>
  fc.property(platform, video, orNull(limits), (on, shape, own) => {
    const found = troubles(on, shape, own);
    for (const { text } of found) expect(text).toMatch(SENTENCE);
    const isSizeNamed = (all: typeof found) => all.some(({ text }) => / MB; /.test(text));
    if (!isSizeNamed(found))
      expect(isSizeNamed(troubles(on, { ...shape, size: Math.floor(shape.size / 2) }, own))).toBe(false);
  }),
);
rule(isReel, 'are upright, and none once turned on its side', (reel) =>
  fc.property(platform, video, (on, shape) => {
    if (!reel(on, shape)) return;
    expect(shape.height).toBeGreaterThan(shape.width);
    expect(reel(on, { ...shape, width: shape.height, height: shape.width })).toBe(false);
  }),
);
rule(inMegapixels, 'is a number with its unit', (words) =>
  fc.property(fc.nat(100_000_000), (pixels) => {
    expect(words(pixels)).toMatch(/^[\d,]+(\.\d)? megapixels$/);
  }),
);
rule(inMegabytes, 'is a number with its unit', (words) =>
  fc.property(size, (bytes) => {
    expect(words(bytes)).toMatch(/^[\d,]+(\.\d)? MB$/);
  }),
);

const pixels = fc.integer({ min: 1, max: 10_000 });
const pictureSize = fc.record({ width: pixels, height: pixels });
const fit = fc.option(fc.constantFrom('crop' as const, 'pad' as const), { nil: undefined });
const fitted: fc.Arbitrary<FittedItem[]> = fc.array(
  fc.record({ kind: fc.constantFrom('image' as const, 'video' as const), size: orNull(pictureSize), fit }),
  { maxLength: 6 },
);
const aspects = { min: 4 / 5, max: 1.91 };
rule(shapesOf, 'are within the limits of the platform, for pictures of a known size alone', (shapes) =>
  fc.property(platform, fitted, (on, items) => {
    const found = shapes(on, items);
    expect(found).toHaveLength(items.length);
    for (const [place, shape] of found.entries()) {
      if (shape === null) continue;
      expect([items[place]?.kind, items[place]?.size === null]).toEqual(['image', false]);
      expect(shape.ratio).toBeGreaterThanOrEqual(shape.min);
      expect(shape.ratio).toBeLessThanOrEqual(shape.max);
    }
  }),
);
rule(isChanged, 'holds for all that would be refused', (changed) =>
  fc.property(fitted, (items) => {
    for (const shape of shapesOf('instagram', items)) {
      if (shape === null) expect(changed(shape)).toBe(false);
      else if (!shape.follows || shape.how === 'pad') expect(changed(shape)).toBe(true);
    }
  }),
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
rule(withFit, 'changes one picture, or all of them, and no video', (chosen) =>
  fc.property(fitted, orNull(fc.nat(5)), (items, place) => {
    for (const [at, item] of chosen(items, 'pad', place).entries())
      expect(item).toEqual(
        items[at]?.kind === 'image' && (place === null || place === at) ? { ...items[at], fit: 'pad' } : items[at],
      );
  }),
);
rule(fittedItems, 'have a size where both sides are known', (items) =>
  fc.property(orNull(pixels), orNull(pixels), fit, (width, height, how) => {
    const stored = { kind: 'image' as const, width: width ?? undefined, height: height ?? undefined, fit: how };
    expect(items([stored])).toEqual([
      { kind: 'image', fit: how, size: width !== null && height !== null ? { width, height } : null },
    ]);
  }),
);
rule(frameOf, 'is a shape that the platform takes', (frame) =>
  fc.property(platform, fitted, (on, items) => {
    const { aspect } = MEDIA_LIMITS[on];
    const found = frame(on, items);
    expect(found === null).toBe(!aspect || !items[0]?.size);
    if (!aspect || found === null) return;
    expect(found).toBeGreaterThanOrEqual(aspect.min);
    expect(found).toBeLessThanOrEqual(aspect.max);
  }),
);
rule(shapedSize, 'is cut out of the picture, or has room for all of it', (shaped) =>
  fc.property(pictureSize, fc.constantFrom('crop' as const, 'pad' as const), (picture, how) => {
    const ratio = Math.min(Math.max(picture.width / picture.height, aspects.min), aspects.max);
    const made = shaped(picture, { ...aspects, ratio, how });
    const [small, large] = how === 'crop' ? [made, picture] : [picture, made];
    // A picture of a few pixels has no part of the exact shape.
    if (Math.min(picture.width, picture.height) < 10) return;
    expect(small.width).toBeLessThanOrEqual(large.width);
    expect(small.height).toBeLessThanOrEqual(large.height);
    expect(made.width / made.height).toBeGreaterThanOrEqual(aspects.min);
    expect(made.width / made.height).toBeLessThanOrEqual(aspects.max);
  }),
);
rule(heldWithin, 'is no larger, within the limits, and stays as it is', (held) =>
  fc.property(pictureSize, (picture) => {
    const found = held(picture, aspects);
    expect(found.width).toBeLessThanOrEqual(picture.width);
    expect(found.height).toBeLessThanOrEqual(picture.height);
    expect(held(found, aspects)).toEqual(found);
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
rule(missingFields, 'are none once all are filled in', (missing) =>
  fc.property(way, entered, (one, values) => {
    const names = missing(one, entryOf(one, values)).map(({ name }) => name);
    const filled = { ...entryOf(one, values), ...Object.fromEntries(names.map((name) => [name, 'x'])) };
    expect(missing(one, filled)).toEqual([]);
  }),
);

const media = fc.array(
  fc.record({ kind: fc.constantFrom('image' as const, 'video' as const), card: fc.constant(undefined) }),
  { maxLength: 6 },
);
rule(canBeDocument, 'takes several pictures and nothing else', (can) =>
  fc.property(media, (all) => {
    expect(can(all)).toBe(all.length > 1 && !all.some(({ kind }) => kind === 'video'));
  }),
);
rule(goesAsDocument, 'never where pictures cannot, nor where the person said no', (goes) =>
  fc.property(platform, media, orNull(fc.boolean()), (on, all, as_document) => {
    if (!goes(on, { as_document, media: all })) return;
    expect([on, canBeDocument(all), as_document !== false]).toEqual(['linkedin', true, true]);
  }),
);
rule(documentTitle, 'is one short line, and its own title', (title) =>
  fc.property(anyLength, (text) => {
    const made = title('linkedin', text);
    expect(made).not.toMatch(/\n|^\s*$/);
    expect([...made].length).toBeLessThanOrEqual(58);
    expect(title('linkedin', made)).toBe(made);
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

rule(isCentral, 'are exactly those with an API of their own', (central) =>
  fc.property(platform, (on) => {
    expect(central(on)).toBe(platformOf(on).api !== undefined);
  }),
);
rule(platformApi, 'is as it was but for what is set', (api) =>
  fc.property(
    fc.constantFrom('twitter' as const, 'linkedin' as const),
    fc.constantFrom('v9', '12.1'),
    (on, version) => {
      expect(api(on, platformApiSettingsSchema.parse({ [on]: { version } }))).toEqual({
        ...platformOf(on).api,
        version,
      });
      expect(api(on, {})).toEqual(platformOf(on).api);
    },
  ),
);

rule(canThread, 'goes with sending the first comment', (can) =>
  fc.property(platform, (on) => {
    if (can(on)) expect(sendsFirstComment(on)).toBe(true);
  }),
);
rule(sendsFirstComment, 'says whether a comment is a part of its own', (sends) =>
  fc.property(platform, (on) => {
    const parts = partsOf(on, { text: 'Bread.', firstComment: 'More.' }, {});
    expect(parts).toEqual(sends(on) ? ['Bread.', 'More.'] : ['Bread.']);
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
rule(firstCommentLimit, 'is what the account says where comments are replies', (limit) =>
  fc.property(platform, limits, (on, own) => {
    expect(limit(on, own)).toBe((canThread(on) ? own.textLength : undefined) ?? PLATFORM_LIMITS[on].commentLength);
  }),
);

rule(noCommentText, 'is a sentence where the account takes no comment, and nothing else', (text) =>
  fc.property(platform, fc.option(fc.constantFrom(...noCommentSchema.options), { nil: undefined }), (on, noComment) => {
    const said = text(on, { noComment });
    if (noComment === undefined) expect(said).toBeNull();
    if (said !== null) expect(said).toMatch(SENTENCE);
  }),
);

const checked = fc.record({
  kind: fc.constant('image' as const),
  alt: anyText,
  facts: orNull(
    fc.record({
      kind: fc.constant('image' as const),
      mimeType: fc.constantFrom('image/png', 'image/gif', 'image/jpeg'),
      size,
      width: fc.integer({ min: 1, max: 9000 }),
      height: fc.integer({ min: 1, max: 9000 }),
    }),
  ),
  trouble: fc.constant('It cannot be read.'),
});
const post: fc.Arbitrary<CheckedPost> = fc.record({
  platform,
  accountId: orNull(fc.uuid()),
  text: anyLength,
  firstComment: anyText,
  media: fc.array(checked, { maxLength: 12 }),
  isDocument: fc.boolean(),
  scheduledTime: stamp,
  channel: orNull(
    fc.record({
      state: fc.constantFrom('ready' as const, 'reconnect' as const),
      expiresAt: orNull(stamp),
      limits,
      quotas: fc.array(quota, { maxLength: 3 }),
    }),
  ),
});
rule(checkPost, 'finds sentences about that platform and its own media, the same each time', (check) =>
  fc.property(post, (one) => {
    const found = check(one);
    for (const { text, platform: on, media: place } of found) {
      expect(text).toMatch(SENTENCE);
      expect(on).toBe(one.platform);
      if (place !== null) expect(place).toBeLessThan(one.media.length);
    }
    expect(check(one)).toEqual(found);
    if (one.channel?.state === 'reconnect') expect(found.some(({ mend }) => mend === 'reconnect')).toBe(true);
  }),
);
rule(quotaUseOf, 'counts no part twice', (use) =>
  fc.property(post, ({ platform: on, text, firstComment, media: all }) => {
    const used = use(on, { text, firstComment }, all, {});
    expect(used.posts).toBe(partsOf(on, { text, firstComment }, {}).length);
    expect(used.files).toBeLessThanOrEqual(all.length);
  }),
);
rule(altLengthOf, 'counts code points', (length) =>
  fc.property(anyText, fc.constantFrom('👩', 'x'), (alt, more) => {
    expect(length(alt + more)).toBeGreaterThan(length(alt) - 1);
    expect(length(alt)).toBeGreaterThanOrEqual(graphemeLength(alt));
  }),
);
rule(altLimitOf, 'is the account’s own, or a whole number', (limit) =>
  fc.property(platform, limits, (on, own) => {
    const most = limit(on, own);
    if (most !== undefined) expect(Number.isInteger(most) && most > 0).toBe(true);
  }),
);

rule(hasLogin, 'is missing only where accounts have no cookies', (has) =>
  fc.property(platform, (on) => {
    expect(has(on)).toBe(on !== 'bluesky' && on !== 'mastodon');
  }),
);
