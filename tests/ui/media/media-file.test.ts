import { describe, expect, it } from 'vitest';
import { usageLabel, usageLine } from '@/features/media/media-file.ts';

const post = (title: string) => ({ kind: 'post' as const, title });

describe('what uses a file', () => {
  it('is a post by the first line of its caption that says something of its own', () => {
    expect(usageLabel(post('  Slow   mornings \n\nAnd bread'))).toBe('Slow mornings');
    expect(usageLabel(post('In numbers:\n\nBread takes 20 hours.'))).toBe('Bread takes 20 hours.');
    expect(usageLabel(post(`${'long '.repeat(30)}caption`))).toBe(`${'long '.repeat(16).trim()}…`);
    // No emoji is cut in half.
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
