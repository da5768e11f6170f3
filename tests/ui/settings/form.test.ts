import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { formOf, hourProblem, isSavable, type LimitField, toStored } from '@/features/settings/form.ts';
import { limitProblems, limitsOf } from '@/features/settings/limits.ts';
import { hourErrors, postingHoursNote, warmupNote } from '@/features/settings/messages.ts';
import { colorOf, colorProblem, handleOf, handleProblem } from '@/features/settings/pictures/brand.ts';
import { brandErrors } from '@/features/settings/pictures/brand-messages.ts';
import { graceMinutes, graceOf, graceProblem, graceText, textOf } from '@/features/settings/publishing/grace.ts';
import { publishingMessages } from '@/features/settings/publishing/publishing-messages.ts';
import { withChanges } from '@/features/settings/use-settings-form.ts';
import { DEFAULT_WARMUP_LIMITS, WARMUP_LIMIT_BOUNDS } from '../../../shared/accounts/warmup-limits.ts';
import { BRAND_HANDLE_MAX_LENGTH, brandSchema, NO_BRAND } from '../../../shared/pictures/brand.ts';
import { DEFAULT_LINK_TAGS } from '../../../shared/posts/link-tags.ts';
import { postingWindow } from '../../../shared/posts/scheduling.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';

const SWITCHES = {
  warmup_ramp_up: true,
  desktop_notifications: true,
  publishing_paused: false,
  collect_figures: true,
  read_own_pages: false,
  late_posts: 'publish',
  learning: 'suggest',
  voice_examples: 'local',
  evergreen_rest_months: 6,
  late_grace_minutes: 120,
  link_tags: DEFAULT_LINK_TAGS,
} as const;
const STORED = { ...DEFAULT_SETTINGS, ...DEFAULT_WARMUP_LIMITS, ...NO_BRAND, ...SWITCHES };
const FORM = formOf(STORED);

describe('an hour', () => {
  it.each(['0', '7', '07', '23'])('may be %s', (typed) => {
    expect(hourProblem(typed)).toBeNull();
  });

  it.each([
    ['-1', hourErrors.tooLow],
    ['24', hourErrors.tooHigh],
    ['7.5', hourErrors.fraction],
    ['', hourErrors.empty],
  ])('may not be %j, and says what to enter', (typed, problem) => {
    expect(hourProblem(typed)).toBe(problem);
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
    expect(isSavable(FORM)).toBe(true);
    expect(isSavable({ ...FORM, posting_hours_end: '24' })).toBe(false);
    expect(isSavable({ ...FORM, warmup_likes_max: '4' })).toBe(false);
  });

  it('stores what was typed as the database takes it, and nothing as none', () => {
    expect(toStored({ brand_color: '#0AF', brand_handle: ' @a ' })).toEqual({
      brand_color: '#00aaff',
      brand_handle: '@a',
    });
    expect(toStored({ brand_color: '', brand_handle: '' })).toEqual(NO_BRAND);
  });
});

describe('the draft of the settings', () => {
  it('holds what was changed here, beside what was stored then', () => {
    const draft = withChanges(undefined, FORM, { rotation_enabled: true });
    expect(withChanges(draft, FORM, { posting_hours_end: '20' })).toEqual({
      base: { rotation_enabled: false, posting_hours_end: '22' },
      mine: { rotation_enabled: true, posting_hours_end: '20' },
    });
  });

  it('remembers what was stored when a field was first changed, whatever is stored later', () => {
    const draft = withChanges(undefined, FORM, { posting_hours_end: '2' });
    const later = { ...FORM, posting_hours_end: '12' };
    expect(withChanges(draft, later, { posting_hours_end: '20' })).toEqual({
      base: { posting_hours_end: '22' },
      mine: { posting_hours_end: '20' },
    });
  });

  it('forgets a field that is put back, and ends with the last of them', () => {
    const draft = withChanges(undefined, FORM, { rotation_enabled: true, posting_hours_end: '20' });
    const one = withChanges(draft, FORM, { posting_hours_end: '22' });
    expect(one).toEqual({ base: { rotation_enabled: false }, mine: { rotation_enabled: true } });
    expect(withChanges(one, FORM, { rotation_enabled: false })).toBeUndefined();
  });
});

describe('a brand colour', () => {
  it.each([
    ['#2f4fc9', '#2f4fc9'],
    ['  #2F4FC9 ', '#2f4fc9'],
    ['#0AF', '#00aaff'],
  ])('%j is stored as %s', (typed, stored) => {
    expect(colorOf(typed)).toBe(stored);
    expect(colorProblem(typed)).toBeNull();
    expect(brandSchema.shape.brand_color.safeParse(stored).success).toBe(true);
  });

  it.each(['#2f4fc', '#gggggg', '#2f4fc9ff'])('%j is none, and it says what to enter', (typed) => {
    expect(colorOf(typed)).toBeNull();
    expect(colorProblem(typed)).toBe(brandErrors.color);
  });

  it('may be left out', () => {
    expect([colorOf(''), colorProblem(''), colorProblem('  ')]).toEqual([null, null, null]);
  });
});

