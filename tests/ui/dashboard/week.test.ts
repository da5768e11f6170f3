import { describe, expect, it } from 'vitest';
import { daysOf, spanAround, type WeekPost } from '@/features/dashboard/today/week.ts';

/** 9 PM on a Saturday in New York, where the clocks go forward that night. */
const NOW = new Date('2031-03-09T02:00:00Z');
const post = (scheduled_time: string): WeekPost => ({ scheduled_time, status: 'scheduled' });
const POSTS = ['2031-03-09T01:00:00Z', '2031-03-09T04:59:00Z', '2031-03-09T05:00:00Z', '2031-03-10T03:59:00Z'].map(
  post,
);
const counts = (...args: Parameters<typeof daysOf>) =>
  daysOf(...args).map(({ date, posts }) => [date, posts?.length ?? null]);

describe('the coming seven days', () => {
  it('begin today and end at midnight of the configured zone, whatever its clocks do', () => {
    expect(counts(POSTS, 'America/New_York', NOW).slice(0, 3)).toEqual([
      ['2031-03-08', 2],
      ['2031-03-09', 2],
      ['2031-03-10', 0],
    ]);
    expect(counts([], 'Pacific/Kiritimati', NOW)[0]).toEqual(['2031-03-09', 0]);
    expect(counts([], 'America/New_York', NOW).at(-1)).toEqual(['2031-03-14', 0]);
  });

  it('do not count what was not read to its end', () => {
    expect(counts(POSTS, 'America/New_York', NOW, true).slice(0, 3)).toEqual([
      ['2031-03-08', 2],
      ['2031-03-09', null],
      ['2031-03-10', null],
    ]);
  });

  it('are within what is read, in every zone', () => {
    const { start, end } = spanAround(NOW);
    expect([start, end]).toEqual(['2031-03-08T02:00:00.000Z', '2031-03-17T02:00:00.000Z']);
  });
});
