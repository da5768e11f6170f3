import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { Input } from '@/components/input.tsx';
import { Select } from '@/components/select.tsx';
import { projectNamesQuery } from '@/domain/workspace/project-names.ts';
import { countOf, labelsIn } from '@/features/scheduler/filters/counts.ts';
import { EMPTY_FILTER, type Filter, isEmptyFilter, type Tab, useShown } from '@/features/scheduler/filters/filters.ts';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { PLATFORMS } from '../../../../shared/posts/platforms.ts';
import type { CountsRow } from '../../../../shared/workspace/database.ts';

const words = schedulerMessages.filter;
/** The value for "all": no label consists of a space. */
const ALL = ' ';
/** Delay of the search after typing, in milliseconds. */
const PAUSE_MS = 250;

/** Searches all posts, and filters every list by platform and, if there are several, project and label. */
export function FilterBar({ counts = [] }: { counts: readonly CountsRow[] | undefined }) {
  const { filter, setFilter } = useShown();
  const { data: projects = [] } = useQuery(projectNamesQuery(useSupabase()));
  const labels = labelsIn(counts);
  const choose = (patch: Partial<Filter>) => setFilter({ ...filter, ...patch });
  return (
    <search aria-label={words.label} className="@container flex min-w-0 flex-wrap items-center gap-2">
      <SearchField />
      <Choice
        label={words.platform}
        all={words.allPlatforms}
        value={filter.platform}
        choices={PLATFORMS.map(({ id, label: name }) => ({ id, name }))}
        countOf={(platform) => countOf(counts, { ...filter, platform })}
        onChange={(platform) => choose({ platform })}
      />
      {projects.length > 1 || filter.project !== null ? (
        <Choice
          label={words.project}
          all={words.allProjects}
          value={projects.some(({ id }) => id === filter.project) ? filter.project : null}
          choices={projects}
          countOf={(project) => countOf(counts, { ...filter, project })}
          onChange={(project) => choose({ project })}
        />
      ) : null}
      {labels.length > 0 || filter.label !== null ? (
        <Choice
          label={words.labels}
          all={words.allLabels}
          value={filter.label}
          choices={[...new Set([...labels, ...(filter.label ? [filter.label] : [])])].map((id) => ({ id, name: id }))}
          countOf={(label) => countOf(counts, { ...filter, label })}
          onChange={(label) => choose({ label })}
        />
      ) : null}
      {isEmptyFilter(filter) ? null : (
        <Button variant="ghost" size="sm" onClick={() => setFilter(EMPTY_FILTER)}>
          {words.clear}
        </Button>
      )}
    </search>
  );
}

/** Searches all tabs while typing. Clearing the search restores the tab that was open before. */
function SearchField() {
  const { search, tab, setSearch } = useShown();
  const [text, setText] = useState(search);
  const before = useRef<Tab | null>(search ? null : tab);
  const sent = useRef(search);
  const begin = useRef(setSearch);
  begin.current = setSearch;
  if (!search) before.current = tab;

  useEffect(() => {
    const timer = setTimeout(() => {
      const next = text.trim();
      if (next === sent.current) return;
      begin.current(next, next || sent.current === '' ? null : before.current);
      sent.current = next;
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // Follows changes made elsewhere, such as Back.
  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setText(search);
  }, [search]);

  return (
    <div className="relative min-w-44 flex-[1_1_14rem] @max-md:min-w-28 @max-md:basis-28">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        className="h-9 pr-9 pl-8.5 text-[0.8125rem] max-sm:h-11 [&::-webkit-search-cancel-button]:hidden"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setText('')}
      />
      {text ? (
        <IconButton
          icon={X}
          className="absolute top-1/2 right-0.5 -translate-y-1/2"
          label={words.clearSearch}
          onClick={() => setText('')}
        />
      ) : null}
    </div>
  );
}

type ChoiceProps<Id extends string> = {
  label: string;
  all: string;
  value: Id | null;
  choices: { id: Id; name: string }[];
  countOf: (id: Id | null) => number;
  onChange: (id: Id | null) => void;
};

function Choice<Id extends string>({ label, all, value, choices, countOf: count, onChange }: ChoiceProps<Id>) {
  return (
    <Select
      aria-label={label}
      className="h-9 w-auto min-w-32 gap-1 px-2.5 text-[0.8125rem] max-sm:h-11 max-w-44 @max-md:max-w-36 [&_[data-count]]:hidden"
      value={value ?? ALL}
      onChoose={(next) => onChange(choices.find(({ id }) => id === next)?.id ?? null)}
      options={[{ value: ALL, label: all }, ...choices.map(optionOf)]}
    />
  );

  function optionOf({ id, name }: { id: Id; name: string }) {
    const label = (
      <>
        {name}{' '}
        <span data-count className="text-muted-foreground tabular-nums">
          {count(id).toLocaleString('en')}
        </span>
      </>
    );
    return { value: id, label };
  }
}
