import { describe, expect, it } from 'vitest';
import { bestOf, groupsOf, hourIn, type PublishedDelivery } from '@/features/dashboard/best-posts/best-posts.ts';

const delivery = (caption: string, likes: number | undefined, published_at: string, template: string | null = null) =>
  ({
    id: caption,
    platform: 'mastodon',
    remote_url: null,
    published_at,
    figures: { likes, shares: 1 },
    scheduled_posts: { generated_content: { caption, template_name: template } },
  }) satisfies PublishedDelivery;

const RYE = delivery('Rye', 4, '2031-01-16T07:30:00Z', 'Tips');
const WHEAT = delivery('Wheat', 9, '2031-01-15T07:59:00Z', 'Tips');
const SPELT = delivery('Spelt', undefined, '2031-01-14T18:00:00Z');
const OAT = delivery('Oat', 4, '2031-01-17T07:00:00Z', 'Quotes');
const ALL = [RYE, WHEAT, SPELT, OAT];

describe('the best posts', () => {
  it('have the most reactions; of equal ones the newer comes first, and a missing number counts as none', () => {
    expect(bestOf(ALL, 3).map(({ id }) => id)).toEqual(['Wheat', 'Oat', 'Rye']);
    expect(bestOf(ALL, 9).at(-1)?.id).toBe('Spelt');
    expect(bestOf([], 3)).toEqual([]);
  });

  it('are grouped by template, the best average first', () => {
    expect(groupsOf(ALL, (entry) => entry.scheduled_posts.generated_content.template_name)).toEqual([
      { key: 'Tips', count: 2, average: 7.5 },
      { key: 'Quotes', count: 1, average: 5 },
      { key: null, count: 1, average: 1 },
    ]);
  });

  it('are grouped by the hour of the day in the configured zone', () => {
    const hourOf = hourIn('America/New_York');
    expect(groupsOf(ALL, (entry) => hourOf(entry.published_at)).map(({ key, count }) => [key, count])).toEqual([
      [2, 3],
      [13, 1],
    ]);
    expect(hourIn('UTC')('2031-01-16T00:10:00Z')).toBe(0);
  });
});
