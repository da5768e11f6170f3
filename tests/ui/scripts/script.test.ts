import { describe, expect, it } from 'vitest';
import { isUnsaved, nameProblem, saveProblem, startEdit } from '../../../ui/features/scripts/script.ts';

const TIMES = { created_at: '2026-01-01', updated_at: '2026-01-01' };
const ROW = { id: 'a', ...TIMES, name: 'Morning', code: 'one();', changed_by: null };

describe('a script in edit mode', () => {
  it('holds nothing unsaved at first', () => {
    expect(isUnsaved(startEdit(ROW))).toBe(false);
  });

  it.each([{ code: 'two();' }, { code: '' }])('is unsaved with %j', (change) => {
    expect(isUnsaved({ ...startEdit(ROW), ...change })).toBe(true);
  });

  it('is saved again when what was typed is taken back', () => {
    expect(isUnsaved({ ...startEdit({ ...ROW, code: '' }), code: '' })).toBe(false);
  });
});

describe('the name', () => {
  it.each(['', '\t\n'])('%j says nothing', (name) => {
    expect(nameProblem(name)).toBe('Enter a name for the script.');
  });

  it('may have 200 characters, an emoji being one', () => {
    expect(nameProblem('🍞'.repeat(200))).toBeUndefined();
    expect(nameProblem('🍞'.repeat(201))).toBe('Shorten the name to 200 characters.');
  });
});

describe('the code', () => {
  it('may have 1 MB of UTF-8, as in the database', () => {
    const half = 'ü'.repeat(524_288);
    expect(saveProblem({ name: 'Morning', code: half })).toBeUndefined();
    expect(saveProblem({ name: 'Morning', code: `${half}x` })).toMatch(/limit is 1 MB/);
  });
});
