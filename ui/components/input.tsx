import type { ComponentProps } from 'react';
import { cn } from '@/lib/class-names.ts';

/** The common style of text fields, selects and text areas. */
export const fieldSurface =
  'w-full rounded-md border border-input bg-card text-base text-foreground transition-colors duration-150 placeholder:text-muted-foreground hover:border-muted-foreground/45 focus-visible:border-ring focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-destructive sm:text-sm';

/** A one-line text field. Set `aria-invalid` and `aria-describedby` when it has an error. */
export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return (
    <input
      data-slot="input"
      type={type}
      className={cn(
        fieldSurface,
        'h-10 min-w-0 px-3 file:mr-3 file:border-0 file:bg-transparent file:text-sm file:font-medium file:text-foreground',
        className,
      )}
      {...props}
    />
  );
}

/** A multi-line text field. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea data-slot="textarea" className={cn(fieldSurface, 'min-h-20 px-3 py-2', className)} {...props} />;
}
