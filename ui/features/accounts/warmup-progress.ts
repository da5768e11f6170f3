import type { WarmupProgress, WarmupStatusAnswer } from '../../../shared/accounts/warmup.ts';

/**
 * What is known of a running warm-up: nothing, because the agent did not answer (`silent`); that it runs on another
 * machine (`elsewhere`); or its progress, in `percent` of the session's planned length.
 */
export type RunningWarmup =
  | { kind: 'silent' }
  | { kind: 'elsewhere' }
  | { kind: 'here'; progress: WarmupProgress; percent: number };

/** The state of a running warm-up in an agent's answer, undefined once it is over; `silent` without an answer. */
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
