import { X } from 'lucide-react';
import { Dialog as DialogPrimitive } from 'radix-ui';
import { type ComponentProps, useId } from 'react';
import { styled } from '@/components/styled.tsx';
import { cn } from '@/lib/class-names.ts';
import { useReturnFocus } from '@/lib/use-return-focus.ts';

/** A question or a short form over the page. Controlled by `open` and `onOpenChange`, or opened by DialogTrigger. */
export const Dialog = DialogPrimitive.Root;

export const DialogTrigger = DialogPrimitive.Trigger;

/** Open panels that trap the focus and handle Escape. */
const PANELS = ['dialog', 'menu', 'listbox'].map((role) => `[role=${role}]:not([data-state=closed])`).join();

/**
 * The dialog's content; needs a DialogTitle, and a DialogDescription or `aria-describedby={undefined}`. On closing, the
 * focus returns to its previous element, or to the screen's heading if that no longer exists.
 */
export function DialogContent({
  className,
  children,
  onOpenAutoFocus,
  onCloseAutoFocus,
  isClosable = true,
  ...props
}: ComponentProps<typeof DialogPrimitive.Content> & { isClosable?: boolean }) {
  const focus = useReturnFocus(onOpenAutoFocus, onCloseAutoFocus);
  const id = useId();

  // While another panel opens over a dialog, Radix still passes Escape to the one below (radix-ui/primitives#4143).
  function keepBelow(event: KeyboardEvent) {
    const panel = event.target instanceof Element && event.target.closest(`${PANELS}, [data-toaster]`);
    if (panel && panel.getAttribute('data-dialog') !== id) event.preventDefault();
  }

  /** A press on a notification, such as its Undo, is not outside the dialog. */
  function keepForToast(event: Event) {
    if (event.target instanceof Element && event.target.closest('[data-toaster]')) event.preventDefault();
  }

  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className="fixed inset-0 z-50 bg-black/40 data-[state=closed]:animate-leave data-[state=open]:animate-appear" />
      <DialogPrimitive.Content
        data-slot="dialog-content"
        data-dialog={id}
        onEscapeKeyDown={keepBelow}
        onInteractOutside={keepForToast}
        className={cn(
          'fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 gap-5 overflow-y-auto rounded-xl border bg-popover p-6 text-popover-foreground shadow-float data-[state=closed]:animate-leave data-[state=open]:animate-appear',
          className,
        )}
        {...props}
        {...focus}
      >
        {children}
        {isClosable ? (
          <DialogPrimitive.Close className="absolute top-4 right-4 inline-flex size-8 items-center justify-center rounded-md text-muted-foreground transition-colors hover:bg-accent hover:text-foreground pointer-coarse:top-2 pointer-coarse:right-2 pointer-coarse:size-11">
            <X className="size-4" aria-hidden="true" />
            <span className="sr-only">Close</span>
          </DialogPrimitive.Close>
        ) : null}
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}

export const DialogHeader = styled('div', 'dialog-header', 'flex flex-col gap-1.5 pr-8');

export const DialogFooter = styled('div', 'dialog-footer', 'flex flex-col-reverse gap-2 sm:flex-row sm:justify-end');

export const DialogTitle = styled(DialogPrimitive.Title, 'dialog-title', 'text-lg leading-snug font-semibold');

export const DialogDescription = styled(
  DialogPrimitive.Description,
  'dialog-description',
  'text-sm text-muted-foreground',
);

/** The header of most dialogs. */
export function DialogHeading({ title, description }: { title: string; description: string }) {
  return (
    <DialogHeader>
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription className="break-words">{description}</DialogDescription>
    </DialogHeader>
  );
}
