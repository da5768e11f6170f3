import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/button.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/select.tsx';
import { choiceCounts, countOf, projectNamesQuery } from '@/features/scheduler/filters/counts.ts';
import { EMPTY_FILTER, type Filter, isEmptyFilter } from '@/features/scheduler/filters/filters.ts';
import { schedulerMessages, statusName } from '@/features/scheduler/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { PLATFORMS } from '../../../../shared/posts/platforms.ts';
import type { CountsRow } from '../../../../shared/workspace/database.ts';

const words = schedulerMessages.filter;
const ALL = 'all';

type FilterBarProps<Status extends string> = {
  label: string;
  statuses: readonly Status[];
  /** Undefined while loading. */
  counts: readonly CountsRow<Status>[] | undefined;
  filter: Filter<Status>;
  onChange: (next: Filter<Status>) => void;
  /** Nothing to filter: the bar is invisible and inert, but keeps its place so that the list below does not move. */
  hidden: boolean;
};

/** Filters a list by status, platform and, if there are several, project; each choice shows its count. */
export function FilterBar<Status extends string>({
  label,
  statuses,
  counts,
  filter,
  onChange,
  hidden,
}: FilterBarProps<Status>) {
  const count = counts && choiceCounts(counts, filter);
  const { data: projects = [] } = useQuery(projectNamesQuery(useSupabase()));
  return (
    <fieldset className={cn('flex min-w-0 flex-wrap items-center gap-2', hidden && 'invisible')}>
      <legend className="sr-only">{label}</legend>
      <Choice
        label={words.status}
        all={words.allStatuses}
        value={filter.status}
        choices={statuses.map((status) => ({ id: status, name: statusName(status) }))}
        countOf={count?.status}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <Choice
        label={words.platform}
        all={words.allPlatforms}
        value={filter.platform}
        choices={PLATFORMS.map(({ id, label: name }) => ({ id, name }))}
        countOf={count?.platform}
        onChange={(platform) => onChange({ ...filter, platform })}
      />
      {projects.length > 1 || filter.project !== null ? (
        <Choice
          label={words.project}
          all={words.allProjects}
          value={projects.some(({ id }) => id === filter.project) ? filter.project : null}
          choices={projects}
          countOf={count?.project}
          onChange={(project) => onChange({ ...filter, project })}
        />
      ) : null}
      {isEmptyFilter(filter) ? null : (
        <p className="flex items-center gap-1 text-[0.8125rem] text-muted-foreground tabular-nums">
          <span role="status">
            {counts ? words.matching(countOf(counts, filter), countOf(counts, EMPTY_FILTER)) : null}
          </span>
          <Button variant="ghost" size="sm" onClick={() => onChange(EMPTY_FILTER)}>
            {words.clear}
          </Button>
        </p>
      )}
    </fieldset>
  );
}

type ChoiceProps<Id extends string> = {
  label: string;
  all: string;
  value: Id | null;
  choices: { id: Id; name: string }[];
  countOf: ((id: Id | null) => number) | undefined;
  onChange: (id: Id | null) => void;
};

function Choice<Id extends string>({ label, all, value, choices, countOf, onChange }: ChoiceProps<Id>) {
  return (
    <Select value={value ?? ALL} onValueChange={(next) => onChange(choices.find(({ id }) => id === next)?.id ?? null)}>
      <SelectTrigger
        aria-label={label}
        className="h-9 w-auto min-w-32 flex-1 gap-1 px-2.5 text-[0.8125rem] max-sm:h-11 sm:max-w-44 [&_[data-count]]:hidden"
      >
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        <SelectItem value={ALL}>
          {all} <Count of={countOf?.(null)} />
        </SelectItem>
        {choices.map(({ id, name }) => (
          <SelectItem key={id} value={id}>
            {name} <Count of={countOf?.(id)} />
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}

function Count({ of: count }: { of: number | undefined }) {
  if (count === undefined) return null;
  return (
    <span data-count className="text-muted-foreground tabular-nums">
      {count.toLocaleString('en')}
    </span>
  );
}
