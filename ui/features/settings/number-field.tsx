import { useState } from 'react';
import { InputField } from '@/components/text-fields.tsx';
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
  const [isTyping, setIsTyping] = useState(false);
  const shown = isTyping ? null : (problem ?? null);
  return (
    <InputField
      label={label}
      hint={hint}
      error={shown}
      after={<ConflictNote stored={conflict} />}
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
  );
}
