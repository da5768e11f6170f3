import { usePrefetchInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Card, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { Page } from '@/components/page.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { settingsQuery, useTimeZone } from '@/domain/workspace/settings.ts';
import { BestPosts } from '@/features/insights/best-posts.tsx';
import { BringBack } from '@/features/insights/bring-back.tsx';
import { ExportMenu } from '@/features/insights/export-menu.tsx';
import { FilterBar } from '@/features/insights/filters/filter-bar.tsx';
import { dateIn, useShownInsights } from '@/features/insights/filters/filters.ts';
import { insightsMessages as words } from '@/features/insights/messages.ts';
import { NothingPublished } from '@/features/insights/nothing-published.tsx';
import { Collecting, SilentAccounts, WithoutPermission } from '@/features/insights/notices.tsx';
import { hasFigures, METRICS } from '@/features/insights/overview/metrics.ts';
import { Overview } from '@/features/insights/overview/overview.tsx';
import { PostsTable } from '@/features/insights/posts/posts-table.tsx';
import {
  type Asked,
  askedOf,
  bestPostsQuery,
  breakdownQuery,
  overviewQuery,
  postsQuery,
  whenQuery,
} from '@/features/insights/queries.ts';
import { QueryPart } from '@/features/insights/query-part.tsx';
import { SUBJECTS, type Subject, WhatWorked } from '@/features/insights/worked/what-worked.tsx';
import { WhenPart } from '@/features/insights/worked/when-part.tsx';
import { useAgent } from '@/lib/agent.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { INSIGHT_SORTS } from '../../../shared/insights/insights.ts';

/** Insights: the reach of posts, which did best and why, and what works, for a date range and other filters. */
export function InsightsScreen() {
  const timeZone = useTimeZone();
  // The dates depend on the zone, so a request before it is known would be wasted.
  const { isPending } = useQuery(settingsQuery(useSupabase()));
  return (
    <Page className="gap-5 lg:gap-5">
      <PageHeader
        title={words.title}
        subtitle={words.subtitle}
        actions={isPending ? null : <Export timeZone={timeZone} />}
      />
      {isPending ? <Loading /> : <Content key={timeZone} timeZone={timeZone} />}
    </Page>
  );
}

/** The view in the URL, the matching query for the agent, and its overview. */
function useAsked(timeZone: string) {
  const [today] = useState(() => dateIn(timeZone, new Date()));
  const shown = useShownInsights(today);
  const { from, to } = shown.span;
  const { platform, account, project } = shown.filter;
  const asked = useMemo(
    () => askedOf({ from, to }, { platform, account, project }),
    [from, to, platform, account, project],
  );
  return { today, shown, asked, query: useQuery(overviewQuery(useAgent(), asked)) };
}

function Export({ timeZone }: { timeZone: string }) {
  const { today, asked, query } = useAsked(timeZone);
  return query.data && query.data.totals.now.posts > 0 ? <ExportMenu asked={asked} today={today} /> : null;
}

function Content({ timeZone }: { timeZone: string }) {
  const { today, shown, asked, query } = useAsked(timeZone);
  const { range, span, filter, set } = shown;
  const isNarrowed = Object.values(filter).some((value) => value !== null);
  const widen = () => set({ platform: null, account: null, project: null, range: '365', from: null, to: null });
  const order = {
    sort: shown.read('sort', INSIGHT_SORTS) ?? 'publishedAt',
    order: shown.read('order', ['asc', 'desc']) ?? 'desc',
  } as const;
  const by = shown.read('by', SUBJECTS) ?? 'template';
  // Prefetched together with the overview, which decides whether they are shown.
  const agent = useAgent();
  usePrefetchQuery(bestPostsQuery(agent, asked));
  usePrefetchQuery(whenQuery(agent, asked));
  usePrefetchQuery(breakdownQuery(agent, asked, by));
  usePrefetchInfiniteQuery(postsQuery(agent, asked, order));
  return (
    <>
      <FilterBar
        range={range}
        span={span}
        today={today}
        filter={filter}
        onRange={shown.setRange}
        onOwn={shown.setOwn}
        onFilter={shown.setFilter}
      />
      {query.data ? null : (
        <Card>
          <QueryPart query={query} skeleton="h-80" failed={words.failed}>
            {() => null}
          </QueryPart>
        </Card>
      )}
      {query.data ? (
        <>
          {query.data.totals.now.posts > 0 ? <Collecting filter={filter} hasFigures={hasFigures(query.data)} /> : null}
          {query.data.totals.now.posts > 0 || query.data.followers.total.length > 0 ? (
            <Card>
              <QueryPart query={query} skeleton="h-80" failed={words.failed}>
                {(overview) => (
                  <Overview
                    overview={overview}
                    metric={shown.read('metric', METRICS)}
                    onMetric={(metric) => set({ metric })}
                  />
                )}
              </QueryPart>
            </Card>
          ) : null}
          {query.data.totals.now.posts > 0 ? (
            <Parts asked={asked} shown={shown} total={query.data.totals.now.posts} order={order} by={by} />
          ) : (
            <>
              <NothingPublished onWiden={range === '365' && !isNarrowed ? null : widen} />
              <BringBack filter={filter} />
            </>
          )}
          <WithoutPermission filter={filter} />
          <SilentAccounts filter={filter} />
          <p className="text-[0.8125rem] text-muted-foreground">{words.zone(query.data.zone)}</p>
        </>
      ) : null}
    </>
  );
}

type PartsProps = {
  asked: Asked;
  shown: ReturnType<typeof useShownInsights>;
  total: number;
  order: Parameters<typeof PostsTable>[0]['order'];
  by: Subject;
};

/** The parts about single posts, and about groups of them. */
function Parts({ asked, shown: { set, filter }, total, order, by }: PartsProps) {
  const best = useQuery(bestPostsQuery(useAgent(), asked));
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <Part title={words.best.title} text={words.best.text}>
          <QueryPart query={best} skeleton="h-72" failed={words.best.failed}>
            {(posts) => <BestPosts posts={posts} />}
          </QueryPart>
        </Part>
        <Part title={words.when.title} text={words.when.text}>
          <WhenPart asked={asked} by="hour" />
          <WhenPart asked={asked} by="weekday" />
        </Part>
      </div>
      <BringBack filter={filter} />
      <Part title={words.worked.title} text={words.worked.text}>
        <WhatWorked asked={asked} by={by} onChoose={(chosen) => set({ by: chosen })} />
      </Part>
      <Part title={words.posts.title} text={words.posts.text}>
        <PostsTable
          key={JSON.stringify([asked, order])}
          asked={asked}
          total={total}
          order={order}
          onOrder={(next) => set(next)}
        />
      </Part>
    </>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <CardDescription>{text}</CardDescription>
      </CardHeader>
      {children}
    </Card>
  );
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">{words.loading}</span>
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-96" />
    </div>
  );
}
