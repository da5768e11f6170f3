import { expect, test } from 'vitest';
import { choiceCounts, countOf } from '@/features/scheduler/filters/counts.ts';
import { EMPTY_FILTER } from '@/features/scheduler/filters/filters.ts';
import type { ContentStatus, CountsRow } from '../../../shared/workspace/database.ts';

const rows: CountsRow<ContentStatus>[] = [
  { status: 'draft', platforms: [], project_id: null, count: 1 },
  { status: 'draft', platforms: ['instagram', 'twitter'], project_id: null, count: 20 },
  { status: 'scheduled', platforms: ['twitter'], project_id: null, count: 300 },
];

test('all rows are counted once', () => expect(countOf(rows, EMPTY_FILTER)).toBe(321));

test('a post counts for each of its platforms', () => {
  expect(countOf(rows, { status: null, platform: 'instagram', project: null })).toBe(20);
  expect(countOf(rows, { status: null, platform: 'twitter', project: null })).toBe(320);
});

test('each choice is counted with the other half of the filter as it is', () => {
  const counts = choiceCounts(rows, { status: 'draft', platform: 'twitter', project: null });
  expect([counts.status('draft'), counts.status('scheduled'), counts.status(null)]).toEqual([20, 300, 320]);
  expect([counts.platform('instagram'), counts.platform('facebook'), counts.platform(null)]).toEqual([20, 0, 21]);
});
