import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import Papa from 'papaparse';
import { Temporal } from 'temporal-polyfill';
import { beforeAll, expect, it } from 'vitest';
import {
  type InsightBest,
  type InsightBreakdown,
  type InsightPosts,
  type InsightsOverview,
  insightsOverviewSchema,
} from '../../../shared/insights/insights.ts';
import type { Figures } from '../../../shared/publishing/figures.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { runHere } from '../../helpers/cli.ts';
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

type Post = {
  at: string;
  figures?: Figures;
  account?: string | null;
  caption?: string;
  hashtags?: string[];
  project?: string;
};
async function publish({ at, figures, account = ids.bakery ?? null, caption = 'Bread', hashtags = [], project }: Post) {
  const { admin } = agent;
  const content = { content_type: 'text' as const, status: 'published' as const, platforms: ['mastodon' as const] };
  const more = { caption, hashtags, template_name: hashtags.length > 0 ? 'Tips' : null, project_id: project ?? null };
  const made = await admin
    .from('generated_content')
    .insert({ ...content, ...more })
    .select('id')
    .single()
    .throwOnError();
  const place = { content_id: made.data.id, scheduled_time: at, status: 'published' as const };
  const post = await admin.from('scheduled_posts').insert(place).select('id').single().throwOnError();
  const sent = {
    scheduled_post_id: post.data.id,
    platform: 'mastodon' as const,
    account_id: account,
    by_hand: !account,
  };
  const row = { ...sent, state: 'published' as const, published_at: at, figures: figures ?? null };
  return (await admin.from('post_deliveries').insert(row).select('id').single().throwOnError()).data.id;
}

beforeAll(async () => {
  const { admin } = agent;
  await admin.from('app_settings').insert({ timezone: 'America/New_York' }).throwOnError();
  for (const label of ['bakery', 'gone']) {
    const row = { platform: 'mastodon' as const, account_label: label };
    ids[label] = (await admin.from('social_accounts').insert(row).select('id').single().throwOnError()).data.id;
  }
  const project = {
    niche_name: 'Rye',
    source_url_1: 'http://a.example/',
    source_url_2: 'http://b.example/',
    platforms: ['mastodon' as const],
  };
  ids.rye = (await admin.from('content_projects').insert(project).select('id').single().throwOnError()).data.id;
  // In New York 13 January, a Wednesday, at 23 o'clock, and so on at each day.
  const likes = [2, 4, 6, 8, 30];
  for (const [index, each] of likes.entries()) {
    const at = new Date(Date.parse('2027-01-14T04:30:00Z') + index * 24 * HOUR_MS).toISOString();
    const figures = { likes: each, reach: 100, ...(index === 4 && { saves: 9 }), ...(index < 2 && { clicks: 0 }) };
    ids[`post ${index}`] = await publish({
      at,
      figures,
      hashtags: ['#Rye'],
      project: String(ids.rye),
      ...(index === 4 && { caption: 'خبز 🍞 パン' }),
    });
  }
  ids['by hand'] = await publish({ at: '2027-01-10T15:00:00Z', account: null, caption: '=cmd()' });
  ids.before = await publish({ at: '2026-12-15T15:00:00Z', figures: { likes: 10, reach: 40 } });
  ids.removed = await publish({
    at: '2027-01-11T15:00:00Z',
    account: String(ids.gone),
    figures: { impressions: 7 },
  });
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
  for (const [of, day, followers] of followed)
    await admin
      .from('account_figures')
      .insert({ account_id: String(ids[of]), taken_at: `${day}T12:00:00Z`, followers })
      .throwOnError();
  await admin.from('social_accounts').delete().eq('id', String(ids.gone)).throwOnError();
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
  // The rates are 0.02, 0.04, 0.06, 0.08, 0.39 and, before, 0.25: 0.07 is usual.
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
  // Of the likes 2, 4, 6, 8, 10 and 30 the median is 7; of saves there are too few to say what is usual.
  expect(best[0]?.why).toMatchObject([
    { figure: 'likes', value: 30, usual: 7, says: '4.3 times this account’s usual likes' },
  ]);
});

