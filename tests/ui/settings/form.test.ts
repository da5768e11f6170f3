import { describe, expect, it } from 'vitest';
import { formOf, hourProblem, isSavable, toStored } from '@/features/settings/form.ts';
import { hourErrors } from '@/features/settings/messages.ts';
import { withChanges } from '@/features/settings/use-settings-form.ts';
import { DEFAULT_WARMUP_LIMITS } from '../../../shared/accounts/warmup-limits.ts';
import { NO_BRAND } from '../../../shared/pictures/brand.ts';
import { DEFAULT_LINK_TAGS } from '../../../shared/posts/link-tags.ts';
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
