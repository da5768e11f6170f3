import { expect, it } from 'vitest';
import { mediaToasts, uploadMessages, uploadProblem } from '@/features/media/messages.ts';

it('says why a file is not stored: in the words of the storage where it has any', () => {
  expect(uploadProblem({ kind: 'refused', status: 400, message: 'The bucket is full.' })).toBe('The bucket is full.');
  expect(uploadProblem({ kind: 'refused', status: 500, message: null })).toContain('(500)');
  expect(uploadProblem({ kind: 'interrupted' })).toContain('Check the connection');
  expect(uploadProblem({ kind: 'signed-out' })).toContain('Sign in again');
  expect(uploadProblem({ kind: 'too-large' })).toContain('too large');
});

it('counts files', () => {
  expect(mediaToasts.uploaded(1).title).toBe('File uploaded');
  expect(mediaToasts.uploaded(1200).title).toBe('1,200 files uploaded');
  expect(mediaToasts.notAllUploaded(0, 1).title).toBe('1 file not uploaded');
  expect(mediaToasts.notAllUploaded(2, 3).description).toBe('2 files uploaded. See the Media Library for details.');
  expect([0, 1, 2].map(uploadMessages.title)).toEqual(['Not uploaded', 'Uploading 1 file', 'Uploading 2 files']);
});
