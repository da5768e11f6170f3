import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/components/badge.tsx';
import { TAB_CLASSES } from '@/components/tabs.tsx';
import { insightsMessages } from '@/features/insights/messages.ts';
import { type Asked, breakdownQuery } from '@/features/insights/queries.ts';
import { QueryPart } from '@/features/insights/query-part.tsx';
import { type Group, groupName, resultText, verdictOf } from '@/features/insights/worked/group-words.ts';
import { Interval } from '@/features/insights/worked/interval.tsx';
import { useAgent } from '@/lib/agent.ts';
import { counted } from '@/lib/format.ts';
import type { InsightBreakdown } from '../../../../shared/insights/insights.ts';

const words = insightsMessages.worked;

export const SUBJECTS = ['template', 'project', 'media', 'length', 'hashtag', 'label'] as const;
export type Subject = (typeof SUBJECTS)[number];

type WhatWorkedProps = { asked: Asked; by: Subject; onChoose: (by: Subject) => void };

/** How posts did by their content: each group with its median, its interval, and a verdict in words. */
export function WhatWorked({ asked, by, onChoose }: WhatWorkedProps) {
  const query = useQuery(breakdownQuery(useAgent(), asked, by));
  return (
    <>
      <fieldset aria-label={words.choose} className="flex flex-wrap gap-1.5 px-5 pb-4 sm:px-6">
        {SUBJECTS.map((subject) => (
          <button
            key={subject}
            type="button"
            aria-pressed={subject === by}
            className={TAB_CLASSES}
            onClick={() => onChoose(subject)}
          >
            {words.subjects[subject]}
          </button>
        ))}
      </fieldset>
      <QueryPart query={query} skeleton="h-40" failed={words.failed}>
        {(breakdown) => <Groups breakdown={breakdown} by={by} />}
      </QueryPart>
    </>
  );
}

function Groups({ breakdown: { by: answered, groups, others }, by }: { breakdown: InsightBreakdown; by: Subject }) {
  if (groups.length === 0) return <p className="px-5 pb-5 text-sm text-muted-foreground sm:px-6">{words.none[by]}</p>;
  const most = Math.max(2, ...groups.flatMap(({ high }) => high ?? []));
  return (
    <>
      <table className="w-full text-sm">
        <caption className="sr-only">{words.caption(words.subjects[by])}</caption>
        <thead className="text-xs text-muted-foreground max-lg:sr-only">
          <tr className="border-t">
            <th scope="col" className="py-2 pr-3 pl-5 text-left font-medium lg:pl-6">
              {words.subjects[by]}
            </th>
            <th scope="col" className="w-20 px-3 py-2 text-right font-medium">
              {words.posts}
            </th>
            <th scope="col" className="py-2 pr-5 pl-3 text-left font-medium lg:pr-6">
              {words.success}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr
              key={group.key}
              className="border-t align-top max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:px-5 max-lg:py-2.5 sm:max-lg:px-6 lg:align-middle"
            >
              <th
                scope="row"
                className="min-w-0 py-2.5 pr-3 text-left font-medium wrap-anywhere max-lg:flex-1 max-lg:py-0 lg:w-1/4 lg:pl-6"
              >
                <bdi>{groupName(answered, group)}</bdi>
              </th>
              <td className="px-3 py-2.5 text-right text-muted-foreground tabular-nums max-lg:p-0">
                {group.posts.toLocaleString('en')}
                <span className="lg:sr-only"> {group.posts === 1 ? words.post : words.posts.toLowerCase()}</span>
              </td>
              <td className="py-2.5 pr-5 pl-3 max-lg:basis-full max-lg:p-0 max-lg:pt-1 lg:pr-6">
                <Result group={group} most={most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {others > 0 ? (
        <p className="border-t px-5 py-3 text-[0.8125rem] text-muted-foreground sm:px-6">
          {words.others(counted(others, 'more'))}
        </p>
      ) : null}
    </>
  );
}

function Result({ group, most }: { group: Group; most: number }) {
  const verdict = verdictOf(group);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Interval group={group} most={most} />
      <span className="text-[0.8125rem] text-muted-foreground tabular-nums">{resultText(group)}</span>
      {verdict === 'better' || verdict === 'worse' ? (
        <Badge variant={verdict === 'better' ? 'success' : 'secondary'}>{words.verdicts[verdict]}</Badge>
      ) : null}
    </div>
  );
}
