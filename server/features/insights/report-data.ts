import { Temporal } from 'temporal-polyfill';
import type { InsightDimension } from '../../../shared/insights/insights.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import type { ReportData } from '../../report/report.ts';
import type { Client } from '../../supabase/connection.ts';
import type { Asked, insightsStore } from './store.ts';

const BEST = 6;
const POSTS = 60;
const COMPARED: readonly InsightDimension[] = ['weekday', 'hour', 'media', 'length', 'template', 'hashtag'];

/** The first and last day of a month (YYYY-MM), and its name, such as "October 2026". */
export function monthOf(month: string): { from: string; to: string; name: string } {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const to = first.with({ day: first.daysInMonth }).toString();
  return { from: first.toString(), to, name: first.toLocaleString('en', { month: 'long', year: 'numeric' }) };
}

/** Collects the data of a month's report. */
export async function reportData(
  client: Client,
  store: ReturnType<typeof insightsStore>,
  asked: Asked,
  { month, now }: { month: string; now: Temporal.Instant },
): Promise<ReportData> {
  const overview = await store.overview(asked);
  const { of_platform: platform, of_account: account, of_project: project } = asked;
  const names = [
    platform && platformLabel(platform),
    account && (overview.followers.accounts[0]?.account ?? account),
    project && (await nameOf(client, project)),
  ].filter(Boolean);
  return {
    month,
    scope: names.length === 0 ? 'All accounts' : names.join(', '),
    overview,
    best: await store.best(asked, BEST),
    posts: await store.posts(asked, { sort: 'success', order: 'desc', limit: POSTS }),
    comparisons: await store.breakdowns(asked, COMPARED),
    now: now.toString(),
  };
}

async function nameOf(client: Client, project: string): Promise<string> {
  const { data } = await client.from('content_projects').select('niche_name').eq('id', project).maybeSingle();
  return data?.niche_name ?? project;
}
