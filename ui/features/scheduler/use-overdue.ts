import { useSyncExternalStore } from 'react';
import { isOverdue } from '../../../shared/posts/overdue.ts';
import type { PostStatus } from '../../../shared/workspace/database.ts';

const MINUTE_MS = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Whether a post still waits although its time has passed; true from that minute on, while the screen stays open. */
export function useOverdue(post: { status: PostStatus; scheduled_time: string }): boolean {
  return useSyncExternalStore(eachMinute, () => isOverdue(post, new Date()));
}

/** One timer for all that is shown. Returns an unsubscribe function. */
function eachMinute(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, MINUTE_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
