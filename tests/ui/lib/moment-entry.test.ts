import { expect, it } from 'vitest';
import { entryOf, momentOf, momentsOf, nextFullHour } from '@/lib/moment-entry.ts';

const NEW_YORK = 'America/New_York';

it('stands in the fields as the clocks of the zone show it, and is the same moment again', () => {
  const moments = ['2031-01-16T14:30:00Z', '2031-11-02T05:30:00Z', '2031-11-02T06:30:00Z', '2031-03-09T07:00:00Z'];
  for (const moment of moments) expect(String(momentOf(entryOf(moment, NEW_YORK), NEW_YORK))).toBe(moment);
  expect(entryOf('2031-11-02T06:30:41.5Z', NEW_YORK)).toEqual({ date: '2031-11-02', time: '01:30', which: 1 });
});

it('is none where the clocks skip it, and where something is missing or half typed', () => {
  const none = [
    { date: '2031-03-09', time: '02:30', which: 0 },
    { date: '', time: '02:30', which: 0 },
    { date: '2031-03-09', time: '', which: 0 },
    { date: '+020310-03-09', time: '01:00', which: 0 },
  ];
  for (const entry of none) expect(momentsOf(entry, NEW_YORK)).toEqual([]);
});

it('proposes a full hour that leaves time to write', () => {
  const minutes = (Date.parse(nextFullHour()) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(29);
  expect(minutes).toBeLessThanOrEqual(90);
  expect(nextFullHour()).toMatch(/:00:00Z$/);
});
