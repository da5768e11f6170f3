import { describe, expect, it } from 'vitest';
import { reasonMessages, reasonWords } from '@/features/accounts/reason-messages.ts';
import { isStopSignal, warmupReasonSchema } from '../../../shared/accounts/warmup.ts';

describe('why a warm-up ended', () => {
  it('is told for every reason, with what to do', () => {
    expect(Object.keys(reasonMessages).toSorted()).toEqual([...warmupReasonSchema.options].toSorted());
    for (const { what, remedy } of Object.values(reasonMessages)) {
      expect(what).toMatch(/^[A-Z].*\.$/);
      expect(remedy).toMatch(/^[A-Z].*\.$/);
    }
  });

  it.each(warmupReasonSchema.options.filter(isStopSignal))('names the log-in that lets %s go on', (reason) => {
    expect(reasonWords(reason).remedy).toMatch(/log in again here/i);
  });

  it.each(['from_a_newer_agent', 'toString', ''])('is told in general terms for %j', (reason) => {
    expect(reasonWords(reason).what).toBe('Instagram stopped the last warm-up.');
  });
});
