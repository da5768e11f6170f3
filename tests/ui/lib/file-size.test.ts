import { expect, it } from 'vitest';
import { formatSize } from '@/lib/file-size.ts';

const LIMIT = 200 * 1024 * 1024;

it('writes sizes in whole kilobytes and tenths of megabytes, rounded up', () => {
  expect([0, 1, 1024, 1_500_000, LIMIT, LIMIT + 1].map(formatSize)).toEqual([
    '0 KB',
    '1 KB',
    '1 KB',
    '1.5 MB',
    '200 MB',
    '200.1 MB',
  ]);
});
