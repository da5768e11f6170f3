import { PostgrestError } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { failureReason } from '@/lib/messages.ts';

it('is what the server said', () => {
  const error = new PostgrestError({ message: 'The database is full.', details: '', hint: '', code: '53100' });
  expect(failureReason(error)).toBe('The database is full.');
});

it('is what stands for no answer at all', () => {
  expect(failureReason(new TypeError('The backend could not be reached.'))).toBe('The backend could not be reached.');
  expect(failureReason('cancelled')).toBe('cancelled');
});
