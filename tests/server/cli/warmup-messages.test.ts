import { describe, expect, it } from 'vitest';
import { failureInWords } from '../../../server/cli/accounts/warmup-messages.ts';
import { ENDED } from '../../../server/features/warmup/messages.ts';
import { isStopSignal, warmupReasonSchema } from '../../../shared/accounts/warmup.ts';

const REASONS = warmupReasonSchema.options;

describe('why a warm-up failed', () => {
  it('is said by the terminal and the journal for every reason, in words of its own', () => {
    const said = REASONS.map((reason) => failureInWords(reason, 'IG_Main'));
    for (const words of said) expect(words).toMatch(/^The warm-up of IG_Main failed\. [A-Z].*\.$/);
    expect(new Set(said).size).toBe(REASONS.length);
    expect(Object.keys(ENDED).toSorted()).toEqual([...REASONS].toSorted());
    expect(new Set(Object.values(ENDED)).size).toBe(REASONS.length);
  });

  it.each(REASONS.filter(isStopSignal))('names the log-in that lets %s go on', (reason) =>
    expect(failureInWords(reason, 'IG_Main')).toContain('`local-agent accounts login "IG_Main"`'),
  );
});
