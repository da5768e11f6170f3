import { Temporal } from 'temporal-polyfill';
import type { PostDeliveriesRow } from '../../../../shared/workspace/database.ts';
import { maybeSentSince } from '../messages.ts';
import type { Found, PublishedPart } from '../publisher.ts';
import type { PublishingSettings } from '../store.ts';
import type { NextStep } from './next-step.ts';

/** The time of the backup last restored, and of the restore. */
export type Restore = { from: Temporal.Instant; at: Temporal.Instant };

/** The last restore, or null. */
export function restoreOf({ restored_from, restored_at }: PublishingSettings): Restore | null {
  if (restored_from === null || restored_at === null) return null;
  return { from: Temporal.Instant.from(restored_from), at: Temporal.Instant.from(restored_at) };
}

/** Whether a post may have been published after the backup: it is older, and the user has not decided on it since. */
export function mayHaveGoneOut(
  { attempts }: Pick<PostDeliveriesRow, 'attempts'>,
  createdAt: string,
  restore: Restore,
): boolean {
  if (Temporal.Instant.compare(Temporal.Instant.from(createdAt), restore.from) > 0) return false;
  return !attempts.some(
    ({ state, endedAt }) =>
      state === 'needs_review' &&
      endedAt !== undefined &&
      Temporal.Instant.compare(Temporal.Instant.from(endedAt), restore.at) > 0,
  );
}

/** The time from which to search for such a post: the backup's, or its own if that is earlier. ISO 8601. */
export function lookedForSince(dueAt: string, { from }: Restore): string {
  const due = Temporal.Instant.from(dueAt);
  return (Temporal.Instant.compare(due, from) < 0 ? due : from).toString();
}

/**
 * The next step for such a post after it was looked up; null if it should be sent, because it is due after the restore
 * and the platform confirms that it does not exist. If it was due earlier, it should have been published, perhaps with
 * other words, so the user decides.
 */
export function afterLookingFor(found: Found, dueAt: string, restore: Restore): NextStep | null {
  if (found.found === 'all')
    return { state: 'published', parts: found.parts, words: maybeSentSince.found(restore.from) };
  const isPlanned = Temporal.Instant.compare(Temporal.Instant.from(dueAt), restore.at) > 0;
  if (found.found === 'none' && isPlanned) return null;
  const parts: readonly PublishedPart[] = found.found === 'some' ? found.parts : [];
  const words = maybeSentSince[found.found](restore.from, found.found === 'unclear' ? found.why : '');
  return { state: 'needs_review', errorClass: 'unknown', words, parts };
}
