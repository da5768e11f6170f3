import { useState } from 'react';
import { FormField } from '@/components/field.tsx';
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
  const [isTyping, setIsTyping] = useState(false);
  const shown = isTyping ? null : (problem ?? null);
  return (
    <FormField label={label} hint={hint} error={shown} after={<ConflictNote stored={conflict} />}>
      {(control) => (
        <Input
          {...control}
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
        />
      )}
    </FormField>
  );
}
