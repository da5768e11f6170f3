import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { slidesOf } from '@/domain/media/slides.ts';
import { askAgent, sendToAgent } from '@/domain/workspace/operations.ts';
import type { InsightsFilter, Span } from '@/features/insights/filters/filters.ts';
import type { CallAgent } from '@/lib/agent.ts';
import type { Supabase } from '@/lib/supabase.ts';
import { insightsApi } from '../../../shared/api/insights.ts';
import { evergreenApi } from '../../../shared/api/memory.ts';
import type { InsightDimension, InsightSort, InsightsQuery } from '../../../shared/insights/insights.ts';

/** Posts per page of the table. */
export const PAGE_SIZE = 25;
const BEST_POSTS = 5;
const WHEN = ['hour', 'weekday'] as const satisfies InsightDimension[];
export type When = (typeof WHEN)[number];

/** The shown date range and filters, as the agent's query. */
export type Asked = InsightsQuery;

export function askedOf({ from, to }: Span, { platform, account, project }: InsightsFilter): Asked {
  return {
    from,
    to,
    ...(platform && { platform }),
    ...(account && { account }),
    ...(project && { project }),
  };
}

// The previous result stays visible while other dates or filters load. All throw like agentFetch.

export function overviewQuery(agent: CallAgent, query: Asked) {
  return queryOptions({
    queryKey: ['insights', 'overview', query],
    queryFn: ({ signal }) => askAgent(agent, insightsApi.getInsights, { query }, signal),
    placeholderData: keepPreviousData,
  });
}

export function bestPostsQuery(agent: CallAgent, query: Asked) {
  return queryOptions({
    queryKey: ['insights', 'best', query],
    queryFn: ({ signal }) =>
      askAgent(agent, insightsApi.listBestPosts, { query: { ...query, limit: BEST_POSTS } }, signal),
    placeholderData: keepPreviousData,
  });
}

export function breakdownQuery(agent: CallAgent, query: Asked, by: InsightDimension) {
  return queryOptions({
    queryKey: ['insights', 'breakdown', by, query],
    queryFn: ({ signal }) => askAgent(agent, insightsApi.getInsightBreakdown, { query: { ...query, by } }, signal),
    placeholderData: keepPreviousData,
  });
}

/** The breakdowns by hour and by weekday, which are shown together. */
export function whenQuery(agent: CallAgent, query: Asked) {
  return queryOptions({
    queryKey: ['insights', 'when', query],
    queryFn: ({ signal }) =>
      askAgent(agent, insightsApi.listInsightBreakdowns, { query: { ...query, by: WHEN.join() } }, signal),
    placeholderData: keepPreviousData,
  });
}

export type Order = { sort: InsightSort; order: 'asc' | 'desc' };

export function postsQuery(agent: CallAgent, query: Asked, order: Order) {
  return infiniteQueryOptions({
    queryKey: ['insights', 'posts', query, order],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam: cursor }) => {
      const page = { ...query, ...order, limit: PAGE_SIZE, ...(cursor && { cursor }) };
      return askAgent(agent, insightsApi.listInsightPosts, { query: page }, signal);
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** The posts as a table. Throws like agentFetch. */
export async function exportPosts(agent: CallAgent, query: Asked): Promise<Blob> {
  return (await sendToAgent(agent, insightsApi.exportInsightPosts, { query })).blob();
}

/** The report of a month (2026-10) as PDF. Throws like agentFetch. */
export async function exportReport(agent: CallAgent, { from, to, ...filter }: Asked, month: string): Promise<Blob> {
  return (await sendToAgent(agent, insightsApi.reportInsights, { query: { ...filter, month } })).blob();
}

export const EVERGREEN = ['evergreen'];

/** Posts that worked and have rested, best first. */
export function evergreenQuery(agent: CallAgent, account: string | null) {
  const query = { limit: BEST_POSTS, ...(account && { account }) };
  return queryOptions({
    queryKey: [...EVERGREEN, query],
    queryFn: ({ signal }) => askAgent(agent, evergreenApi.listEvergreen, { query }, signal),
  });
}

/** Makes a draft from a post, with new words if a model can write them. Throws like agentFetch. */
export function bringBack(agent: CallAgent, id: string) {
  return askAgent(agent, evergreenApi.bringBack, { params: { id }, body: {} });
}

/** The first picture or video of each of these posts by its id. Fails with Supabase's error. */
export function firstSlidesQuery(supabase: Supabase, contentIds: readonly string[]) {
  return queryOptions({
    queryKey: ['generated_content', 'first slides', contentIds],
    queryFn: async ({ signal }) => {
      const contents = supabase.from('generated_content').select('id, media, media_url, content_type');
      const { data } = await contents
        .in('id', [...contentIds])
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return new Map(data.map((content) => [content.id, slidesOf(content)[0]]));
    },
    enabled: contentIds.length > 0,
  });
}

/** Whether anything was ever published. Fails with Supabase's error. */
export function everPublishedQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['post_deliveries', 'ever published'],
    queryFn: async ({ signal }) => {
      const published = supabase.from('post_deliveries').select('id').eq('state', 'published').limit(1);
      return (await published.abortSignal(signal).retry(false).throwOnError()).data.length > 0;
    },
  });
}
