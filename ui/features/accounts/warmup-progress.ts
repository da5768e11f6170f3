import type { WarmupProgress, WarmupStatusAnswer } from '../../../shared/accounts/warmup.ts';

/**
 * What is known of a warm-up that runs: nothing, because the agent did not answer (`silent`); that it runs on another
 * machine (`elsewhere`); or how it stands, `percent` of the session's planned length done.
 */
export type RunningWarmup =
  | { kind: 'silent' }
  | { kind: 'elsewhere' }
  | { kind: 'here'; progress: WarmupProgress; percent: number };

/**
 * What an answer of the agent says of a warm-up that runs, and undefined once it is over; without an answer it is
 * silent.
 */
export function runningWarmup(answer: WarmupStatusAnswer | undefined): RunningWarmup | undefined {
  if (!answer) return { kind: 'silent' };
  if (!answer.isRunning) return undefined;
  const { progress } = answer;
  return progress ? { kind: 'here', progress, percent: percentDone(progress) } : { kind: 'elsewhere' };
}

function percentDone({ counts: { seconds }, minutesLeft }: WarmupProgress): number {
  const planned = seconds + minutesLeft * 60;
  return planned > 0 ? Math.round((seconds / planned) * 100) : 0;
}
