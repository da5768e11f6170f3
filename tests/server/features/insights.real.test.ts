import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import Papa from 'papaparse';
import { Temporal } from 'temporal-polyfill';
import { beforeAll, expect, it } from 'vitest';
import { sql } from '../../../server/supabase/sql/template.ts';
import {
  type InsightBest,
  type InsightBreakdown,
  type InsightPosts,
  type InsightsOverview,
  insightsOverviewSchema,
} from '../../../shared/insights/insights.ts';
import type { Figures } from '../../../shared/publishing/figures.ts';
import type { GeneratedContentRow } from '../../../shared/workspace/database.ts';
import { accountsTable } from '../../helpers/accounts-table.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { runHere } from '../../helpers/cli.ts';
import { databaseOf } from '../../helpers/database.ts';
import { addPost, addProject } from '../../helpers/history.ts';
import { ofFile } from '../../helpers/of-file.ts';

const NOON = Date.parse('2027-01-20T12:00:00Z');
const HOUR_MS = 3_600_000;
const agent = ofFile(() => startFoundAgent({}, { now: () => Temporal.Instant.fromEpochMilliseconds(NOON) }));
const ids: { [name: string]: string } = {};

const ask = async <T>(path: string, status = 200): Promise<T> => {
  const answer = await agent.call(`/api/insights${path}`);
  const json = await answer.json();
  expect(answer.status, JSON.stringify(json)).toBe(status);
  return json as T;
};

type Post = { at: string; figures?: Figures; account?: string | null; content?: Partial<GeneratedContentRow> };
async function publish({ at, figures, account = ids.bakery ?? null, content }: Post): Promise<string> {
  const words = { caption: 'Bread', template_name: content?.hashtags ? 'Tips' : null, ...content };
  const delivery = { figures: figures ?? null };
  return (await addPost(agent.admin, { at, account, content: words, delivery })).delivery;
}

beforeAll(async () => {
  const { admin } = agent;
  await admin.from('app_settings').insert({ timezone: 'America/New_York' }).throwOnError();
  for (const label of ['bakery', 'gone'])
    ids[label] = (await accountsTable(admin).insert({ platform: 'mastodon', account_label: label })).id;
  ids.rye = (await addProject(admin, { niche_name: 'Rye' })).id;
  // One post a day, from Wednesday, 13 January, at 11:30 PM in New York.
  for (const [index, likes] of [2, 4, 6, 8, 30].entries()) {
    const at = new Date(Date.parse('2027-01-14T04:30:00Z') + index * 24 * HOUR_MS).toISOString();
    const figures = { likes, reach: 100, ...(index === 4 && { saves: 9 }), ...(index < 2 && { clicks: 0 }) };
    const content = { hashtags: ['#Rye'], project_id: String(ids.rye), ...(index === 4 && { caption: 'خبز 🍞 パン' }) };
    ids[`post ${index}`] = await publish({ at, figures, content });
  }
  ids['by hand'] = await publish({ at: '2027-01-10T15:00:00Z', account: null, content: { caption: '=cmd()' } });
  ids.before = await publish({ at: '2026-12-15T15:00:00Z', figures: { likes: 10, reach: 40 } });
  const removed = { at: '2027-01-11T15:00:00Z', account: String(ids.gone) };
  ids.removed = await publish({ ...removed, figures: { impressions: 7 } });
  const points = [1, 9].map((hours) => ({
    delivery_id: String(ids['post 4']),
    taken_at: new Date(NOON - hours * HOUR_MS).toISOString(),
    likes: 30 - hours,
  }));
  await admin.from('post_figures').insert(points).throwOnError();
  const followed = [
    ['bakery', '2026-12-01', 50],
    ['bakery', '2027-01-01', 60],
    ['bakery', '2027-01-19', 75],
    ['gone', '2027-01-02', 8],
  ] as const;
  const rows = followed.map(([of, day, followers]) => ({
    ...{ account_id: String(ids[of]), taken_at: `${day}T12:00:00Z`, followers },
  }));
  await admin.from('account_figures').insert(rows).throwOnError();
  await accountsTable(admin).remove(String(ids.gone));
});

