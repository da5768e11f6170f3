import { describe, expect, it } from 'vitest';
import { runningWarmup } from '@/features/accounts/warmup-progress.ts';
import type { WarmupProgress } from '../../../shared/accounts/warmup.ts';

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
