import { Temporal } from 'temporal-polyfill';
import type { PostDeliveriesRow } from '../../../../shared/workspace/database.ts';
import { maybeSentSince } from '../messages.ts';
import type { Found, PublishedPart } from '../publisher.ts';
import type { PublishingSettings } from '../store.ts';
import type { NextStep } from './next-step.ts';

/** From when the backup is that the workspace was last restored from, and when that was done. */
export type Restore = { from: Temporal.Instant; at: Temporal.Instant };

/** The last restore; null when there was none. */
export function restoreOf({ restored_from, restored_at }: PublishingSettings): Restore | null {
  if (restored_from === null || restored_at === null) return null;
  return { from: Temporal.Instant.from(restored_from), at: Temporal.Instant.from(restored_at) };
}

/**
 * Whether a post may have gone out after the backup that it comes from: it is older than that, and no person has been
 * asked and has decided since.
 */
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

/** From when on such a post is looked for: the backup, or its time where that was earlier. ISO 8601. */
export function lookedForSince(dueAt: string, { from }: Restore): string {
  const due = Temporal.Instant.from(dueAt);
  return (Temporal.Instant.compare(due, from) < 0 ? due : from).toString();
}

/**
 * What becomes of such a post once it was looked for; null where it is to be sent. It is where its time came after the
 * restore and the platform says that it is not there. Before that it should have gone out, perhaps with other words: the
 * person is asked.
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