it('sums what is known by the workspace’s days, and says how many posts know it', async () => {
  const overview = await ask<InsightsOverview>('');
  expect(insightsOverviewSchema.parse(overview)).toMatchObject({
    zone: 'America/New_York',
    from: '2026-12-22',
    to: '2027-01-20',
    grain: 'day',
  });
  expect(overview.totals.now).toMatchObject({
    posts: 7,
    engagement: { value: 59, known: 5 },
    reach: { value: 500, known: 5 },
    impressions: { value: 7, known: 1 },
    clicks: { value: 0, known: 2 },
    shares: { value: null, known: 0 },
  });
  expect(overview.totals.before).toMatchObject({
    posts: 1,
    likes: { value: 10, known: 1 },
    saves: { value: null, known: 0 },
  });
  expect(overview.totals.change).toMatchObject({ posts: 6, likes: 4, reach: 11.5, impressions: null, saves: null });
  expect(overview.spans).toHaveLength(30);
  const spans = Object.fromEntries(overview.spans.map((span) => [span.from, [span.posts, span.likes]]));
  expect([spans['2027-01-13'], spans['2027-01-14'], spans['2027-01-10'], spans['2027-01-09']]).toEqual([
    [1, { value: 2, known: 1 }],
    [1, { value: 4, known: 1 }],
    [1, { value: null, known: 0 }],
    [0, { value: null, known: 0 }],
  ]);
  const [bakery, gone] = overview.followers.accounts;
  expect(bakery).toMatchObject({
    account: 'bakery',
    now: 75,
    before: 50,
    isRemoved: false,
    points: [
      { from: '2027-01-01', followers: 60 },
      { from: '2027-01-19', followers: 75 },
    ],
  });
  expect(gone).toMatchObject({ account: 'gone', now: 8, before: null, isRemoved: true });
  const total = Object.fromEntries(overview.followers.total.map(({ from, followers }) => [from, followers]));
  expect([total['2026-12-22'], total['2027-01-05'], total['2027-01-20']]).toEqual([50, 60, 75]);
  expect(await ask('?from=2026-01-01&to=2026-12-31')).toMatchObject({ grain: 'week', totals: { now: { posts: 1 } } });
  expect(await ask(`?account=${ids.gone}`)).toMatchObject({
    totals: { now: { posts: 1 } },
    followers: { total: [] },
  });
  expect(await ask(`?project=${ids.rye}&platform=mastodon`)).toMatchObject({ totals: { now: { posts: 5 } } });
  expect(await ask('?platform=bluesky')).toMatchObject({ totals: { now: { posts: 0 } } });
});

it.each([
  ['publishedAt', 'desc', ['post 4', 'post 3', 'post 2', 'post 1', 'post 0', 'removed', 'by hand']],
  ['publishedAt', 'asc', ['by hand', 'removed', 'post 0', 'post 1', 'post 2', 'post 3', 'post 4']],
  ['likes', 'desc', ['post 4', 'post 3', 'post 2', 'post 1', 'post 0', null, null]],
  ['success', 'asc', ['post 0', 'post 1', 'post 2', 'post 3', 'post 4', null, null]],
])('lists posts by %s %s in pages, what is not known last', async (sort, order, expected) => {
  const found = [];
  let cursor = '';
  do {
    const page = await ask<InsightPosts>(`/posts?sort=${sort}&order=${order}&limit=2${cursor && `&cursor=${cursor}`}`);
    found.push(...page.posts);
    cursor = page.next ?? '';
  } while (cursor);
  const nameOf = (id: string) => Object.entries(ids).find(([, one]) => one === id)?.[0];
  const names = found.map(({ deliveryId, engagement, figures }) =>
    expected.includes(null) && engagement === null && figures.likes === undefined ? null : nameOf(deliveryId),
  );
  expect(names).toEqual(expected);
  const best = found.find(({ deliveryId }) => deliveryId === ids['post 4']);
  // The rates are 0.02, 0.04, 0.06, 0.08, 0.39 and, before that, 0.25: their median is 0.07.
  expect(best).toMatchObject({
    figures: { likes: 30, saves: 9, reach: 100 },
    engagement: 39,
    project: 'Rye',
    account: 'bakery',
  });
  expect(best?.success).toBeCloseTo(0.39 / 0.07);
  expect(best?.series.map(({ engagement }) => engagement)).toEqual([21, 29]);
  expect(found.find(({ deliveryId }) => deliveryId === ids.removed)).toMatchObject({
    account: 'gone',
    isRemoved: true,
    success: null,
  });
  expect(found.find(({ deliveryId }) => deliveryId === ids['by hand'])).toMatchObject({
    byHand: true,
    account: null,
    figures: {},
    engagement: null,
  });
});

