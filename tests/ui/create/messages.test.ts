import { expect, it } from 'vitest';
import { generationAnswered, postsPerDayLabel, projectFailed, runEndNote } from '@/features/create/messages.ts';

it('names the template of a successful run (§8)', () => {
  expect(generationAnswered({ success: true, template: 'Carousel Tips', created: 2 })).toEqual({
    title: 'Content Generated! 🎉',
    description: 'Successfully created content using Carousel Tips template. Check the Scheduler page!',
  });
});

it("gives a run without posts the server's message, or the words of §8", () => {
  expect(generationAnswered({ success: false, message: 'Nothing new.', created: 0 })).toEqual({
    title: 'Project Created ✅',
    description: 'Nothing new.',
  });
  expect(generationAnswered({ success: false, created: 0 }).description).toBe(
    'Project saved. Content will be generated on schedule.',
  );
});

it('gives a failed save its message, or the words of §8', () => {
  expect(projectFailed('new row violates a rule')).toMatchObject({
    title: 'Error',
    description: 'new row violates a rule',
  });
  expect(projectFailed('').description).toBe('Failed to create content project');
});

it('leaves a note of what came of the run', () => {
  expect(runEndNote({ kind: 'answered', result: { success: true, template: 'x', created: 1 } })).toBe(
    '1 post written and scheduled.',
  );
  expect(
    runEndNote({ kind: 'answered', result: { success: true, created: 3, message: 'One source was left out.' } }),
  ).toBe('3 posts written and scheduled. One source was left out.');
  expect(runEndNote({ kind: 'failed', reason: 'The disk is full.' })).toContain('The disk is full.');
});

it('counts posts per day in words', () => {
  expect([1, 2, 10].map(postsPerDayLabel)).toEqual(['1 post per day', '2 posts per day', '10 posts per day']);
});
