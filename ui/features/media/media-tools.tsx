import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from '@/components/icon-button.tsx';
import { Input } from '@/components/input.tsx';
import { Select } from '@/components/select.tsx';
import {
  MEDIA_FILTERS,
  MEDIA_SORTS,
  type MediaFilter,
  type MediaView,
  mediaTagsQuery,
} from '@/features/media/media-queries.ts';
import { filterMessages, searchMessages } from '@/features/media/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { useSupabase } from '@/lib/supabase.ts';

/** Delay of the search after typing, in milliseconds. */
const TYPING_REST_MS = 250;
const ANY_TAG = '*';

type MediaToolsProps = { view: MediaView; onChange: (view: MediaView) => void };

/** Search by words and tag, and the sort order. */
export function MediaTools({ view, onChange }: MediaToolsProps) {
  const tags = useQuery(mediaTagsQuery(useSupabase())).data ?? [];
  // The selected tag stays listed while its last file is in the bin.
  const names = [...new Set([...(view.tag === null ? [] : [view.tag]), ...tags.map(({ tag }) => tag)])].sort();
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <SearchField words={view.words} onChange={(words) => onChange({ ...view, words })} />
      {names.length > 0 ? (
        <Select
          aria-label={searchMessages.tag}
          className="h-10 w-auto min-w-32 flex-1 sm:max-w-48 pointer-coarse:h-11"
          value={view.tag ?? ANY_TAG}
          onChoose={(tag) => onChange({ ...view, tag: tag === ANY_TAG ? null : tag })}
          options={[
            { value: ANY_TAG, label: searchMessages.anyTag },
            ...names.map((tag) => ({ value: tag, label: tag })),
          ]}
        />
      ) : null}
      <Select
        aria-label={searchMessages.sort}
        className="h-10 w-auto min-w-36 flex-1 sm:max-w-44 pointer-coarse:h-11"
        value={view.sort}
        onChoose={(next) => onChange({ ...view, sort: MEDIA_SORTS.find((sort) => sort === next) ?? 'newest' })}
        options={MEDIA_SORTS.map((sort) => ({ value: sort, label: searchMessages.sorts[sort] }))}
      />
    </div>
  );
}

/** A search field that searches after a delay, or on Enter. */
function SearchField({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const [typed, setTyped] = useState(words);
  const [shown, setShown] = useState(words);
  const input = useRef<HTMLInputElement>(null);
  // The words may be cleared from outside, when nothing matches.
  if (shown !== words) {
    setShown(words);
    if (typed.trim() !== words) setTyped(words);
  }
  const search = useEffectEvent(() => typed.trim() === words || onChange(typed.trim()));
  useEffect(() => {
    const timer = typed.trim() === words ? undefined : setTimeout(search, TYPING_REST_MS);
    return () => clearTimeout(timer);
  }, [typed, words]);
  return (
    <search className="relative min-w-0 flex-[1_1_100%] lg:flex-[1_1_16rem]">
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
        aria-hidden="true"
      />
      <Input
        ref={input}
        type="search"
        dir="auto"
        aria-label={searchMessages.label}
        placeholder={searchMessages.placeholder}
        value={typed}
        maxLength={200}
        className="pr-10 pl-9 pointer-coarse:h-11 [&::-webkit-search-cancel-button]:hidden"
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onChange(typed.trim());
        }}
      />
      {typed === '' ? null : (
        <IconButton
          icon={X}
          label={searchMessages.clear}
          className="absolute top-1/2 right-1 -translate-y-1/2"
          onClick={() => {
            setTyped('');
            onChange('');
            input.current?.focus();
          }}
        />
      )}
    </search>
  );
}

type MediaFiltersProps = {
  filter: MediaFilter;
  onChange: (filter: MediaFilter) => void;
  /** The number of files per filter; undefined while loading. */
  counts: Record<MediaFilter, number> | undefined;
};

/** Chooses one of five filters, each with its count. */
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