it('finds the best posts and says why', async () => {
  const best = await ask<InsightBest>('/best?limit=1');
  expect(best).toMatchObject([
    {
      deliveryId: ids['post 4'],
      basis: 'reach',
      says: 'Engagement per account reached is 5.6 times this account’s usual',
    },
  ]);
  // The median of 2, 4, 6, 8, 10 and 30 likes is 7; too few posts have saves for a median.
  expect(best[0]?.why).toMatchObject([
    { figure: 'likes', value: 30, usual: 7, says: '4.3 times this account’s usual likes' },
  ]);
});

it.each<[string, unknown[]]>([
  [
    'hour',
    [
      ['23', 5, 5],
      ['10', 2, 0],
    ],
  ],
  ['hashtag', [['#rye', 5, 5]]],
  [
    'project',
    [
      ['Rye', 5, 5],
      [null, 2, 0],
    ],
  ],
  ['label', []],
])('compares posts by %s', async (by, expected) => {
  const { groups, others } = await ask<InsightBreakdown>(`/breakdown?by=${by}`);
  const found = groups.map(({ label, posts, known }) => [label, posts, known]);
  expect(others).toBe(0);
  expect(found).toEqual(expect.arrayContaining(expected));
  for (const { known, median, low, high } of groups) {
    if (known < 5) expect([median, low, high]).toEqual([null, null, null]);
    // With five posts, low and high are the extremes: 0.06 (0.02 to 0.39) relative to the usual 0.07.
    else
      expect([median, low, high].map((value) => (value ?? 0) * 7)).toEqual(
        [6, 2, 39].map((value) => expect.closeTo(value)),
      );
  }
});

it.each([
  ['?from=2027-01-02&to=2027-01-01', 'ends before it begins'],
  ['?from=1990-01-01', 'ten years'],
  ['?from=0000-01-01&to=0000-01-02', '1990'],
  ['/posts?cursor=nonsense', 'cursor'],
])('refuses %s', async (path, says) => {
  expect(JSON.stringify(await ask(path, 400))).toContain(says);
});

it('exports posts as a table that no spreadsheet runs, months and pages after each other', async () => {
  const answer = await agent.call('/api/insights/posts.csv?from=2026-12-01');
  expect(answer.headers.get('content-disposition')).toContain('posts-2026-12-01-to-2027-01-20.csv');
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
  expect(text.startsWith('\ufeffpublished (America/New_York),platform,account,')).toBe(true);
  const { data } = Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true });
  expect(data.map((row) => row['published (America/New_York)']?.slice(0, 10))).toEqual(
    '2027-01-17 2027-01-16 2027-01-15 2027-01-14 2027-01-13 2027-01-11 2027-01-10 2026-12-15'.split(' '),
  );
  expect(data[0]).toMatchObject({ likes: '30', shares: '', engagement: '39', 'times usual': '5.571', 'by hand': 'no' });
  expect(data[6]).toMatchObject({ text: "'=cmd()", 'by hand': 'yes', likes: '', account: '' });
});

