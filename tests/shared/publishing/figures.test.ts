import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { interactionsOf, knownFigures } from '../../../shared/publishing/figures.ts';
import { nextPostFigures } from '../../../shared/publishing/figures-times.ts';

const PUBLISHED = Temporal.Instant.from('2031-01-15T09:00:00Z');

/** A post's ages in hours at which its metrics are read, beginning at `firstHours`. */
function asked(platform: 'mastodon' | 'twitter', firstHours = 1): number[] {
  const ages: number[] = [];
  let at: Temporal.Instant | null = PUBLISHED.add({ hours: firstHours });
  while (at && ages.length < 1000) {
    ages.push(Math.round(at.since(PUBLISHED).total('hours')));
    at = nextPostFigures(platform, PUBLISHED, at);
  }
  return ages;
}

test('a post is asked about at growing distances for a year, seldom where that costs money', () => {
  const ages = asked('mastodon');
  expect(ages.slice(0, 6)).toEqual([1, 2, 3, 5, 7, 10]);
  expect(ages.length).toBeLessThan(40);
  expect(ages.at(-1)).toBeGreaterThan(364 * 24);
  expect(asked('twitter')).toEqual([1, 24, 168, 720]);
  // An agent that was off for a month reads them at once, then continues the schedule.
  expect(asked('mastodon', 30 * 24)[1]).toBe(45 * 24);
});

test('a figure that cannot be right is not known, and is no 0', () => {
  expect(knownFigures({ likes: -1, comments: 1.5, shares: '7', saves: 2 ** 60, clicks: null, reach: 0 })).toEqual({
    reach: 0,
  });
  expect(interactionsOf({ reach: 9 })).toBeUndefined();
  expect(interactionsOf({ likes: 2, saves: 0 })).toBe(2);
});
