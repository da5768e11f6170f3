import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { createToastStore, type ToastContent } from '@/components/toast-store.ts';

const store = createToastStore();

// Loaded in parallel with the first screen, because the first notification may be that the agent is gone.
const ToastList = lazy(async () => ({ default: (await import('@/components/toast-list.tsx')).ToastList }));

/**
 * Shows a primary notification (§2): a title, an optional description and action; `destructive` for failures. A newer
 * one replaces it. Returns its id. Single-line messages (Scheduler, Settings) use sonner's toast instead.
 */
export function toast(content: ToastContent): string {
  return store.add(content);
}

/** Renders the primary notifications; mounted once by the app. */
export function Toaster() {
  const items = useSyncExternalStore(store.subscribe, store.items);
  useEffect(() => store.clear, []);
  return (
    <Suspense>
      <ToastList items={items} onDismiss={store.dismiss} />
    </Suspense>
  );
}
