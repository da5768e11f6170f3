import { type Ref, useId } from 'react';
import { Field, FieldError, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { addMessages } from '@/features/accounts/messages.ts';

type LabelFieldProps = {
  value: string;
  onChange: (label: string) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
};

/** The person's own name for the account. */
export function LabelField({ value, onChange, error, ref }: LabelFieldProps) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{addMessages.label}</FieldLabel>
      <Input
        id={id}
        ref={ref}
        dir="auto"
        autoComplete="off"
        className="h-11 sm:h-10"
        placeholder={addMessages.labelPlaceholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-required="true"
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Field>
  );
}
