import { describe, expect, it } from 'vitest';
import type { LimitField } from '@/features/settings/form.ts';
import { limitProblems, limitsOf } from '@/features/settings/limits.ts';
import { warmupNote } from '@/features/settings/messages.ts';
import { DEFAULT_WARMUP_LIMITS, WARMUP_LIMIT_BOUNDS } from '../../../shared/accounts/warmup-limits.ts';

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
