/** How long a dismissed notification stays in the list before it is removed, in milliseconds (§4, §9). */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
/** Maximum notifications in the list (§9). */
const TOAST_LIMIT = 3;

type Action = { label: string; onClick: () => void };

/**
 * A notification's content. `action` is a button, such as an undo, and `also` a second one; pressing either also
 * dismisses the notification.
 */
export type ToastContent = {
  title: string;
  description?: string | null;
  variant?: 'default' | 'success' | 'info' | 'warning' | 'destructive';
  action?: Action;
  also?: Action;
  /** Replaces the notification with the same id, if there is one, so that nothing is announced twice. */
  id?: string;
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
    timer.setTimeout(() => change(items.filter((item) => item.open || item.id !== id)), TOAST_REMOVE_DELAY_MS);
  }

  /** Shows a notification and returns its id. Replaces all others, except open ones with an action. */
  function add(content: ToastContent): string {
    count += 1;
    const { id = String(count) } = content;
    const kept = items.filter((item) => item.open && item.action && item.id !== id);
    change([{ ...content, id, open: true }, ...kept].slice(0, TOAST_LIMIT));
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
