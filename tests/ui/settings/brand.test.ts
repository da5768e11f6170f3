import { describe, expect, it } from 'vitest';
import { formOf, isSavable, toStored } from '@/features/settings/form.ts';
import { colorOf, colorProblem, handleOf, handleProblem } from '@/features/settings/pictures/brand.ts';
import { brandErrors } from '@/features/settings/pictures/brand-messages.ts';
import { DEFAULT_WARMUP_LIMITS } from '../../../shared/accounts/warmup-limits.ts';
import { BRAND_HANDLE_MAX_LENGTH, brandSchema, NO_BRAND } from '../../../shared/pictures/brand.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';

describe('a brand colour', () => {
  it.each([
    ['#2f4fc9', '#2f4fc9'],
    ['  #2F4FC9 ', '#2f4fc9'],
    ['2f4fc9', '#2f4fc9'],
    ['#0AF', '#00aaff'],
  ])('%j is stored as %s', (typed, stored) => {
    expect(colorOf(typed)).toBe(stored);
    expect(colorProblem(typed)).toBeNull();
    expect(brandSchema.shape.brand_color.safeParse(stored).success).toBe(true);
  });

  it.each(['#2f4fc', 'blue', '#gggggg', 'rgb(1,2,3)', '#2f4fc9ff', '#'])(
    '%j is none, and it says what to enter',
    (typed) => {
      expect(colorOf(typed)).toBeNull();
      expect(colorProblem(typed)).toBe(brandErrors.color);
    },
  );

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

describe('the form', () => {
  const switches = {
    warmup_ramp_up: true,
    desktop_notifications: true,
    publishing_paused: false,
    late_posts: 'publish',
    late_grace_minutes: 120,
  } as const;
  const form = formOf({ ...DEFAULT_SETTINGS, ...DEFAULT_WARMUP_LIMITS, ...NO_BRAND, ...switches });

  it('shows no brand as empty fields', () => {
    expect(form).toMatchObject({ brand_color: '', brand_handle: '' });
  });

  it('stores what was typed as the database takes it, and nothing as none', () => {
    expect(toStored({ brand_color: '#0AF', brand_handle: ' @a ' })).toEqual({
      brand_color: '#00aaff',
      brand_handle: '@a',
    });
    expect(toStored({ brand_color: '', brand_handle: '' })).toEqual(NO_BRAND);
  });

  it('cannot be saved with a bad one', () => {
    expect(isSavable({ ...form, brand_color: '#0af' })).toBe(true);
    expect(isSavable({ ...form, brand_color: '#0a' })).toBe(false);
    expect(isSavable({ ...form, brand_handle: 'a'.repeat(41) })).toBe(false);
  });
});
