import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { findPlace, type ToastPlace, topDialog } from '@/components/toast-place.ts';
import type { ToastItem } from '@/components/toast-store.ts';
import { cn } from '@/lib/class-names.ts';

/** How long a notification stays, in milliseconds; it waits while the pointer or the focus is on it. */
const TOAST_DURATION_MS = 5000;
/** For a failure, which has more to read. */
const FAILURE_DURATION_MS = 8000;
/** With an action: time to read, think, and reach it (F8 focuses the notifications). */
const ACTION_DURATION_MS = 20_000;

type OnDismiss = (id: string) => void;

/**
 * The notifications, newest first, placed where they cover neither titles nor controls. Announced politely. F8 moves
 * the focus to them, and it returns once they are gone. Only the notifications themselves take clicks, not the space
 * around them.
 */
export function ToastList({ items, onDismiss }: { items: readonly ToastItem[]; onDismiss: OnDismiss }) {
  const list = useRef<HTMLOListElement>(null);
  const place = usePlace(list, items);
  useFocusByKey(list, items);
  return (
    // Dialogs over the page do not hide a live region from screen readers.
    <section aria-label="Notifications" aria-live="polite" data-toaster="">
      <ol
        ref={list}
        className={cn(
          'pointer-events-none fixed z-100 m-0 flex w-96 max-w-[calc(100vw-2rem)] list-none gap-2',
          place?.end === 'top' ? 'flex-col' : 'flex-col-reverse',
        )}
        style={place ? { left: place.left, [place.end]: place.offset } : { left: 16, bottom: 16 }}
      >
        {items.map((item) => (
          <ToastView key={item.id} item={item} onDismiss={onDismiss} />
        ))}
      </ol>
    </section>
  );
}

const ICONS = { success: CircleCheck, info: Info, warning: TriangleAlert, destructive: CircleAlert, default: null };
const COLORS = {
  success: 'text-success',
  info: 'text-primary',
  warning: 'text-warning',
  destructive: 'text-destructive',
  default: '',
};

function ToastView({ item, onDismiss }: { item: ToastItem; onDismiss: OnDismiss }) {
  const { id, title, description, action, also, variant = 'default' } = item;
  const [isHeld, setIsHeld] = useState(false);
  const dismiss = () => onDismiss(id);
  useTimer(item, isHeld, dismiss);
  const Icon: LucideIcon | null = ICONS[variant];
  return (
    <li
      tabIndex={-1}
      data-state="open"
      data-variant={variant}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocusCapture={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      onKeyDown={({ key }) => key === 'Escape' && dismiss()}
      className="pointer-events-auto relative flex animate-rise items-start gap-3 rounded-lg border bg-popover py-3 pr-12 pl-4 text-sm text-popover-foreground shadow-float"
    >
      {Icon ? <Icon className={cn('mt-0.5 size-4.5 shrink-0', COLORS[variant])} aria-hidden="true" /> : null}
      {/* Long text keeps its width: the button wraps below it. */}
      <div className="flex max-h-[40dvh] min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2 overflow-y-auto">
        <div className="min-w-0 flex-[1_1_8rem]">
          <p className={cn('font-medium break-words', variant === 'destructive' && 'text-destructive')}>{title}</p>
          {description ? <p className="mt-0.5 break-words text-muted-foreground">{description}</p> : null}
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {[also, action].map((one) =>
            one ? (
              <button
                key={one.label}
                type="button"
                className="h-8 shrink-0 rounded-md border border-input px-3 font-medium hover:bg-accent pointer-coarse:h-11"
                onClick={() => {
                  dismiss();
                  one.onClick();
                }}
              >
                {one.label}
              </button>
            ) : null,
          )}
        </div>
      </div>
      <button
        type="button"
        className="absolute top-2 right-2 inline-flex size-7 items-center justify-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground pointer-coarse:top-0.5 pointer-coarse:right-0 pointer-coarse:size-11"
        onClick={dismiss}
      >
        <X className="size-4" aria-hidden="true" />
        <span className="sr-only">Dismiss</span>
      </button>
    </li>
  );
}

/**
 * Dismisses the notification after its duration. The timer restarts after hover or focus, and does not run while the
 * window is hidden.
 */
function useTimer(item: ToastItem, isHeld: boolean, dismiss: () => void) {
  const duration = item.action
    ? ACTION_DURATION_MS
    : item.variant === 'destructive'
      ? FAILURE_DURATION_MS
      : TOAST_DURATION_MS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `dismiss` is another function at each rendering; the notification is what the time is for.
  useEffect(() => {
    if (isHeld) return;
    let timer: ReturnType<typeof setTimeout>;
    const start = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(dismiss, duration);
    };
    start();
    document.addEventListener('visibilitychange', start);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', start);
    };
  }, [item, isHeld, duration]);
}

type ListRef = React.RefObject<HTMLOListElement | null>;

/** The position of the notifications, recomputed when they change, or the window's size, the focus or a dialog does. */
function usePlace(list: ListRef, items: readonly ToastItem[]): ToastPlace | null {
  const [place, setPlace] = useState<ToastPlace | null>(null);
  const isEmpty = items.length === 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: other notifications have another size.
  useLayoutEffect(() => {
    if (isEmpty) return;
    const find = () => {
      // A dialog grows once its content has loaded.
      const dialog = topDialog();
      if (dialog) dialogs.observe(dialog);
      // A notification that is hovered or focused must not move.
      if (list.current && !list.current.matches(':hover, :focus-within')) {
        const { offsetWidth: width, offsetHeight: height } = list.current;
        // Without a size it is not visible, and measuring every control of the page would be wasted.
        if (width > 0) setPlace(findPlace({ width, height }));
      }
    };
    const dialogs = new ResizeObserver(find);
    find();
    // The action itself may change the screen right after: a bar disappears, a list gets shorter.
    const frame = requestAnimationFrame(find);
    window.addEventListener('resize', find);
    document.addEventListener('focusin', find);
    return () => {
      cancelAnimationFrame(frame);
      dialogs.disconnect();
      window.removeEventListener('resize', find);
      document.removeEventListener('focusin', find);
    };
  }, [list, items.map(({ id }) => id).join(), isEmpty]);

  return place;
}

/**
 * F8 moves the focus to the newest notification, even out of an open dialog, whose focus trap would otherwise take it
 * back. When a focused notification disappears, the focus returns to the previous element, whether it left by F8 or by
 * a click.
 */
function useFocusByKey(list: ListRef, items: readonly ToastItem[]) {
  const before = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const toaster = list.current?.parentElement;
    const onKey = (event: KeyboardEvent) => {
      const newest = list.current?.querySelector('li');
      if (event.key !== 'F8' || !newest) return;
      event.preventDefault();
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && !toaster?.contains(activeElement)) {
        before.current = activeElement;
        activeElement.blur();
      }
      newest.focus();
    };
    const onFocusIn = (event: FocusEvent) => {
      // Stops the event, because dialogs would take the focus back.
      event.stopPropagation();
      const { relatedTarget: from } = event;
      if (from instanceof HTMLElement && !toaster?.contains(from)) before.current = from;
    };
    // If the user has focused another element, the focus no longer returns.
    const forget = () => {
      before.current = null;
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('focusin', forget);
    toaster?.addEventListener('focusin', onFocusIn);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('focusin', forget);
      toaster?.removeEventListener('focusin', onFocusIn);
    };
  }, [list]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a notification has gone.
  useEffect(() => {
    if (document.activeElement === document.body && before.current?.isConnected) before.current.focus();
  }, [items.length]);
}