it.each([
  [
    'hour',
    [
      ['23', 5, 5],
      ['10', 2, 0],
    ],
  ],
  [
    'weekday',
    [
      ['7', 2, 1],
      ['1', 1, 0],
      ['3', 1, 1],
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
  ['length', [['short', 7, 5]]],
  ['media', [['text', 7, 5]]],
  [
    'template',
    [
      ['Tips', 5, 5],
      ['', 2, 0],
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
    // Of five the least and the greatest: 0.02, 0.06 and 0.39 of a usual 0.07.
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
  ['/breakdown?by=mood', 'by'],
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

/** The texts of a PDF's glyphs by page, read from its own fonts. */
function pdfTexts(bytes: Buffer): string[] {
  const objects = new Map<string, Buffer>();
  const file = bytes.toString('latin1');
  const [, table = ''] = /\nstartxref\n(\d+)\n%%EOF\n$/.exec(file) ?? [];
  // Each object is where the table says.
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
  // As it stands there, from left to right, and as it is read.
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

it('gives the numbers of a plain reading of what was published', async () => {
  const made = await publishMany(240);
  const range = 'from=2026-02-01&to=2027-01-20';
  const read = plainReading(made);
  const breakdowns = await ask<InsightBreakdown[]>(`/breakdowns?by=weekday,template,hour&account=${ids.many}&${range}`);
  expect(breakdowns.map(({ by }) => by)).toEqual(['weekday', 'template', 'hour']);
  for (const { by, groups } of breakdowns) {
    const keyOf = (post: Made) =>
      ({ weekday: post.local.dayOfWeek, hour: post.local.hour, template: post.template })[by as 'hour'];
    const expected = new Map<string, Made[]>();
    for (const post of made) expected.set(String(keyOf(post)), [...(expected.get(String(keyOf(post))) ?? []), post]);
    expect(groups).toHaveLength(expected.size);
    for (const { key, posts, known, ...rest } of groups) {
      const successes = (expected.get(key) ?? []).flatMap((post) => read.successOf(post) ?? []).sort((a, b) => a - b);
      expect([posts, known], key).toEqual([expected.get(key)?.length, successes.length]);
      const found = [rest.median, rest.low, rest.high].map((value) => value && expect.closeTo(value, 12));
      expect(successes.length < 5 ? [null, null, null] : [medianOf(successes), ...intervalOf(successes)]).toEqual(
        found,
      );
    }
  }
  const { spans, totals } = await ask<InsightsOverview>(`?account=${ids.many}&${range}`);
  const reached = (posts: readonly Made[]) => {
    const known = posts.flatMap(({ figures }) => figures.reach ?? []);
    return { value: known.length > 0 ? known.reduce((a, b) => a + b) : null, known: known.length };
  };
  expect(totals.now).toMatchObject({ posts: made.length, reach: reached(made) });
  for (const [index, { from, posts, reach }] of spans.entries()) {
    const to = spans[index + 1]?.from ?? '2027-01-21';
    const within = made.filter(({ local }) => from <= local.toString() && local.toString() < to);
    expect({ from, posts, reach }).toEqual({ from, posts: within.length, reach: reached(within) });
  }
  const best = await ask<InsightBest>(`/best?limit=3&account=${ids.many}&${range}`);
  const leading = made.map((post) => read.successOf(post) ?? 0).sort((a, b) => b - a);
  expect(best.map(({ success }) => success)).toEqual(leading.slice(0, 3).map((value) => expect.closeTo(value, 12)));
  for (const { why } of best)
    for (const { figure, usual } of why) expect(usual, figure).toBeCloseTo(read.usualOf(figure as 'likes'), 12);
});

type Made = { local: Temporal.PlainDateTime; age: number; figures: Figures; template: string };

/** Posts at hours and with figures that look like chance and are the same each time; what some of them do not know varies. */
async function publishMany(count: number): Promise<Made[]> {
  const { admin } = agent;
  const row = { platform: 'mastodon' as const, account_label: 'many' };
  ids.many = (await admin.from('social_accounts').insert(row).select('id').single().throwOnError()).data.id;
  const made = Array.from({ length: count }, (_, n) => {
    const at = NOON - (n * n * 977 + 5) * 360_000;
    const figures = {
      likes: (n * 7919) % 101,
      ...(n % 3 && { comments: (n * 31) % 17 }),
      ...(n % 4 && { reach: 50 + ((n * 613) % 900) }),
    };
    return { id: randomUUID(), post: randomUUID(), at, figures: n % 11 ? figures : {}, template: `T${n % 5}` };
  }).filter(({ at }) => at > Date.parse('2026-02-01T05:00:00Z'));
  const content = { content_type: 'text' as const, status: 'published' as const, caption: 'Rye' };
  await admin
    .from('generated_content')
    .insert(
      made.map(({ id, template }) => ({ ...content, id, template_name: template, platforms: ['mastodon' as const] })),
    )
    .throwOnError();
  const timeOf = (at: number) => new Date(at).toISOString();
  await admin
    .from('scheduled_posts')
    .insert(
      made.map(({ id, post, at }) => ({
        id: post,
        content_id: id,
        scheduled_time: timeOf(at),
        status: 'published' as const,
      })),
    )
    .throwOnError();
  const sent = { platform: 'mastodon' as const, account_id: ids.many, state: 'published' as const };
  await admin
    .from('post_deliveries')
    .insert(
      made.map(({ post, at, figures }) => ({ ...sent, scheduled_post_id: post, published_at: timeOf(at), figures })),
    )
    .throwOnError();
  return made.map(({ at, figures, template }) => ({
    local: Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('America/New_York').toPlainDateTime(),
    age: (NOON - at) / (24 * HOUR_MS),
    figures,
    template,
  }));
}

/** Success and usual as docs/guide/insights.md has them, of posts of which most know their reach. */
function plainReading(made: readonly Made[]) {
  const recent = made.filter(({ age }) => age >= 1 && age < 180);
  const rateOf = ({ figures: { likes, comments = 0, reach } }: Made) =>
    likes !== undefined && reach ? (likes + comments) / reach : null;
  const usual = medianOf(recent.flatMap((post) => rateOf(post) ?? []).sort((a, b) => a - b));
  return {
    successOf: (post: Made) => (post.age >= 1 && rateOf(post) !== null ? Number(rateOf(post)) / usual : null),
    usualOf: (name: keyof Figures) =>
      medianOf(recent.flatMap(({ figures }) => figures[name] ?? []).sort((a, b) => a - b)),
  };
}

function medianOf(sorted: readonly number[]): number {
  const half = sorted.length / 2;
  return (Number(sorted[Math.ceil(half) - 1]) + Number(sorted[Math.floor(half)])) / 2;
}

/** The widest ranks of which each end misses the median in at most 1 of 20 cases, added up from Pascal's triangle. */
function intervalOf(sorted: readonly number[]): [number, number] {
  const n = sorted.length;
  let row = [1];
  for (let k = 1; k <= n; k++) row = [1, ...row.slice(1).map((each, index) => each + Number(row[index])), 1];
  let rank = 0;
  for (let below = Number(row[0]) / 2 ** n; below <= 0.05; below += Number(row[rank]) / 2 ** n) rank++;
  return [Number(sorted[rank - 1]), Number(sorted[n - rank])];
}
