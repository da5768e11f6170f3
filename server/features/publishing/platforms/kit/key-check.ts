import type { KeyFinding } from '../../../../../shared/publishing/guide-window.ts';
import type { PlatformAnswer } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';

/**
 * What a token endpoint's answer means for an app's two keys. Throws a PublishError if it is inconclusive, such as in
 * an outage.
 */
export function appFinding(
  fields: readonly [string, string],
  { status }: PlatformAnswer,
  { isTaken, isRefused, works, wrong }: { isTaken: boolean; isRefused: boolean; works: string; wrong: string },
): KeyFinding {
  if (isTaken) return { fields: [...fields], state: 'works', words: works };
  if (isRefused) return { fields: [...fields], state: 'wrong', words: wrong };
  throw new PublishError('transient', `The answer (${status}) says nothing about these keys.`);
}
