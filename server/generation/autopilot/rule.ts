import type { GenerationRequest, GenerationResult } from '../../../shared/posts/generation.ts';

/** The name of the autopilot's job. Its run key is the local date, for agents and the cloud alike. */
export const AUTOPILOT_JOB = 'autopilot';

/** Failures that may be resolved within the day. A failed generation has made no posts. */
const PASSING_CODES: readonly string[] = ['conflict', 'rate_limited', 'unavailable'];

export const maySucceedLater = (code: string) => PASSING_CODES.includes(code);

/**
 * A request for one post (§9). A retry first checks whether an earlier attempt made it, but was killed before recording
 * it.
 */
export function autopilotRequest(attempt: number, startedAt: string): GenerationRequest {
  return { reason: 'autopilot', count: 1, ...(attempt > 1 && { unlessMadeSince: startedAt }) };
}

/** The result of a day's run as a sentence, and whether another attempt on the same day may succeed. */
export function endOfAutopilot({ success, nothing, created, template, message }: GenerationResult): {
  result: string;
  triesAgain: boolean;
} {
  // A retry would find the same sources.
  if (nothing === 'used_up') return { result: message ?? NOTHING_MADE, triesAgain: false };
  if (!success || created === 0) return { result: message ?? NOTHING_MADE, triesAgain: !success };
  const made = `Made ${created} ${created === 1 ? 'post' : 'posts'} with the template ${template ?? 'General'}.`;
  return { result: [made, message].filter(Boolean).join(' '), triesAgain: false };
}

const NOTHING_MADE = 'No post could be made.';
