import { type ComponentProps, type ReactNode, useId } from 'react';
import { Field, FieldDescription, FieldError, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';

type AiTextFieldProps = {
  label: string;
  hint?: string | undefined;
  value: string;
  onChange: (typed: string) => void;
  problem?: string | undefined;
  suggestions?: readonly string[];
  /** Rendered below the error. */
  after?: ReactNode;
} & Pick<ComponentProps<'input'>, 'type' | 'placeholder' | 'inputMode' | 'className' | 'onFocus'>;

/** A text field of the AI card, without the browser's autocorrection. */
export function AiTextField({
  label,
  hint,
  value,
  onChange,
  problem,
  suggestions = [],
  after,
  ...input
}: AiTextFieldProps) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Input
        id={id}
        {...input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete={input.type === 'password' ? 'new-password' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        list={suggestions.length > 0 ? `${id}-list` : undefined}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      {suggestions.length > 0 ? (
        <datalist id={`${id}-list`}>
          {suggestions.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      ) : null}
      {hint ? <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription> : null}
      <FieldError id={`${id}-error`}>{problem}</FieldError>
      {after}
    </Field>
  );
}
