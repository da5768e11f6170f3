import { PostgrestError } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { failureReason } from '@/lib/failure-reason.ts';

it('is what the server said', () => {
  const error = new PostgrestError({ message: 'The database is full.', details: '', hint: '', code: '53100' });
  expect(failureReason(error)).toBe('The database is full.');
});

it('is that the backend could not be reached, where fetch failed', () => {
  expect(failureReason(new TypeError('Failed to fetch'))).toContain('Make sure the agent is running');
});
