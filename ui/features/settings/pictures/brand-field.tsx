import { type ReactNode, useState } from 'react';
import { FormField } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { ConflictNote } from '@/features/settings/conflict-note.tsx';
import { cn } from '@/lib/class-names.ts';

type BrandFieldProps = {
  label: string;
  hint: string;
  /** The default, or an example. */
  placeholder: string;
  value: string;
  onChange: (typed: string) => void;
  problem: string | null;
  /** Another window's stored value. */
  conflict: string | undefined;
  className?: string;
  /** Shown next to the field. */
  before?: ReactNode;
  after?: ReactNode;
};

/** A text field of the Pictures card. Errors appear on blur, and disappear once fixed. */
export function BrandField({
  label,
  hint,
  onChange,
  problem,
  conflict,
  className,
  before,
  after,
  ...input
}: BrandFieldProps) {
  const [isTyping, setIsTyping] = useState(false);
  const shown = isTyping ? null : problem;
  return (
    <FormField label={label} hint={hint} error={shown} after={<ConflictNote stored={conflict} />}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-3">
          {before}
          <Input
            {...control}
            {...input}
            className={cn('max-w-full', className)}
            onChange={(event) => {
              setIsTyping(true);
              onChange(event.target.value);
            }}
            onBlur={() => setIsTyping(false)}
            onKeyDown={(event) => event.key === 'Enter' && setIsTyping(false)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          {after}
        </div>
      )}
    </FormField>
  );
}
