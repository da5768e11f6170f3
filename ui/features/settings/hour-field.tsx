import { useId, useState } from 'react';
import { Field, FieldDescription, FieldError, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { ConflictNote } from '@/features/settings/conflict-note.tsx';
import { hourProblem } from '@/features/settings/form.ts';
import { FIRST_HOUR, LAST_HOUR } from '../../../shared/settings.ts';

type HourFieldProps = {
  label: string;
  hint: string;
  /** What was typed, also when it is no hour. */
  value: string;
  onChange: (typed: string) => void;
  /** What another window stored meanwhile. */
  conflict: string | undefined;
};

/** An hour of the day, 0 to 23. What is wrong with it is said once the field is left, and goes as soon as it is mended. */
export function HourField({ label, hint, value, onChange, conflict }: HourFieldProps) {
  const id = useId();
  const [isTyping, setIsTyping] = useState(false);
  const problem = isTyping ? null : hourProblem(value);
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Input
        id={id}
        type="number"
        inputMode="numeric"
        min={FIRST_HOUR}
        max={LAST_HOUR}
        step={1}
        className="w-full tabular-nums"
        value={value}
        onChange={(event) => {
          setIsTyping(true);
          onChange(event.target.value);
        }}
        onBlur={() => setIsTyping(false)}
        onKeyDown={(event) => event.key === 'Enter' && setIsTyping(false)}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>
      <FieldError id={`${id}-error`}>{problem}</FieldError>
      <ConflictNote stored={conflict} />
    </Field>
  );
}
