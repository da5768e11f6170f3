import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Platform } from '../../../../../shared/posts/platforms.ts';
import { accountsTable } from '../../../../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../../../../helpers/agent.ts';
import { JOBS_PATH, jobRunPath } from '../../../../helpers/agent-paths.ts';
import { fastClock } from '../../../../helpers/fast-clock.ts';
import { serve } from '../../../../helpers/loopback.ts';
import { tiktokPage, tiktokProfile, xLabels, xProfile } from '../../../../helpers/own-pages.ts';
import { writeSession } from '../../../../helpers/saved-sessions.ts';

/** The paths of the pages that the daily job has opened in a browser. */
const visited: string[] = [];
let agent: TestAgent;
let site: Awaited<ReturnType<typeof serve>>;
let now = Temporal.Now.instant();

const script = (text: string) =>
  `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${text}</script>`;
const labelled = Object.entries(xLabels('55'))
  .map(([name, label]) =>
    name.startsWith('/')
      ? `<a href="${name}" aria-label="${label}">1K</a>`
      : `<button data-testid="${name}" aria-label="${label}"></button>`,
  )
  .join('');
const PAGES: Record<string, string> = {
  '/@ada/video/71': script(tiktokPage('71', 900)),
  '/@ada/video/72': script(tiktokPage('9', 900)),
  '/@ada/video/73': script(tiktokPage(null)),
  '/@ada': script(tiktokProfile('ada', 345)),
  '/ada': `<script type="application/ld+json">${xProfile('ada', 7)}</script>`,
  '/ada/status/55': `<article><button data-testid="like" aria-label="9 Likes"></button></article><article>${labelled}</article>`,
};

beforeAll(async () => {
  site = await serve((request, response) => {
    const path = request.url ?? '';
    if (path !== '/favicon.ico') visited.push(path);
    if (path.startsWith('/eve')) return response.writeHead(302, { location: '/i/flow/login' }).end();
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>A page</title>${PAGES[path] ?? ''}`);
  });
  agent = await startTestAgent(
    {},
    { now: () => now, ownPages: { clock: fastClock(), random: () => 0, site: site.origin } },
  );
});
afterAll(async () => {
  await agent?.close();
  await site?.close();
});

/** Adds an account with posts that the user published by hand at these addresses three days ago. */
async function addPosts(platform: Platform, account_label: string, addresses: string[], session = true) {
  const { id } = await accountsTable(agent.admin).insert({ platform, account_label, is_logged_in: true });
  if (session) await writeSession(agent.dataDir, id, []);
  for (const url of addresses) {
    const content = { content_type: 'video' as const, caption: 'A loaf', status: 'scheduled' as const };
    const made = await agent.admin
      .from('generated_content')
      .insert({ ...content, platforms: [platform], account_ids: [id] })
      .select('id')
      .single()
      .throwOnError();
    const time = now.subtract({ hours: 72 }).toString();
    const post = { content_id: made.data.id, scheduled_time: time, status: 'needs_review' } as const;
    const { data } = await agent.admin.from('scheduled_posts').insert(post).select('id').single().throwOnError();
    const row = {
      scheduled_post_id: data.id,
      platform,
      account_id: id,
      state: 'waiting',
      waits_for: 'by_hand',
    } as const;
    const delivery = await agent.admin.from('post_deliveries').insert(row).select('id').single().throwOnError();
    await agent.admin.rpc('mark_delivery', { delivery: delivery.data.id, url, at: time }).throwOnError();
  }
  return id;
}

async function runJob() {
  const { body } = await agent.call(jobRunPath('own-pages'), {
    method: 'POST',
    headers: { accept: 'text/event-stream' },
  });
  await body?.pipeTo(new WritableStream());
  const { jobs } = await (await agent.call(JOBS_PATH)).json();
  return jobs.find(({ name }: { name: string }) => name === 'own-pages');
}

it('reads the figures of posts that a person published, each post and account for itself, and keeps what is certain', async () => {
  const tiktok = await addPosts(
    'tiktok',
    'TT_Ada',
    [71, 72, 73].map((id) => `https://www.tiktok.com/@ada/video/${id}`),
  );
  const x = await addPosts('twitter', 'X_Ada', ['https://x.com/ada/status/55']);
  const eve = await addPosts('twitter', 'X_Eve', ['https://x.com/eve/status/66', 'https://x.com/eve/status/67']);
  await addPosts('twitter', 'X_Away', ['https://x.com/away/status/1'], false);
  const job = await runJob();
  expect(job).toMatchObject({ isOn: false, setting: 'read_own_pages' });
  expect(job.lastRun.result).toBe(
    'Read the figures of 2 posts. Not readable: 1 post, looked at again in a week. Deleted: 1 post. Log in again: X_Eve.',
  );
  const { data } = await agent.admin
    .from('post_deliveries')
    .select('remote_url, figures, figures_due')
    .in('account_id', [tiktok, x])
    .order('remote_url')
    .throwOnError();
  expect(data.map(({ figures }) => figures)).toEqual([
    { impressions: 900, likes: 30, comments: 4, shares: 2, saves: 1 },
    null,
    null,
    { impressions: 1204, likes: 40, comments: 0, shares: 2 },
  ]);
  const dueIn = data.map(
    ({ figures_due }) => figures_due && Math.round(Temporal.Instant.from(figures_due).since(now).total('hours')),
  );
  expect(dueIn).toEqual([36, 168, null, 36]);
  const followers = await agent.admin
    .from('account_figures')
    .select('account_id, followers')
    .order('followers')
    .throwOnError();
  expect(followers.data).toEqual([
    { account_id: x, followers: 7 },
    { account_id: tiktok, followers: 345 },
  ]);
  const { data: account } = await agent.admin.from('social_accounts').select('is_logged_in').eq('id', eve).single();
  expect(account).toEqual({ is_logged_in: false });
  // A platform that asks for a log-in is not visited any further.
  expect(visited.filter((path) => path.startsWith('/eve'))).toHaveLength(1);
  expect(visited).not.toContain('/away/status/1');

  visited.length = 0;
  now = now.add({ hours: 24 });
  await runJob();
  expect(visited).toEqual([]);
});
