import { useId, useState } from 'react';
import { Field, FieldDescription, FieldError, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { ConflictNote } from '@/features/settings/conflict-note.tsx';

type NumberFieldProps = {
  label: string;
  hint: string;
  bounds: { min: number; max: number };
  /** What was typed, also when it is no number. */
  value: string;
  onChange: (typed: string) => void;
  /** What is wrong with it. */
  problem: string | null | undefined;
  /** What another window stored meanwhile. */
  conflict: string | undefined;
};

/** A whole number. What is wrong with it is said once the field is left, and goes as soon as it is mended. */
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
