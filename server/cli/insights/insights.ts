import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { insightsApi } from '../../../shared/api/insights.ts';
import {
  INSIGHT_FIGURES,
  type InsightBest,
  type InsightsOverview,
  type InsightsQuery,
  insightReportQuerySchema,
} from '../../../shared/insights/insights.ts';
import { type Platform, platformLabel } from '../../../shared/posts/platforms.ts';
import { type Api, call, callForFile } from '../../agent-client/api.ts';
import { findAccount, listAccounts } from '../accounts/account-lookup.ts';
import { apiCommand } from '../agent/api-command.ts';
import { findProject, listProjects } from '../projects/projects.ts';
import { platform } from '../terminal/option-values.ts';
import { saveFile } from '../terminal/save-file.ts';
import { note, print, printTable, type Terminal } from '../terminal/terminal.ts';

type Options = {
  from?: string;
  to?: string;
  platform?: Platform;
  account?: string;
  project?: string;
  csv?: string;
};

type ReportOptions = Pick<Options, 'platform' | 'account' | 'project'> & { month: string; out?: string };

type Answer = { file: string } | { overview: InsightsOverview; best: InsightBest };

/** `insights [show]`: what published posts reached, and which did best. `insights report`: a month as a PDF. */
export function addInsightsCommand(program: Command, terminal: Terminal): void {
  const insights = program.command('insights').description('show what published posts reached and which did best');

  const show = insights
    .command('show', { isDefault: true })
    .description('for the last 30 days, or another range; "show" may be left out')
    .option('--from <day>', 'the first day, such as 2026-10-01', day)
    .option('--to <day>', 'the last day', day)
    .option('--csv <file>', 'write the posts with their figures to a file instead');
  apiCommand(withFilters(show), terminal, {
    async ask(api: Api, { csv, ...options }: Options): Promise<Answer> {
      const query = await queryOf(api, options);
      if (csv !== undefined) {
        const table = await callForFile(api, insightsApi.exportInsightPosts, { query });
        return saved(table, csv);
      }
      const overview = await call(api, insightsApi.getInsights, { query });
      return { overview, best: await call(api, insightsApi.listBestPosts, { query }) };
    },
    tell(answer) {
      if ('file' in answer) print(terminal, `Wrote ${answer.file}.`);
      else tellInsights(answer, terminal);
    },
  });

  const report = insights
    .command('report')
    .description('write the report of a month as a PDF')
    .requiredOption('--month <month>', 'the month, such as 2026-10', month)
    .option('--out <file>', 'where to write it; insights-<month>.pdf by default');
  apiCommand(withFilters(report), terminal, {
    async ask(api: Api, { month: of, out = `insights-${of}.pdf`, ...options }: ReportOptions) {
      const query = { month: of, ...(await queryOf(api, options)) };
      return saved(await callForFile(api, insightsApi.reportInsights, { query }), out);
    },
    tell: ({ file }) => print(terminal, `Wrote ${file}.`),
  });
}

async function saved(bytes: Response, file: string): Promise<{ file: string }> {
  await saveFile(bytes, file, (reason) => `Cannot write ${file}: ${reason}`);
  return { file };
}

function withFilters(command: Command): Command {
  return command
    .option('--platform <platform>', 'only this platform', platform)
    .option('--account <account>', 'only this account: its label or id')
    .option('--project <project>', 'only this project: its niche or id');
}

/** Converts options to the agent's filters. An account's id is not looked up, since removed accounts are not listed. */
async function queryOf(api: Api, { account, project, ...days }: Omit<Options, 'csv'>): Promise<InsightsQuery> {
  const { success: isId } = z.uuid().safeParse(account);
  return {
    ...days,
    ...(account !== undefined && { account: isId ? account : findAccount(await listAccounts(api), account).id }),
    ...(project !== undefined && { project: findProject(await listProjects(api), project).id }),
  };
}

function tellInsights({ overview, best }: { overview: InsightsOverview; best: InsightBest }, terminal: Terminal): void {
  const { from, to, zone, totals, followers } = overview;
  print(terminal, `${totals.now.posts} posts from ${from} to ${to} (${zone})`);
  const rows = INSIGHT_FIGURES.filter((name) => totals.now[name].known > 0 || totals.before[name].known > 0).map(
    (name) => [
      WORDS[name],
      countOf(totals.now[name].value),
      `${totals.now[name].known} of ${totals.now.posts} posts`,
      changeOf(totals.change[name]),
    ],
  );
  if (rows.length === 0) note(terminal, NOTHING_KNOWN);
  else printTable(terminal, ['FIGURE', 'SUM', 'KNOWN FOR', 'CHANGE'], rows);
  const followed = followers.accounts.filter(({ now }) => now !== null);
  if (followed.length > 0) {
    print(terminal, '');
    const lines = followed.map(({ platform: of, account, now, before, isRemoved }) => [
      `${platformLabel(of)} ${account}${isRemoved ? ' (removed)' : ''}`,
      countOf(now),
      now === null || before === null ? 'not known' : signed(now - before),
    ]);
    printTable(terminal, ['ACCOUNT', 'FOLLOWERS', 'CHANGE'], lines);
  }
  if (best.length > 0) {
    print(terminal, '');
    const lines = best.map(({ publishedAt, account, caption, says, why }) => [
      publishedAt.slice(0, 10),
      account ?? '',
      caption.slice(0, 40),
      why[0]?.says ?? says,
    ]);
    printTable(terminal, ['BEST POSTS', 'ACCOUNT', 'TEXT', 'WHY'], lines);
  }
}

function day(given: string): string {
  if (!z.iso.date().safeParse(given).success) throw new InvalidArgumentError('Give a day as YYYY-MM-DD.');
  return given;
}

function month(given: string): string {
  const { success } = insightReportQuerySchema.shape.month.safeParse(given);
  if (!success) throw new InvalidArgumentError('Give a month as YYYY-MM.');
  return given;
}

function countOf(value: number | null): string {
  return value === null ? 'not known' : value.toLocaleString('en');
}

/** Such as "+12 %"; a dash if there is nothing to compare with. */
function changeOf(change: number | null): string {
  return change === null ? '-' : `${signed(Math.round(change * 100))} %`;
}

function signed(value: number): string {
  return value > 0 ? `+${value.toLocaleString('en')}` : value.toLocaleString('en');
}

const WORDS: { readonly [name in (typeof INSIGHT_FIGURES)[number]]: string } = {
  engagement: 'engagement',
  impressions: 'impressions',
  reach: 'reach',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  saves: 'saves',
  clicks: 'clicks',
  watchSeconds: 'seconds watched',
};
const NOTHING_KNOWN = 'No figures are known for these posts: their platforms report none, or have not been asked yet.';
