import { expect, test } from 'vitest';
import { countOf, labelsIn } from '@/features/scheduler/filters/counts.ts';
import { EMPTY_FILTER, termsOf } from '@/features/scheduler/filters/filters.ts';
import type { CountsRow } from '../../../shared/workspace/database.ts';

const row = { project_id: null, labels: null };
const rows: CountsRow[] = [
  { ...row, status: 'draft', platforms: [], count: 1 },
  { ...row, status: 'draft', platforms: ['instagram', 'twitter'], labels: ['winter', 'bread'], count: 20 },
  { ...row, status: 'needs_review', platforms: ['twitter'], count: 300 },
  { ...row, status: 'failed', platforms: ['twitter'], labels: ['bread'], count: 4000 },
];

test('all posts are counted once, and those of each tab', () => {
  expect(countOf(rows, EMPTY_FILTER)).toBe(4321);
  expect([countOf(rows, EMPTY_FILTER, 'drafts'), countOf(rows, EMPTY_FILTER, 'turn')]).toEqual([21, 4300]);
});

test('a post counts for each of its platforms and labels', () => {
  expect(countOf(rows, { ...EMPTY_FILTER, platform: 'instagram' })).toBe(20);
  expect(countOf(rows, { ...EMPTY_FILTER, platform: 'twitter', label: 'bread' }, 'drafts')).toBe(20);
  expect(labelsIn(rows)).toEqual(['bread', 'winter']);
});

test('a search is for each of its words, as they are written', () => {
  expect(termsOf('  rye 100%_ ')).toEqual(['%rye%', '%100\\%\\_%']);
});
