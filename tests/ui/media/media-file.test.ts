import { describe, expect, it } from 'vitest';
import { usageLabel, usageLine } from '@/features/media/media-file.ts';
import { fileProblem } from '@/features/media/use-uploads.ts';

const post = (title: string) => ({ kind: 'post' as const, title });

describe('what uses a file', () => {
  it('is a post by the first line of its caption that says something of its own', () => {
    expect(usageLabel(post('  Slow   mornings \n\nAnd bread'))).toBe('Slow mornings');
    expect(usageLabel(post('In numbers:\n\nBread takes 20 hours.'))).toBe('Bread takes 20 hours.');
    expect(usageLabel(post(`${'long '.repeat(30)}caption`))).toBe(`${'long '.repeat(16).trim()}…`);
    // An emoji is not cut in half.
    expect(usageLabel(post('🥐'.repeat(100)))).toBe(`${'🥐'.repeat(80)}…`);
  });

  it('is a post without words, a project or a run by what it is', () => {
    expect(usageLabel(post('\n '))).toBe('Post without a caption');
    expect(usageLabel({ kind: 'project', title: 'Baking' })).toBe('Video of the project “Baking”');
    expect(usageLabel({ kind: 'run', title: 'Baking' })).toBe('New posts for “Baking”, in progress');
  });

  it('is a deleted post, while that can be brought back', () => {
    expect(usageLabel({ kind: 'bin', title: 'Slow mornings' })).toBe('In the Bin of the Scheduler: Slow mornings');
    expect(usageLabel({ kind: 'bin', title: '' })).toBe('In the Bin of the Scheduler: Post without a caption');
  });

  it('stands in a line with how many more there are', () => {
    expect(usageLine([])).toBe('Not used');
    expect(usageLine([post('One')])).toBe('One');
    expect(usageLine([post('One'), post('Two'), post('Three')])).toBe('One +2');
  });
});

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
