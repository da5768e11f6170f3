import { X } from 'lucide-react';
import { Dialog as SheetPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { styled } from '@/components/styled.tsx';
import { cn } from '@/lib/class-names.ts';
import { useReturnFocus } from '@/lib/use-return-focus.ts';

/** A panel that slides in from the left over the page. Controlled by `open` and `onOpenChange`. */
export const Sheet = SheetPrimitive.Root;

/** The panel; needs a SheetTitle. On closing, the focus returns to its previous element. */
export function SheetContent({
  className,
  children,
  onOpenAutoFocus,
  onCloseAutoFocus,
  ...props
}: ComponentProps<typeof SheetPrimitive.Content>) {
  const focus = useReturnFocus(onOpenAutoFocus, onCloseAutoFocus);
  return (
    <SheetPrimitive.Portal>
      <SheetPrimitive.Overlay className="fixed inset-0 z-50 bg-black/40 data-[state=closed]:animate-leave data-[state=open]:animate-appear" />
      <SheetPrimitive.Content
        data-slot="sheet-content"
        className={cn(
          'fixed inset-y-0 left-0 z-50 flex h-full w-72 flex-col border-r bg-background shadow-float data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in',
          className,
        )}
        {...props}
        {...focus}
      >
        {children}
        <SheetPrimitive.Close className="absolute top-1.5 right-1.5 inline-flex size-11 items-center justify-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground">
          <X className="size-4" aria-hidden="true" />
          <span className="sr-only">Close</span>
        </SheetPrimitive.Close>
      </SheetPrimitive.Content>
    </SheetPrimitive.Portal>
  );
}

export const SheetTitle = styled(SheetPrimitive.Title, 'sheet-title', 'font-semibold');

export const SheetDescription = styled(
  SheetPrimitive.Description,
  'sheet-description',
  'text-sm text-muted-foreground',
);
