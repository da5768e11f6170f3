import { useId, useState } from 'react';
import { Field, FieldDescription, FieldError, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { ConflictNote } from '@/features/settings/conflict-note.tsx';

type NumberFieldProps = {
  label: string;
  hint: string;
  bounds: { min: number; max: number };
  /** The typed text, possibly not a number. */
  value: string;
  onChange: (typed: string) => void;
  problem: string | null | undefined;
  /** Another window's stored value. */
  conflict: string | undefined;
};

/** A whole number. Errors appear on blur, and disappear once fixed. */
export function NumberField({ label, hint, bounds, value, onChange, problem, conflict }: NumberFieldProps) {
  const id = useId();
  const [isTyping, setIsTyping] = useState(false);
  const shown = isTyping ? null : (problem ?? null);
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Input
        id={id}
        type="number"
        inputMode="numeric"
        {...bounds}
        step={1}
        className="w-full tabular-nums"
        value={value}
        onChange={(event) => {
          setIsTyping(true);
          onChange(event.target.value);
        }}
        onBlur={() => setIsTyping(false)}
        onKeyDown={(event) => event.key === 'Enter' && setIsTyping(false)}
        aria-invalid={shown !== null}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>
      <FieldError id={`${id}-error`}>{shown}</FieldError>
      <ConflictNote stored={conflict} />
    </Field>
  );
}
