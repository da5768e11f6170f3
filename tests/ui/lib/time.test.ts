import { describe, expect, it } from 'vitest';
import { clockIn, formatDateTime, formatRelative } from '../../../ui/lib/time.ts';

/** Intl separates the time from AM and PM by a narrow no-break space. */
const plain = (text: string) => text.replace(/\u202f/g, ' ');

describe('dates and times', () => {
  it('are in the configured zone and say which', () => {
    expect(plain(formatDateTime('2026-11-21T09:05:00Z', 'UTC'))).toBe('Nov 21, 2026, 9:05 AM UTC');
    expect(plain(formatDateTime('2026-11-21T09:05:00+00:00', 'America/New_York'))).toBe('Nov 21, 2026, 4:05 AM EST');
    expect(plain(formatDateTime('2026-11-21T20:05:00Z', 'Asia/Tokyo'))).toBe('Nov 22, 2026, 5:05 AM GMT+9');
  });

  it('follow daylight saving', () => {
    expect(plain(formatDateTime('2026-07-01T12:00:00Z', 'America/Chicago'))).toBe('Jul 1, 2026, 7:00 AM CDT');
  });

  it('fall back to UTC, and say so, for a zone that this browser does not know', () => {
    expect(plain(formatDateTime('2026-11-21T09:05:00Z', 'Mars/Olympus'))).toBe('Nov 21, 2026, 9:05 AM UTC');
  });
});

describe('times from now', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  it.each([
    ['2026-11-21T11:59:58Z', 'now'],
    ['2026-11-21T11:45:00Z', '15 minutes ago'],
    ['2026-11-20T12:00:00Z', 'yesterday'],
    ['2026-11-21T14:30:00Z', 'in 2 hours'],
  ])('%s reads "%s"', (time, words) => {
    expect(formatRelative(time, now)).toBe(words);
  });
});

describe('the time of day', () => {
  it('is in the configured zone, or in UTC where the browser does not know it', () => {
    expect(clockIn('Asia/Tokyo')('2026-11-21T15:05:09Z')).toBe('00:05:09');
    expect(clockIn('Mars/Olympus')('2026-11-21T15:05:09Z')).toBe('15:05:09');
  });
});
