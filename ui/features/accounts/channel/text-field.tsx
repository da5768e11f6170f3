import { useId } from 'react';
import { Field, FieldError, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';

type TextFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  error?: string | undefined;
  isSecret?: boolean;
  isOptional?: boolean;
  disabled?: boolean;
};

/** One line of a login. A secret is hidden, and not offered to a password manager of the browser. */
export function TextField({ label, value, onChange, error, isSecret, isOptional, ...props }: TextFieldProps) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Input
        id={id}
        {...props}
        type={isSecret ? 'password' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        className="h-11 sm:h-10"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-required={!isOptional}
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Field>
  );
}