/** The text of each page of a PDF, decoded with its embedded fonts. */
function pdfTexts(bytes: Buffer): string[] {
  const objects = new Map<string, Buffer>();
  const file = bytes.toString('latin1');
  const [, table = ''] = /\nstartxref\n(\d+)\n%%EOF\n$/.exec(file) ?? [];
  // Every object must be at the offset in the cross-reference table.
  for (const [index, entry] of [...file.slice(Number(table)).matchAll(/(\d{10}) 00000 n /g)].entries()) {
    const at = Number(entry[1]);
    const name = `${index + 1} 0 obj\n`;
    expect(file.startsWith(name, at)).toBe(true);
    objects.set(String(index + 1), bytes.subarray(at + name.length, file.indexOf('\nendobj\n', at)));
  }
  const body = (ref: string | undefined) => objects.get(String(ref))?.toString('latin1') ?? '';
  const stream = (ref: string | undefined) => {
    const start = body(ref).indexOf('stream\n') + 'stream\n'.length;
    return inflateSync(objects.get(String(ref))?.subarray(start) ?? Buffer.of()).toString('latin1');
  };
  const pages = [...objects.keys()].filter((ref) => body(ref).startsWith('<< /Type /Page /'));
  return pages.map((page) => {
    const fonts = new Map(
      [...(/\/Font << (.*?) >>/.exec(body(page))?.[1] ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, ref]) => {
        const unicode = stream(/\/ToUnicode (\d+)/.exec(body(ref))?.[1]);
        const read = [...unicode.matchAll(/^<(..)> <(\w+)>$/gm)];
        return [
          name,
          new Map(read.map(([, code, hex]) => [code, Buffer.from(String(hex), 'hex').swap16().toString('utf16le')])),
        ];
      }),
    );
    const shown = stream(/\/Contents (\d+)/.exec(body(page))?.[1]).matchAll(/\/(F\d+) .*? <(..)> Tj/g);
    return [...shown].map(([, font, code]) => fonts.get(font)?.get(code)).join('');
  });
}

it('sets the report of a month, whose words can be read again', async () => {
  const answer = await agent.call('/api/insights/report.pdf?month=2027-01');
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = pdfTexts(bytes).join(' ');
  for (const words of [
    'January 2027',
    'All accounts · 2027-01-01 to 2027-01-31, America/New_York',
    'Reach500',
    'known of 5 of 7',
    'Engagement by day',
    '4.3 times this account’s usual likes',
    'too few to say',
  ])
    expect(text).toContain(words);
  // In visual order, from left to right, and in reading order.
  expect(text).toContain('🍞 パン زبخ');
  const read = Buffer.from('خبز 🍞 パン', 'utf16le').swap16().toString('hex');
  expect(bytes.toString('latin1')).toContain(`/ActualText <feff${read}>`);
  expect(bytes.toString('latin1')).toMatch(/\/Lang \(en-GB\) \/MarkInfo << \/Marked true >>/);
  expect(await ask('/report.pdf?month=2027-13', 400)).toMatchObject({ error: expect.stringContaining('2026-10') });
});

it('tells the terminal the same, and writes both files', async () => {
  const run = (...args: string[]) => runHere(['insights', ...args, '--data-dir', agent.dataDir]);
  const { stdout } = await run('--project', 'rye');
  expect(stdout).toContain('5 posts from 2026-12-22 to 2027-01-20 (America/New_York)');
  expect(stdout).toMatch(/reach +500 +5 of 5 posts/);
  expect(stdout).toContain('4.3 times this account’s usual likes');
  const table = join(agent.dataDir, 'posts.csv');
  await run('--csv', table);
  expect(await readFile(table, 'utf8')).toContain("'=cmd()");
  const report = join(agent.dataDir, 'report.pdf');
  const done = await run('report', '--month', '2027-01', '--platform', 'mastodon', '--out', report);
  expect(done.stdout).toBe(`Wrote ${report}.\n`);
  expect(pdfTexts(await readFile(report)).join('')).toContain('Mastodon');
});

it('the interval of a median has the ranks of which each end misses it in at most 1 of 20 cases', async () => {
  const database = databaseOf(agent.dataDir);
  const found = await database
    .rows<{ rank: number }>(sql`
      select private.median_rank(n)::int as rank from unnest(array[4, 5, 8, 11, 20, 100]) with ordinality as of (n, nth) order by nth`)
    .finally(() => database.close());
  // From a table of the binomial distribution.
  expect(found.map(({ rank }) => rank)).toEqual([null, 1, 2, 3, 6, 42]);
  const { length } = await ask<InsightBreakdown[]>('/breakdowns?by=weekday,template,hour');
  expect(length).toBe(3);
});
