import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { createToastStore, type ToastContent } from '@/components/toast-store.ts';

const store = createToastStore();

// Fetched beside the first screen, not before it, and at once, because the first notification may be that the agent is
// gone.
const ToastList = lazy(async () => ({ default: (await import('@/components/toast-list.tsx')).ToastList }));

/**
 * Shows the primary notification (§2): a title, an optional description and action; `destructive` for failures. One is
 * visible at a time and a newer one replaces it. Answers the notification's id. Single-line messages (Scheduler,
 * Settings) use sonner's toast instead.
 */
export function toast(content: ToastContent): string {
  return store.add(content);
}

/** Where the primary notifications appear; the app mounts it once, and what it shows goes with it. */
export function Toaster() {
  const items = useSyncExternalStore(store.subscribe, store.items);
  useEffect(() => store.clear, []);
  return (
    <Suspense>
      <ToastList items={items} onDismiss={store.dismiss} />
    </Suspense>
  );
}
