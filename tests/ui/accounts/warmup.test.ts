import { describe, expect, it } from 'vitest';
import { reasonMessages, reasonWords } from '@/features/accounts/reason-messages.ts';
import { runningWarmup } from '@/features/accounts/warmup-progress.ts';
import { isStopSignal, type WarmupProgress, warmupReasonSchema } from '../../../shared/accounts/warmup.ts';

const progress = (seconds: number, minutesLeft: number): WarmupProgress => ({
  runId: '3f0c8b0e-6c0f-4b6a-9b0e-2a8d6a1f4c11',
  activity: 'feed',
  counts: { postsSeen: 3, storiesSeen: 0, reelsSeen: 0, likes: 0, seconds },
  minutesLeft,
});

describe('a warm-up that runs', () => {
  it.each([
    [0, 10, 0],
    [590, 0, 100],
    [0, 0, 0],
  ])('has, %i s after its beginning and %i min before its end, come %i %% of its way', (seconds, minutes, percent) => {
    const answer = { isRunning: true, progress: progress(seconds, minutes) } as const;
    expect(runningWarmup(answer)).toEqual({ kind: 'here', progress: answer.progress, percent });
  });

  it('is elsewhere where the agent knows nothing of how it goes, and silent where the agent says nothing', () => {
    expect(runningWarmup({ isRunning: true })).toEqual({ kind: 'elsewhere' });
    expect(runningWarmup(undefined)).toEqual({ kind: 'silent' });
  });

  it('is over when the agent says so', () => {
    expect(runningWarmup({ isRunning: false, status: 'success' })).toBeUndefined();
  });
});

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
