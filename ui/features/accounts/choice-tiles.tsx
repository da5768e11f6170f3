import { type ReactNode, type Ref, useId } from 'react';
import { FieldError } from '@/components/field.tsx';
import { cn } from '@/lib/class-names.ts';

type ChoiceTilesProps = {
  label: string;
  /** Shown beside the label until something is chosen. */
  placeholder?: string | undefined;
  error?: string | undefined;
  /** Applied to the grid of tiles. */
  className: string;
  children: (name: string) => ReactNode;
};

/** A single choice among tiles, which are ChoiceTiles with the given name. Arrow keys move between them. */
export function ChoiceTiles({ label, placeholder, error, className, children }: ChoiceTilesProps) {
  const id = useId();
  const words = [placeholder && `${id}-placeholder`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-required="true"
      aria-invalid={Boolean(error)}
      aria-describedby={words || undefined}
      className="flex min-w-0 flex-col gap-2"
    >
      <div className="flex items-baseline justify-between gap-4 text-sm leading-snug">
        <span id={id} className="font-medium">
          {label}
        </span>
        {placeholder ? (
          <span id={`${id}-placeholder`} className="text-[0.8125rem] text-muted-foreground">
            {placeholder}
          </span>
        ) : null}
      </div>
      <div className={cn('grid gap-2', className)}>{children(id)}</div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

type ChoiceTileProps = {
  name: string;
  icon: ReactNode;
  title: string;
  hint: string;
  isChosen: boolean;
  onChoose: () => void;
  ref?: Ref<HTMLInputElement> | undefined;
};

export function ChoiceTile({ name, icon, title, hint, isChosen, onChoose, ref }: ChoiceTileProps) {
  const id = useId();
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-md border border-input bg-card px-3 py-2.5 text-sm leading-snug transition-colors duration-150 hover:bg-accent has-checked:border-primary has-checked:bg-primary/8 has-checked:ring-1 has-checked:ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring pointer-coarse:min-h-11">
      <input
        ref={ref}
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-hint`}
        className="sr-only"
      />
      <span aria-hidden="true" className="mt-px text-muted-foreground">
        {icon}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 sm:flex-col sm:items-start sm:justify-start">
        <span id={`${id}-title`} className="font-medium">
          {title}
        </span>
        <span id={`${id}-hint`} className="text-[0.8125rem] text-muted-foreground text-pretty">
          {hint}
        </span>
      </span>
    </label>
  );
}
