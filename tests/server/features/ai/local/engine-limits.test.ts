import { describe, expect, it } from 'vitest';
import { threadsFor } from '../../../../../server/features/ai/local/engine/engine.ts';
import { memoryAtHand } from '../../../../../server/features/ai/local/engine/memory.ts';

describe('what a model on this machine takes', () => {
  it('leaves one core to the person at the machine, where there is more than one', () => {
    expect([1, 2, 8].map(threadsFor)).toEqual([1, 1, 7]);
  });

  it('is of the memory that this machine has', () => {
    expect(memoryAtHand()).toBeGreaterThan(0);
    expect(memoryAtHand()).toBeLessThan(1e14);
  });
});
