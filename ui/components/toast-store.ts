/** How long a dismissed notification stays in the list before it is removed, in milliseconds (§4, §9). */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
/** Maximum notifications in the list; newer ones replace older ones (§9). */
const TOAST_LIMIT = 1;

/** A notification's content. `action` is one button, such as an undo; pressing it also dismisses the notification. */
export type ToastContent = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  action?: { label: string; onClick: () => void };
};

/** A notification in the list (§3, "In-app notification"). */
export type ToastItem = ToastContent & { id: string; open: boolean };

/** The timer functions that the store needs; replaceable in tests. */
type Timer = { setTimeout(run: () => void, ms: number): unknown };

/** The list of in-app notifications: added open, dismissed (open false), removed TOAST_REMOVE_DELAY_MS later. */
export function createToastStore(timer: Timer = { setTimeout: (run, ms) => setTimeout(run, ms) }) {
  let items: readonly ToastItem[] = [];
  let count = 0;
  const listeners = new Set<() => void>();

  function change(next: readonly ToastItem[]) {
    items = next;
    for (const listener of listeners) listener();
  }

  /** Closes the notification; it is removed after the delay. Does nothing for an unknown id, or when repeated. */
  function dismiss(id: string) {
    if (!items.some((item) => item.id === id && item.open)) return;
    change(items.map((item) => (item.id === id ? { ...item, open: false } : item)));
    timer.setTimeout(() => change(items.filter((item) => item.id !== id)), TOAST_REMOVE_DELAY_MS);
  }

  /** Shows a notification, replacing the current one; returns its id. */
  function add(content: ToastContent): string {
    count += 1;
    const id = String(count);
    change([{ ...content, id, open: true }, ...items].slice(0, TOAST_LIMIT));
    return id;
  }

  return {
    add,
    dismiss,
    clear: () => change([]),
    items: () => items,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
