import { describe, expect, it } from 'vitest';
import { colorOf, colorProblem, handleOf, handleProblem } from '@/features/settings/pictures/brand.ts';
import { brandErrors } from '@/features/settings/pictures/brand-messages.ts';
import { BRAND_HANDLE_MAX_LENGTH, brandSchema } from '../../../shared/pictures/brand.ts';

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
