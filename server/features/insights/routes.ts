import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { insightsApi } from '../../../shared/api/insights.ts';
import type { InsightBreakdown, InsightsQuery } from '../../../shared/insights/insights.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { ReportData } from '../../report/report.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { postsCsv } from './posts-csv.ts';
import { rangeOf } from './range.ts';
import { monthOf, reportData } from './report-data.ts';
import { type Asked, insightsStore } from './store.ts';

const NO_CLIENT = 'Insights need an account, or the secret key of your Supabase project.';

export type InsightsDeps = {
  /** A client with the caller's rights; null if there is none. */
  clientFor(request: FastifyRequest): Client | null;
  /** Typesets a month's report as a PDF, off the main thread. */
  setReport(data: ReportData): Promise<Uint8Array>;
  now?: (() => Temporal.Instant) | undefined;
};

/** Routes for insights: what published posts reached, which did best and why, and what they have in common. */
export function insightsRoutes({ clientFor, setReport, now = Temporal.Now.instant }: InsightsDeps): Routes {
  const open = async (request: FastifyRequest, query: InsightsQuery) => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NO_CLIENT);
    const { platform, account, project, ...days } = query;
    const zone = await zoneOf(client);
    const today = now().toZonedDateTimeISO(zone).toPlainDate();
    const { from, to } = rangeOf(days, today);
    const asked: Asked = {
      from_day: from,
      to_day: to,
      ...(platform && { of_platform: platform }),
      ...(account && { of_account: account }),
      ...(project && { of_project: project }),
      at: now().toString(),
    };
    return { client, store: insightsStore(client), asked, zone };
  };
  return routesOf(insightsApi, {
    getInsights: async (request) => {
      const { store, asked } = await open(request, request.query);
      return store.overview(asked);
    },
    listInsightPosts: async (request) => {
      const { store, asked } = await open(request, request.query);
      return store.posts(asked, request.query);
    },
    listBestPosts: async (request) => {
      const { store, asked } = await open(request, request.query);
      return store.best(asked, request.query.limit);
    },
    getInsightBreakdown: async (request) => {
      const { store, asked } = await open(request, request.query);
      const [breakdown] = await store.breakdowns(asked, [request.query.by]);
      return breakdown as InsightBreakdown;
    },
    listInsightBreakdowns: async (request) => {
      const { store, asked } = await open(request, request.query);
      return store.breakdowns(asked, request.query.by);
    },
    exportInsightPosts: async (request, reply) => {
      const { store, asked, zone } = await open(request, request.query);
      const lines = postsCsv(store, asked, zone);
      // The first query runs before the response starts, so that its error can still be sent as one.
      const first = [await lines.next(), await lines.next()].map(({ value }) => value ?? '').join('');
      const name = `posts-${asked.from_day}-to-${asked.to_day}.csv`;
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return reply.type('text/csv; charset=utf-8').send(Readable.from(following(first, lines)));
    },
    reportInsights: async (request, reply) => {
      const { month, ...filters } = request.query;
      const { name, ...days } = monthOf(month);
      const { client, store, asked } = await open(request, { ...days, ...filters });
      const pdf = await setReport(await reportData(client, store, asked, { month: name, now: now() }));
      reply.header('content-disposition', `inline; filename="insights-${month}.pdf"`);
      return reply.type('application/pdf').send(Buffer.from(pdf));
    },
  });
}

async function zoneOf(client: Client): Promise<string> {
  const { data, error } = await client.from('app_settings').select('timezone').maybeSingle();
  if (error) throw couldNot('read the time zone', error);
  return data?.timezone ?? 'UTC';
}

async function* following(first: string, lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* lines;
}
