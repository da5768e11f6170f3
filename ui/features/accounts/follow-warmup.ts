import { pause } from '@/lib/pause.ts';
import { WARMUP_POLL_MS, type WarmupEnd, type WarmupStatusAnswer } from '../../../shared/warmup.ts';

type Following = {
  /** Asks the agent once; may throw, which only means that the next answer is awaited. */
  ask: (signal: AbortSignal) => Promise<WarmupStatusAnswer>;
  /** Hears each answer, and undefined where the agent gave none. */
  onAnswer: (answer: WarmupStatusAnswer | undefined) => void;
  signal: AbortSignal;
};

/**
 * Asks at once and then every WARMUP_POLL_MS until the warm-up is over (§4); answers how it ended, or undefined when it
 * was told to stop first.
 */
export async function followWarmup({ ask, onAnswer, signal }: Following): Promise<WarmupEnd | undefined> {
  while (!signal.aborted) {
    const answer = await ask(signal).catch(() => undefined);
    if (signal.aborted) return undefined;
    onAnswer(answer);
    if (answer?.isRunning === false) return answer.status;
    await pause(WARMUP_POLL_MS, signal);
  }
  return undefined;
}
