import { describe, expect, it } from 'vitest';
import { type CheckedPost, checkPost, quotaUseOf } from '../../../shared/publishing/preflight.ts';
import { inDollars, millsOf, priceOf } from '../../../shared/publishing/prices.ts';

const picture = (alt: string) => ({ kind: 'image', alt }) as const;

describe('what a post on X costs', () => {
  it.each([
    [['Bread'], [], 15],
    [['Bread at https://example.com'], [], 200],
    [['Bread at example.com/bread'], [], 200],
    [['Bread', 'and salt', 'at https://example.com'], [], 230],
    [['Bread'], [picture('A loaf'), picture(''), picture('A knife')], 25],
    [['A film'], [{ kind: 'video', alt: 'Never sent' } as const], 15],
  ])('%j is counted by part, link and description', (parts, media, mills) => {
    expect(priceOf('twitter', parts, media)).toBe(mills);
    expect(priceOf('bluesky', parts, media)).toBe(0);
  });

  it('is written in dollars', () => {
    expect([15, 200, 1234, 5000].map(inDollars)).toEqual(['$0.015', '$0.20', '$1.234', '$5.00']);
    expect([millsOf('5'), millsOf('2.5'), millsOf('0.29'), millsOf(undefined)]).toEqual([5000, 2500, 290, null]);
  });
});

describe('a post for X', () => {
  const post = (more: Partial<CheckedPost> = {}, left?: number): CheckedPost => ({
    platform: 'twitter',
    accountId: '8f14e45f-ceea-467f-a8cf-1f0f1a2b3c4d',
    text: 'Bread at https://example.com',
    firstComment: '',
    media: [],
    isDocument: false,
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
      [true, 'It goes out as a thread of 2 posts.'],
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
    expect(about(gif(16_000_000))).toEqual([[false, 'The GIF has 16 MB; X/Twitter takes 15 MB.']]);
    expect(about(gif(1000), gif(1000))).toHaveLength(2);
  });
});
