import { X } from 'lucide-react';
import { Toast as ToastPrimitive } from 'radix-ui';
import type { ToastItem } from '@/components/toast-store.ts';
import { cn } from '@/lib/class-names.ts';

/** How long a notification stays, in milliseconds; paused by hover and focus. */
const TOAST_DURATION_MS = 5000;
/** The same with an action: time to read, think, and reach it (F8 focuses the notifications). */
const ACTION_DURATION_MS = 20_000;

type OnDismiss = (id: string) => void;

/**
 * The notifications at the top of the window, over headings: buttons are at the end of a row or at the bottom of a page
 * or a dialog. Only a notification itself takes clicks.
 */
export function ToastList({ items, onDismiss }: { items: readonly ToastItem[]; onDismiss: OnDismiss }) {
  return (
    <ToastPrimitive.Provider label="Notification" swipeDirection="right">
      {items.map((item) => (
        <ToastView key={item.id} item={item} onDismiss={onDismiss} />
      ))}
      <ToastPrimitive.Viewport className="pointer-events-none fixed inset-x-0 top-12 z-100 m-0 mx-auto flex w-full list-none flex-col p-4 outline-none sm:w-105 md:top-0" />
    </ToastPrimitive.Provider>
  );
}

function ToastView({ item, onDismiss }: { item: ToastItem; onDismiss: OnDismiss }) {
  const destructive = item.variant === 'destructive';
  return (
    <ToastPrimitive.Root
      open={item.open}
      onOpenChange={(open) => open || onDismiss(item.id)}
      duration={item.action ? ACTION_DURATION_MS : TOAST_DURATION_MS}
      type={destructive ? 'foreground' : 'background'}
      data-variant={item.variant ?? 'default'}
      className={cn(
        'pointer-events-auto relative flex items-center gap-4 rounded-lg border bg-popover py-3.5 pr-12 pl-4 text-popover-foreground shadow-float data-[state=closed]:animate-leave data-[state=open]:animate-rise data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        destructive && 'border-destructive/45',
      )}
    >
      <span
        aria-hidden="true"
        className={cn('w-0.5 shrink-0 self-stretch rounded-full', destructive ? 'bg-destructive' : 'bg-primary')}
      />
      {/* A long text keeps its width: the button wraps below it. */}
      <div className="flex max-h-[70dvh] min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-3 overflow-y-auto">
        <div className="min-w-0 flex-[1_1_14rem]">
          <ToastPrimitive.Title className={cn('text-sm font-semibold', destructive && 'text-destructive')}>
            {item.title}
          </ToastPrimitive.Title>
          {item.description ? (
            <ToastPrimitive.Description className="mt-0.5 text-sm break-words text-muted-foreground">
              {item.description}
            </ToastPrimitive.Description>
          ) : null}
        </div>
        {item.action ? (
          <ToastPrimitive.Action
            altText={item.action.label}
            onClick={item.action.onClick}
            className="h-8 shrink-0 rounded-md border border-input px-3 text-sm font-medium hover:bg-accent pointer-coarse:h-11"
          >
            {item.action.label}
          </ToastPrimitive.Action>
        ) : null}
      </div>
      <ToastPrimitive.Close className="absolute top-2.5 right-2.5 inline-flex size-7 items-center justify-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground pointer-coarse:top-1 pointer-coarse:right-0 pointer-coarse:size-11">
        <X className="size-4" aria-hidden="true" />
        <span className="sr-only">Dismiss</span>
      </ToastPrimitive.Close>
    </ToastPrimitive.Root>
  );
}
