import { expect, it } from 'vitest';
import { fileProblem } from '@/features/media/use-uploads.ts';

const LIMIT = 200 * 1024 * 1024;

it.each(['video/mp4', 'image/png', 'image/webp'])('takes %s of up to 200 MB, to the byte', (type) => {
  expect(fileProblem({ type, size: 1 })).toBeNull();
  expect(fileProblem({ type, size: LIMIT })).toBeNull();
});

it('refuses one byte more and says how large the file is', () => {
  expect(fileProblem({ type: 'image/png', size: LIMIT + 1 })).toBe(
    '200.1 MB; the limit is 200 MB. Shorten or compress it first.',
  );
});

it('refuses an empty file', () => {
  expect(fileProblem({ type: 'image/png', size: 0 })).toBe('Empty (0 bytes). Choose another file.');
});

it.each(['', 'video/quicktime', 'image/gif', 'toString'])('refuses the type %j, whatever its size', (type) => {
  for (const size of [0, 5, LIMIT + 1]) expect(fileProblem({ type, size })).toMatch(/^Not an MP4 video/);
});
