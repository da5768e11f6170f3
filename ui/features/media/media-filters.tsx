import { MEDIA_FILTERS, type MediaFilter } from '@/features/media/media-queries.ts';
import { filterMessages } from '@/features/media/messages.ts';
import { cn } from '@/lib/class-names.ts';

type MediaFiltersProps = {
  filter: MediaFilter;
  onChange: (filter: MediaFilter) => void;
  /** How many files each shows; undefined until it is known. */
  counts: Record<MediaFilter, number> | undefined;
};

/** Which files are shown: one of four, each with its count. */
export function MediaFilters({ filter, onChange, counts }: MediaFiltersProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1">
      <legend className="sr-only">{filterMessages.label}</legend>
      {MEDIA_FILTERS.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === filter}
          onClick={() => onChange(option)}
          className={cn(
            'inline-flex h-9 items-center gap-2 rounded-md px-2.5 text-sm sm:px-3 font-medium text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground pointer-coarse:h-11',
            option === filter && 'bg-secondary text-secondary-foreground',
          )}
        >
          {filterMessages.options[option]}
          {counts ? (
            <span className="font-normal text-muted-foreground tabular-nums">
              {counts[option].toLocaleString('en')}
            </span>
          ) : null}
        </button>
      ))}
    </fieldset>
  );
}
