import type { ComponentProps } from 'react';
import { Label } from '@/components/label.tsx';
import { cn } from '@/lib/class-names.ts';

/** Fields of a form, one under the other. */
export function FieldGroup({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="field-group" className={cn('flex flex-col gap-6', className)} {...props} />;
}

/**
 * One control with its label, hint and error; `horizontal` puts the control beside the words (switches, checkboxes).
 */
export function Field({
  className,
  orientation = 'vertical',
  ...props
}: ComponentProps<'div'> & { orientation?: 'vertical' | 'horizontal' }) {
  return (
    <div
      data-slot="field"
      className={cn(
        'flex',
        orientation === 'vertical' ? 'flex-col gap-2' : 'items-start justify-between gap-6',
        className,
      )}
      {...props}
    />
  );
}

export function FieldLabel({ className, ...props }: ComponentProps<typeof Label>) {
  return <Label className={cn('w-fit', className)} {...props} />;
}

/** What the field is for; link it with the control's `aria-describedby`. */
export function FieldDescription({ className, ...props }: ComponentProps<'p'>) {
  return (
    <p
      data-slot="field-description"
      className={cn('text-[0.8125rem] leading-snug text-muted-foreground', className)}
      {...props}
    />
  );
}

/** What is wrong with the field; renders nothing without children. */
export function FieldError({ className, children, ...props }: ComponentProps<'p'>) {
  if (!children) return null;
  return (
    <p
      role="alert"
      data-slot="field-error"
      className={cn('text-[0.8125rem] leading-snug font-medium text-destructive', className)}
      {...props}
    >
      {children}
    </p>
  );
}

/** Several controls under one FieldLegend, such as a grid of checkboxes. */
export function FieldSet({ className, ...props }: ComponentProps<'fieldset'>) {
  return <fieldset data-slot="field-set" className={cn('flex min-w-0 flex-col gap-2.5', className)} {...props} />;
}

export function FieldLegend({ className, ...props }: ComponentProps<'legend'>) {
  return (
    <legend data-slot="field-legend" className={cn('mb-2.5 text-sm leading-snug font-medium', className)} {...props} />
  );
}
