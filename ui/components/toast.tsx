import { useEffect, useSyncExternalStore } from 'react';
import { ToastList } from '@/components/toast-list.tsx';
import { createToastStore, type ToastContent } from '@/components/toast-store.ts';

const store = createToastStore();

type ToastOptions = Omit<ToastContent, 'title' | 'variant'>;

/**
 * Shows a notification (§2): a title, an optional description and action; `destructive` for failures. A newer one
 * replaces it, unless it has an action, such as Undo. Returns its id. `toast.success(title)` etc. are shorthands.
 */
export function toast(content: ToastContent): string {
  return store.add(content);
}
toast.success = of('success');
toast.info = of('info');
toast.warning = of('warning');
toast.error = of('destructive');

function of(variant: ToastContent['variant'] & string) {
  return (title: string, options?: ToastOptions) => store.add({ ...options, title, variant });
}

/** Renders the notifications; mounted once by the app. */
export function Toaster() {
  const items = useSyncExternalStore(store.subscribe, store.items);
  useEffect(() => store.clear, []);
  return <ToastList items={items.filter(({ open }) => open)} onDismiss={store.dismiss} />;
}
