import { type ReactNode, useState } from 'react';
import { FormField } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { ConflictNote } from '@/features/settings/conflict-note.tsx';
import { cn } from '@/lib/class-names.ts';

type BrandFieldProps = {
  label: string;
  hint: string;
  /** What holds while nothing is entered, or an example. */
  placeholder: string;
  value: string;
  onChange: (typed: string) => void;
  /** What is wrong with it. */
  problem: string | null;
  /** What another window stored meanwhile. */
  conflict: string | undefined;
  className?: string;
  /** Stand beside the text on its line. */
  before?: ReactNode;
  after?: ReactNode;
};

/**
 * A text of the Pictures card. What is wrong with it is said once the field is left, and goes as soon as it is mended.
 */
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
