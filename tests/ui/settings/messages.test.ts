import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { postingHoursNote } from '@/features/settings/messages.ts';
import { postingWindow } from '../../../shared/posts/scheduling.ts';

describe('the posting hours in a sentence are what the schedule does', () => {
  it.each([
    [8, 22, 'from 08:00 until just before 22:00, every day', 14],
    [22, 6, 'over midnight: posts go out from 22:00 until just before 06:00 on the next day', 8],
    [9, 9, "around the clock: each day's 24 hours begin at 09:00", 24],
    [0, 0, "around the clock: each day's 24 hours begin at 00:00", 24],
  ])('%i to %i', (startHour, endHour, words, hours) => {
    expect(postingHoursNote(startHour, endHour)).toContain(words);
    const day = Temporal.PlainDate.from('2026-11-21');
    const window = postingWindow(day, { timezone: 'UTC', startHour, endHour });
    expect(window.start.until(window.end).total('hours')).toBe(hours);
  });
});
