import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Input } from '@/components/input.tsx';
import { Select } from '@/components/select.tsx';
import { usePublishingAccounts } from '@/domain/publishing/accounts.ts';
import { projectNamesQuery } from '@/domain/workspace/project-names.ts';
import { type InsightsFilter, RANGES, type Range, type Span, spanOf } from '@/features/insights/filters/filters.ts';
import { insightsMessages } from '@/features/insights/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { PLATFORMS, platformLabel } from '../../../../shared/posts/platforms.ts';

const words = insightsMessages.filter;
/** The value for "all": no id is a space. */
const ALL = ' ';

type FilterBarProps = {
  range: Range;
  span: Span;
  today: string;
  filter: InsightsFilter;
  onRange: (range: Range) => void;
  onOwn: (span: Span) => void;
  onFilter: (filter: Partial<InsightsFilter>) => void;
};

/** The date range, and the filters of everything below. */
export function FilterBar({ range, span, today, filter, onRange, onOwn, onFilter }: FilterBarProps) {
  const { data: projects = [] } = useQuery(projectNamesQuery(useSupabase()));
  const accounts = [...(usePublishingAccounts()?.values() ?? [])].filter(
    ({ platform }) => filter.platform === null || platform === filter.platform,
  );
  const isNarrowed = Object.values(filter).some((value) => value !== null);
  return (
    <search aria-label={words.label} className="flex min-w-0 flex-wrap items-center gap-2">
      <Choice
        label={words.range}
        value={range}
        options={RANGES.map((value) => ({ value, label: words.ranges[value] }))}
        onChoose={(value) => onRange(value as Range)}
      />
      {range === 'own' ? <OwnSpan span={span} today={today} onChange={onOwn} /> : null}
      <Choice
        label={words.platform}
        value={filter.platform ?? ALL}
        options={[
          { value: ALL, label: words.allPlatforms },
          ...PLATFORMS.map(({ id, label }) => ({ value: id as string, label })),
        ]}
        onChoose={(value) =>
          onFilter({ platform: PLATFORMS.find(({ id }) => id === value)?.id ?? null, account: null })
        }
      />
      {accounts.length > 1 || filter.account !== null ? (
        <Choice
          label={words.account}
          value={accounts.some(({ id }) => id === filter.account) ? (filter.account ?? ALL) : ALL}
          options={[
            { value: ALL, label: words.allAccounts },
            ...accounts.map(({ id, label, platform }) => ({
              value: id,
              label: filter.platform ? label : words.accountOn(label, platformLabel(platform)),
            })),
          ]}
          onChoose={(value) => onFilter({ account: value === ALL ? null : value })}
        />
      ) : null}
      {projects.length > 1 || filter.project !== null ? (
        <Choice
          label={words.project}
          value={projects.some(({ id }) => id === filter.project) ? (filter.project ?? ALL) : ALL}
          options={[
            { value: ALL, label: words.allProjects },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChoose={(value) => onFilter({ project: value === ALL ? null : value })}
        />
      ) : null}
      {isNarrowed ? (
        <Button variant="ghost" size="sm" onClick={() => onFilter({ platform: null, account: null, project: null })}>
          {words.clear}
        </Button>
      ) : null}
    </search>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};

function Choice({ label, ...select }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      className="h-9 w-auto max-w-52 min-w-32 gap-1 px-2.5 text-[0.8125rem] max-sm:h-11 max-sm:max-w-none max-sm:flex-[1_1_8.5rem]"
      {...select}
    />
  );
}

/** Two dates, applied once both are valid dates of this century. If the end is before the start, they are swapped. */
function OwnSpan({ span, today, onChange }: { span: Span; today: string; onChange: (span: Span) => void }) {
  const [typed, setTyped] = useState(span);
  const field = 'h-9 w-auto px-2.5 text-[0.8125rem] tabular-nums max-sm:h-11 max-sm:flex-1';
  function type(part: Partial<Span>) {
    const next = { ...typed, ...part };
    setTyped(next);
    const ordered = spanOf(next.from, next.to);
    if (ordered) onChange(ordered);
  }
  return (
    <fieldset aria-label={words.own} className="flex items-center gap-1.5 max-sm:w-full">
      {(['from', 'to'] as const).map((end) => (
        <Input
          key={end}
          type="date"
          aria-label={words[end]}
          className={field}
          max={today}
          value={typed[end]}
          onChange={({ target }) => type({ [end]: target.value })}
        />
      ))}
    </fieldset>
  );
}
