import { expect, it } from 'vitest';
import { generationAnswered, runEndNote, uploadProblem } from '@/features/create/messages.ts';

it("gives a run without posts the server's message", () => {
  expect(generationAnswered({ success: false, message: 'Nothing new.', created: 0 })).toEqual({
    title: 'Project Created ✅',
    description: 'Nothing new.',
  });
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

it('says why a video is not stored: in the words of the storage where it has any', () => {
  expect(uploadProblem({ kind: 'refused', status: 400, message: 'The bucket is full.' })).toBe('The bucket is full.');
  expect(uploadProblem({ kind: 'refused', status: 500, message: null })).toContain('(500)');
  expect(uploadProblem({ kind: 'interrupted' })).toContain('Check the connection');
  expect(uploadProblem({ kind: 'too-large' })).toContain('rejected the video as too large');
});
