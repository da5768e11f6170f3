import { useId } from 'react';
import { Field, FieldError, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/select.tsx';

type TextFieldProps = {
  name?: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  error?: string | undefined;
  isSecret?: boolean | undefined;
  isOptional?: boolean | undefined;
  disabled?: boolean;
};

/** One field of a login. Secrets are masked, and not offered to the browser's password manager. */
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

type ChoiceFieldProps = Pick<TextFieldProps, 'label' | 'value' | 'onChange' | 'error'> & {
  options: readonly { value: string; label: string }[];
};

export function ChoiceField({ label, value, onChange, error, options }: ChoiceFieldProps) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Select value={value} onValueChange={onChange}>
        <SelectTrigger
          id={id}
          className="h-11 sm:h-10"
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
        >
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          {options.map((option) => (
            <SelectItem key={option.value} value={option.value}>
              {option.label}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Field>
  );
}
