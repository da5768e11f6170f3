import { describe, expect, it } from 'vitest';
import { formOf, hourProblem, isSavable, toStored } from '@/features/settings/form.ts';
import { hourErrors } from '@/features/settings/messages.ts';
import { DEFAULT_WARMUP_LIMITS } from '../../../shared/accounts/warmup-limits.ts';
import { NO_BRAND } from '../../../shared/pictures/brand.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';
import { settingsSchema } from '../../../shared/workspace/settings.ts';

const SWITCHES = {
  warmup_ramp_up: true,
  desktop_notifications: true,
  publishing_paused: false,
  late_posts: 'publish',
  late_grace_minutes: 120,
} as const;
const STORED = { ...DEFAULT_SETTINGS, ...DEFAULT_WARMUP_LIMITS, ...NO_BRAND, ...SWITCHES };

describe('an hour', () => {
  it.each(['0', '7', '07', '23'])('may be %s', (typed) => {
    expect(hourProblem(typed)).toBeNull();
  });

  it.each([
    ['-1', hourErrors.tooLow],
    ['-0.5', hourErrors.tooLow],
    ['24', hourErrors.tooHigh],
    ['1e3', hourErrors.tooHigh],
    ['7.5', hourErrors.fraction],
    ['', hourErrors.empty],
    ['  ', hourErrors.empty],
    ['noon', hourErrors.empty],
  ])('may not be %j, and says what to enter', (typed, problem) => {
    expect(hourProblem(typed)).toBe(problem);
  });

  it.each([...Array(30).keys()].map((index) => index - 3))('%i is judged as the contract does', (hour) => {
    const isGood = settingsSchema.shape.posting_hours_start.safeParse(hour).success;
    expect(hourProblem(String(hour)) === null).toBe(isGood);
  });
});

describe('the form', () => {
  it('shows a stored false as false (the quirk of §9 is mended)', () => {
    const off = { ...STORED, warmup_enabled: false, auto_delete_enabled: false };
    expect(formOf(off)).toMatchObject({ warmup_enabled: false, auto_delete_enabled: false });
  });

  it('goes to the database as it came, numbers as numbers', () => {
    expect(toStored(formOf(STORED))).toEqual(STORED);
    expect(toStored({ warmup_likes_max: '0', rotation_enabled: false })).toEqual({
      warmup_likes_max: 0,
      rotation_enabled: false,
    });
  });

  it('can be saved while every number is one', () => {
    const form = formOf(STORED);
    expect(isSavable(form)).toBe(true);
    expect(isSavable({ ...form, posting_hours_end: '24' })).toBe(false);
    expect(isSavable({ ...form, warmup_likes_max: '4' })).toBe(false);
  });
});
