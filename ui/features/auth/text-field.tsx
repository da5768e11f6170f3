import { type ComponentProps, type ReactNode, useId } from 'react';
import { Field, FieldError, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';

/** A labelled text field whose error is tied to it for screen readers; `end` stands inside the field's far edge. */
export function TextField({
  label,
  error,
  end,
  ...input
}: { label: string; error?: string; end?: ReactNode } & ComponentProps<typeof Input>) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <div className="relative">
        <Input
          id={id}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...input}
        />
        {end}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Field>
  );
}
