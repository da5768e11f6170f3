import { describe, expect, it } from 'vitest';
import { formatDuration, formatElapsed } from '@/lib/format.ts';

describe('how long a run took', () => {
  it.each([
    [-5, '0.0 s'],
    [9_940, '9.9 s'],
    [9_990, '10 s'],
    [59_700, '1 min 0 s'],
    [185_000, '3 min 5 s'],
    [3_725_000, '1 h 2 min'],
  ])('%d ms is %s', (ms, words) => {
    expect(formatDuration(ms)).toBe(words);
  });
});

describe('a running clock', () => {
  it.each([
    [-5, '0:00'],
    [760_000, '12:40'],
    [3_723_000, '1:02:03'],
  ])('after %d ms shows %s', (ms, words) => {
    expect(formatElapsed(ms)).toBe(words);
  });
});
