import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckedPost } from '../../../shared/publishing/checked-post.ts';
import { documentTitle, goesAsDocument } from '../../../shared/publishing/document.ts';
import { type FittedItem, frameOf, heldWithin, shapedSize, shapesOf } from '../../../shared/publishing/picture-fit.ts';
import { checkPost, quotaUseOf } from '../../../shared/publishing/preflight.ts';
import { inDollars, millsOf, priceOf } from '../../../shared/publishing/prices.ts';
import { leftInWords } from '../../../shared/publishing/quota.ts';

const picture = (alt: string) => ({ kind: 'image', alt }) as const;

it.each([
  [['Bread'], [], 15],
  [['Bread at https://example.com'], [], 200],
  [['Bread', 'and salt', 'at https://example.com'], [], 230],
  [['Bread'], [picture('A loaf'), picture(''), picture('A knife')], 25],
])('what a post on X costs %j is counted by part, link and description', (parts, media, mills) => {
  expect(priceOf('twitter', parts, media)).toBe(mills);
  expect(priceOf('bluesky', parts, media)).toBe(0);
});

it('what a post on X costs is written in dollars', () => {
  expect([15, 200, 1234, 5000].map(inDollars)).toEqual(['$0.015', '$0.20', '$1.234', '$5.00']);
  expect([millsOf('5'), millsOf('2.5'), millsOf('0.29'), millsOf(undefined)]).toEqual([5000, 2500, 290, null]);
});

describe('a post for X', () => {
  const post = (more: Partial<CheckedPost> = {}, left?: number): CheckedPost => ({
    platform: 'twitter',
    accountId: '8f14e45f-ceea-467f-a8cf-1f0f1a2b3c4d',
    text: 'Bread at https://example.com',
    firstComment: '',
    media: [],
    isDocument: false,
    options: { own: {}, defaults: {} },
    scheduledTime: '2026-11-22T09:00:00Z',
    channel: {
      state: 'ready',
      expiresAt: null,
      limits: {},
      quotas: left === undefined ? [] : [{ of: 'mills', left, until: '2026-12-01T00:00:00Z', words: null }],
    },
    ...more,
  });
  const said = (...given: Parameters<typeof post>) =>
    checkPost(post(...given)).map(({ text, isWarning }) => [isWarning, text]);

  it('says its price, and that it is the link', () => {
    expect(said()).toEqual([[true, 'It costs about $0.20 on X/Twitter, where each post with a link costs $0.20.']]);
    expect(said({ text: 'Bread', firstComment: 'See example.com' })).toEqual([
      [true, 'It costs about $0.215 on X/Twitter, where each post with a link costs $0.20.'],
    ]);
    expect(said({ text: 'Bread' })).toEqual([[true, 'It costs about $0.015 on X/Twitter.']]);
    expect(said({ channel: null })).toEqual([]);
  });

  it('becomes a thread where it is too long, and is paid by part', () => {
    const text = 'A sentence of a long post. '.repeat(20).trim();
    expect(said({ text })).toEqual([
      [true, 'It will be published as a thread of 2 posts.'],
      [true, 'It costs about $0.03 on X/Twitter.'],
    ]);
    expect(quotaUseOf('twitter', { text, firstComment: 'Bye' }, [], {})).toMatchObject({ posts: 3, mills: 45 });
  });

  it('does not go out where it would cost more than is left this month', () => {
    expect(said({}, 199)[1]).toEqual([false, expect.stringMatching(/^It costs about \$0\.20, and \$0\.199 are left/)]);
    expect(said({}, 200)).toHaveLength(1);
    expect(said({ scheduledTime: '2026-12-01T09:00:00Z' }, 0)).toHaveLength(1);
  });

  it('takes a GIF alone, up to 15 MB', () => {
    const gif = (size: number) => ({
      kind: 'image' as const,
      alt: '',
      facts: { kind: 'image' as const, mimeType: 'image/gif', size, width: 40, height: 30 },
      trouble: null,
    });
    const about = (...media: ReturnType<typeof gif>[]) => said({ text: 'Hi', media }).slice(0, -1);
    expect(about(gif(14_000_000))).toEqual([]);
    expect(about(gif(16_000_000))).toEqual([[false, 'The GIF is 16 MB; X/Twitter accepts up to 15 MB.']]);
    expect(about(gif(1000), gif(1000))).toHaveLength(2);
  });
});

