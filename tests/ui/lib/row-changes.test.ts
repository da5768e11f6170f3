import { describe, expect, it } from 'vitest';
import { changesOf, conflictsOf } from '@/lib/row-changes.ts';

const BASE = { name: 'Tips', day: 1 as number | null, active: true };

describe('what was changed here', () => {
  it('is nothing where both are alike', () => {
    expect(changesOf(BASE, { ...BASE })).toEqual({});
  });

  it('is each field with another value, null and false too', () => {
    expect(changesOf(BASE, { name: 'Tips', day: null, active: false })).toEqual({ day: null, active: false });
  });

  it('is no list that has the same entries', () => {
    const of = (...platforms: string[]) => ({ platforms });
    expect(changesOf(of('x', 'facebook'), of('x', 'facebook'))).toEqual({});
    expect(changesOf(of('x'), of('x', 'facebook'))).toEqual(of('x', 'facebook'));
  });
});

describe('a conflict', () => {
  it('is a field that was changed here and, to something else, elsewhere', () => {
    expect(conflictsOf(BASE, { ...BASE, name: 'Mine', day: 2 }, { ...BASE, name: 'Theirs' })).toEqual(['name']);
  });

  it('is none where only one side changed it, or both to the same', () => {
    expect(conflictsOf(BASE, { ...BASE, name: 'Mine' }, { ...BASE, day: 3 })).toEqual([]);
    expect(conflictsOf(BASE, { ...BASE, name: 'Same' }, { ...BASE, name: 'Same' })).toEqual([]);
  });
});