describe('a handle', () => {
  it('is stored without the spaces around it, and may be left out', () => {
    expect([handleOf(' @bread.daily '), handleOf('   ')]).toEqual(['@bread.daily', null]);
  });

  it('may be as long as the contract says, counted as people count', () => {
    expect(handleProblem('a'.repeat(BRAND_HANDLE_MAX_LENGTH))).toBeNull();
    expect(handleProblem('🍞'.repeat(BRAND_HANDLE_MAX_LENGTH))).toBeNull();
    expect(handleProblem('a'.repeat(BRAND_HANDLE_MAX_LENGTH + 3))).toBe(brandErrors.handle(3));
  });
});

const { outside, fraction } = publishingMessages.grace;

describe('the grace period of late posts', () => {
  it.each([
    [10, '10 minutes'],
    [120, '2 hours'],
    [1440, '24 hours'],
  ])('of %i minutes is shown as %j and stored as it was', (minutes, text) => {
    expect(graceText(minutes)).toBe(text);
    expect(graceMinutes(text)).toBe(minutes);
    expect(graceProblem(text)).toBeNull();
  });

  it('keeps what was typed beside its unit', () => {
    expect(graceOf(textOf({ typed: '1.5', unit: 'hours' }))).toEqual({ typed: '1.5', unit: 'hours' });
    expect(graceOf(textOf({ typed: '', unit: 'minutes' }))).toEqual({ typed: '', unit: 'minutes' });
  });

  it.each([
    ['1.5 hours', null],
    ['9 minutes', outside],
    ['25 hours', outside],
    [' hours', outside],
    ['10.5 minutes', fraction],
  ])('of %j has the problem %j', (text, problem) => {
    expect(graceProblem(text)).toBe(problem);
  });
});

const typed = (entries: Partial<Record<LimitField, string>> = {}) => ({
  ...(Object.fromEntries(
    Object.entries(DEFAULT_WARMUP_LIMITS).map(([field, value]) => [field, String(value)]),
  ) as Record<LimitField, string>),
  ...entries,
});

describe('the limits of a warm-up', () => {
  it('are good as they come', () => {
    expect(limitProblems(typed())).toEqual({});
    expect(limitsOf(typed())).toEqual(DEFAULT_WARMUP_LIMITS);
  });

  it.each(Object.entries(WARMUP_LIMIT_BOUNDS))('%s stays in its bounds', (field, { min, max }) => {
    for (const entry of [String(min - 1), String(max + 1), `${min}.5`, '', ' ', 'some']) {
      const problems = limitProblems(typed({ [field]: entry }));
      expect(problems).toEqual({ [field]: `Enter a whole number from ${min} to ${max}.` });
    }
    expect(limitsOf(typed({ [field]: '' }))).toBeUndefined();
  });

  it.each([
    [{ warmup_minutes_max: '7' }, 'warmup_minutes_max', 'Enter 8 or more: this cannot be below “Minimum minutes”.'],
    [{ warmup_posts_max: '9' }, 'warmup_posts_max', 'Enter 10 or more: this cannot be below “Minimum posts”.'],
    [{ warmup_posts_min: '25', warmup_posts_max: '30' }, 'warmup_posts_min', 'Enter 24 or less: '],
    [{ warmup_hour_start: '22' }, 'warmup_hour_end', 'Enter an hour after 22.'],
  ])('fit together: %o', (entries, field, words) => {
    const problems = limitProblems(typed(entries));
    expect(Object.keys(problems)).toEqual([field]);
    expect(Object.values(problems)[0]).toContain(words);
  });
});

describe('the limits in a sentence', () => {
  it('say what a warm-up does, and when it starts by itself', () => {
    expect(warmupNote(DEFAULT_WARMUP_LIMITS, true)).toBe(
      'A warm-up takes 8 to 15 minutes, looks at 10 to 20 posts and likes nothing. It never follows, comments or sends messages. Automatic warm-ups start between 07:00 and 22:00 in the timezone of Posting Schedule.',
    );
  });

  it('name one number where both ends are the same, and likes where there may be some', () => {
    const limits = { ...DEFAULT_WARMUP_LIMITS, warmup_minutes_max: 8, warmup_likes_max: 2 };
    expect(warmupNote(limits, false)).toContain('takes 8 minutes, looks at 10 to 20 posts and likes at most 2.');
    expect(warmupNote(limits, false)).toContain('None start automatically while “Auto Warm-Up Daily” is off.');
  });
});

describe('the posting hours in a sentence are what the schedule does', () => {
  it.each([
    [8, 22, 'from 08:00 until just before 22:00, every day', 14],
    [22, 6, 'past midnight: posts are published from 22:00 until just before 06:00 on the next day', 8],
    [9, 9, "around the clock: each day's 24 hours begin at 09:00", 24],
    [0, 0, "around the clock: each day's 24 hours begin at 00:00", 24],
  ])('%i to %i', (startHour, endHour, words, hours) => {
    expect(postingHoursNote(startHour, endHour)).toContain(words);
    const day = Temporal.PlainDate.from('2026-11-21');
    const window = postingWindow(day, { timezone: 'UTC', startHour, endHour });
    expect(window.start.until(window.end).total('hours')).toBe(hours);
  });
});
