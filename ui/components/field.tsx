import { type ComponentProps, type ReactNode, useId } from 'react';
import { Label } from '@/components/label.tsx';
import { styled } from '@/components/styled.tsx';
import { cn } from '@/lib/class-names.ts';

export const FieldGroup = styled('div', 'field-group', 'flex flex-col gap-6');

/** A control with its label, hint and error; `horizontal` puts the control next to the text (switches, checkboxes). */
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

/** A field's hint; link it with the control's `aria-describedby`. */
export const FieldDescription = styled('p', 'field-description', 'text-[0.8125rem] leading-snug text-muted-foreground');

/** A field's error; renders nothing without children. */
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
export const FieldSet = styled('fieldset', 'field-set', 'flex min-w-0 flex-col gap-2.5');

export const FieldLegend = styled('legend', 'field-legend', 'mb-2.5 text-sm leading-snug font-medium');

type FormFieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** The field's error, if any. */
  error?: ReactNode;
  /** Rendered after the error. */
  after?: ReactNode;
  children: (control: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode;
};

/** A labelled control; `children` spreads the attributes that link it to its label, hint and error. */
export function FormField({ label, hint, error, after, children }: FormFieldProps) {
  const id = useId();
  const words = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': words || undefined })}
      {hint ? <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription> : null}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {after}
    </Field>
  );
}