it.each([
  ['posts', 97, '97 posts'],
  ['posts', 1, '1 post'],
  ['files', 1200, '1,200 pictures and videos'],
  ['videos', 0, '0 videos'],
  ['videoBytes', 52_400_000, '52.4 MB of video'],
  ['mills', 4500, '$4.50 this month'],
  ['mills', -20, '$0.00 this month'],
] as const)('%s: %i is written as %s', (of, left, words) =>
  expect(leftInWords({ of, left, until: null, words: null })).toBe(words),
);

const CARD = { slide: { title: 'One' }, design: { style: 'paper', theme: 'light' } } as never;
const photo = { kind: 'image' } as const;
const slide = { ...photo, card: CARD };
const video = { kind: 'video' } as const;

describe('several pictures on LinkedIn', () => {
  it.each([
    ['drawn slides that were chosen to stand beside each other', [slide, slide], false, false],
    ['photos that were chosen to be swiped through', [photo, photo], true, true],
    ['slides with a photo among them', [slide, photo], null, false],
    ['a video', [video], true, false],
    ['pictures with a video', [photo, video], true, false],
  ])('%s', (_, media, as_document, isDocument) => {
    expect(goesAsDocument('linkedin', { media, as_document })).toBe(isDocument);
    expect(goesAsDocument('facebook', { media, as_document })).toBe(false);
  });

  it.each([
    ['\n  Five tips \t for bread\nMore', 'Five tips for bread'],
    ['', 'Slides'],
    [
      'One Meta ad can carry a lot more than most people would ever put in it',
      'One Meta ad can carry a lot more than most people would…',
    ],
    ['x'.repeat(59), `${'x'.repeat(57)}…`],
  ])('have a title: %j', (text, title) => expect(documentTitle('linkedin', text)).toBe(title));
});

const item = (width: number, height: number, more: Partial<FittedItem> = {}): FittedItem => ({
  kind: 'image',
  size: { width, height },
  ...more,
});
const LIMITS = { min: 4 / 5, max: 1.91 };
const side = fc.integer({ min: 3, max: 20_000 });

describe('the shape of a picture on Instagram', () => {
  it.each([
    [1080, 1350],
    [191, 100],
  ])('stays its own from 4:5 to 1.91:1: %i × %i', (width, height) =>
    expect(shapesOf('instagram', [item(width, height)])).toEqual([null]),
  );

  it('follows the first one of several, which a video may be, but for what nobody sees', () => {
    const shapes = shapesOf('instagram', [item(1080, 1920, { kind: 'video' }), item(1000, 1000), item(1080, 1349)]);
    expect(shapes).toMatchObject([null, { ratio: 0.8, follows: true }, null]);
    expect(shapesOf('instagram', [{ kind: 'image', size: null }, item(1, 3)])).toMatchObject([null, { ratio: 0.8 }]);
  });

  it('is that of the frame', () => {
    expect(frameOf('instagram', [item(1080, 1920)])).toBe(0.8);
    expect(frameOf('instagram', [item(1000, 1000), item(1080, 1920)])).toBe(1);
    expect(frameOf('instagram', [{ kind: 'image', size: null }])).toBeNull();
    expect(frameOf('mastodon', [item(1080, 1920)])).toBeNull();
  });
});

it('whatever the sizes, what comes out is within the limits, and a part or an extension of the picture', () =>
  fc.assert(
    fc.property(side, side, side, side, fc.constantFrom('crop' as const, 'pad' as const), (w, h, fw, fh, fit) => {
      const [, shape] = shapesOf('instagram', [item(fw, fh), item(w, h, { fit })]);
      if (!shape) return;
      const made = shapedSize({ width: w, height: h }, shape);
      expect(made.width / made.height).toBeGreaterThanOrEqual(LIMITS.min);
      expect(made.width / made.height).toBeLessThanOrEqual(LIMITS.max);
      if (fit === 'crop') expect([made.width <= w, made.height <= h]).toEqual([true, true]);
      else expect([made.width >= w, made.height >= h]).toEqual([true, true]);
      const smaller = heldWithin({ width: Math.ceil(made.width / 3), height: Math.ceil(made.height / 3) }, LIMITS);
      expect(smaller.width / smaller.height).toBeGreaterThanOrEqual(LIMITS.min);
      expect(smaller.width / smaller.height).toBeLessThanOrEqual(LIMITS.max);
    }),
    { numRuns: 2000 },
  ));
