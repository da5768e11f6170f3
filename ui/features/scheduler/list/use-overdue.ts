import { useSyncExternalStore } from 'react';
import { nowDate } from '@/lib/clock.ts';
import { isOverdue } from '../../../../shared/posts/overdue.ts';
import type { PostStatus } from '../../../../shared/workspace/database.ts';

const MINUTE_MS = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Whether a post is still waiting after its time; updates every minute. */
export function useOverdue(post: { status: PostStatus; scheduled_time: string }): boolean {
  return useEachMinute(() => isOverdue(post, nowDate()));
}

/** A plain value that depends on the time; updates every minute. */
export function useEachMinute<Value extends string | number | boolean | null>(read: () => Value): Value {
  return useSyncExternalStore(eachMinute, read);
}

/** A single timer for all listeners. Returns an unsubscribe function. */
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
