import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { learnFrom } from '../../../shared/learning/learner.ts';
import { candidateTimes, learnedTime } from '../../../shared/posts/learned-time.ts';
import { type PostingHours, planSlots, postingWindow } from '../../../shared/posts/scheduling.ts';

const at = (text: string) => Temporal.Instant.from(text);
const NOW = at('2026-12-04T09:10:00Z');
const HOURS: { name: string; hours: PostingHours; now?: Temporal.Instant }[] = [
  { name: 'by day', hours: { timezone: 'UTC', startHour: 8, endHour: 22 } },
  {
    name: 'over a change of the clocks',
    hours: { timezone: 'Europe/Paris', startHour: 1, endHour: 6 },
    now: at('2027-03-27T23:30:00Z'),
  },
];

/** Posts at every hour of a weekday, which do better the later in the day. */
const learner = learnFrom(
  [...Array(24).keys()].map((hour) => ({
    ...{ epochMs: at('2026-11-20T00:00:00Z').epochMilliseconds, template: null, project: null },
    ...{ arm: { isWeekend: false, hour }, success: 1 + hour / 10 },
  })),
  NOW,
);

describe.each(HOURS)('a time for posting hours $name', ({ hours, now = NOW }) => {
  it('is within them, in time, and half an hour away from every other post, whatever is drawn', () => {
    const taken = [30, 75, 200, 500, 1000].map((minutes) => now.add({ minutes }));
    const [first] = planSlots({ count: 1, now, hours, taken });
    if (!first) throw new Error('There is no free slot.');
    const request = { now, hours, taken, first: first.time, days: 2 };
    expect(candidateTimes(request)[0]?.toString()).toBe(first.time.toString());
    const windows = [-1, 0, 1, 2].map((day) =>
      postingWindow(now.toZonedDateTimeISO(hours.timezone).toPlainDate().add({ days: day }), hours),
    );
    const found = new Set<string>();
    for (let n = 0; n < 30; n++) {
      const time = learnedTime(request, { learner, seed: String(n) })?.time.epochMilliseconds ?? 0;
      found.add(String(time));
      expect(time).toBeGreaterThanOrEqual(now.epochMilliseconds + 5 * 60_000);
      expect(Math.min(...taken.map((other) => Math.abs(other.epochMilliseconds - time)))).toBeGreaterThanOrEqual(
        1_800_000,
      );
      expect(windows.some(({ start, end }) => time >= start.epochMilliseconds && time < end.epochMilliseconds)).toBe(
        true,
      );
    }
    expect(found.size).toBeGreaterThan(3);
    const again = learnedTime(request, { learner, seed: '7' });
    expect(learnedTime(request, { learner, seed: '7' })).toEqual(again);
  });
});

it('is one of the posting times where a person set some, and none where one is free alone', () => {
  const times = [5 * 1440 + 600, 5 * 1440 + 1080, 6 * 1440 + 720];
  const request = { now: NOW, hours: { timezone: 'UTC', startHour: 0, endHour: 1, times }, taken: [] };
  const first = at('2026-12-04T10:00:00Z');
  expect(candidateTimes({ ...request, first, days: 2 }).map(String)).toEqual([
    ...['2026-12-04T10:00:00Z', '2026-12-04T18:00:00Z', '2026-12-05T12:00:00Z'],
  ]);
  const alone = { ...request, taken: [at('2026-12-04T18:10:00Z')], first, days: 1 };
  expect(learnedTime(alone, { learner, seed: '1' })).toBeNull();
});
