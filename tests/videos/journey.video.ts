import { createHash } from 'node:crypto';
import type { Page } from 'puppeteer';
import { beforeAll, expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { deliveryListSchema } from '../../shared/publishing/publishing-api.ts';
import { accountsTable } from '../helpers/accounts-table.ts';
import { startTestAgent } from '../helpers/agent.ts';
import { channelSignInEndPath, channelSignInPath, jobRunPath, postPublishPath } from '../helpers/agent-paths.ts';
import { byRole, fill, openBrowser, waitForText } from '../helpers/browser.ts';
import { ofFile } from '../helpers/of-file.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';
import { startSourceServer } from '../helpers/source-server.ts';
import { startTikTok } from '../helpers/tiktok/imitation.ts';
import { APP } from '../helpers/tiktok/tiktok-oauth.ts';
import { CLIENT } from '../helpers/youtube/google-oauth.ts';
import { startYouTube } from '../helpers/youtube/imitation.ts';

/** A project for the two platforms that take videos alone, in a real browser, and its posts at the platforms. */
const sources = ofFile(startSourceServer);
const tiktok = ofFile(() => startTikTok());
const youtube = ofFile(() => startYouTube());
const browser = ofFile(openBrowser);
const agent = ofFile(() => {
  const { origin, site } = tiktok.api;
  const google = { origin: youtube.api.origin, site: youtube.api.site, tokenOrigin: youtube.api.tokenOrigin };
  return startTestAgent({ platformApis: { tiktok: { origin, site }, youtube_shorts: google } });
});
let page: Page;

async function ask(path: string, body: unknown = {}): Promise<unknown> {
  const answer = await agent.call(path, { body });
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  return text && !text.startsWith('event:') ? JSON.parse(text) : {};
}

async function connect(entry: { platform: 'tiktok' | 'youtube_shorts' }, decide: (url: string) => Promise<string>) {
  const { id } = await accountsTable(agent.admin).insert({ platform: entry.platform, account_label: 'Ada' });
  const { url } = (await ask(channelSignInPath(id), entry)) as { url: string };
  expect(await ask(channelSignInEndPath(id), { address: await decide(url) })).toMatchObject({ state: 'ready' });
}

const scheduled = async () =>
  (await agent.admin.from('scheduled_posts').select('id, generated_content(*)').order('scheduled_time').throwOnError())
    .data;

beforeAll(async () => {
  const tiktokApp = { clientKey: APP.key, clientSecret: APP.secret, mode: 'PUBLIC_TO_EVERYONE' };
  await connect({ platform: 'tiktok', ...tiktokApp }, (url) => tiktok.decide(url));
  const googleApp = { clientId: CLIENT.id, clientSecret: CLIENT.secret };
  await connect({ platform: 'youtube_shorts', ...googleApp }, (url) => youtube.decide(url));
  page = await openSignedIn(browser, agent, await agent.addMember(), '/create');
});

it('generates posts for TikTok and YouTube Shorts alone', async () => {
  await waitForText(page, 'Create New Content Project');
  await fill(page, 'Niche Name *', 'Home baking');
  await fill(page, 'Source URL 1 *', `${sources.origin}/sourdough.html`);
  await fill(page, 'Source URL 2 *', `${sources.origin}/strength.html`);
  for (const name of ['TikTok', 'YouTube Shorts']) await byRole(page, 'checkbox', name).click();
  await byRole(page, 'button', 'Generate & Schedule').click();
  await waitForText(page, 'Content Generated! 🎉');
  expect((await scheduled()).length).toBeGreaterThan(0);
});

it('makes their videos, with which they pass every check before publishing', async () => {
  const headers = { accept: 'text/event-stream' };
  const run = await agent.call(jobRunPath('videos'), { method: 'POST', headers });
  expect(await run.text()).toMatch(/Made \d videos?\./);
  const posts = await scheduled();
  for (const { id, generated_content: content } of posts) {
    expect(content.media).toEqual([expect.objectContaining({ kind: 'video' })]);
    expect(await ask(`/api/posts/${id}/check`)).toEqual([]);
  }
  await page.goto(new URL('/scheduler', agent.url).href);
  await waitForText(page, `Scheduled Posts Timeline (${posts.length})`);
});

it('sends that very file to both platforms', async () => {
  const [post] = await scheduled();
  await ask(postPublishPath(String(post?.id)));
  await ask('/api/publishing/look', { wait: true });
  const answer = await agent.call(`/api/posts/${post?.id}/deliveries`);
  const deliveries = deliveryListSchema.parse(await answer.json());
  expect(deliveries.map(({ platform, state, error }) => [platform, state, error]).sort()).toEqual([
    ['tiktok', 'published', null],
    ['youtube_shorts', 'published', null],
  ]);
  const [video] = post?.generated_content.media ?? [];
  const file = await agent.admin.storage.from(MEDIA_BUCKET).download(video?.path ?? '');
  const sha256 = createHash('sha256')
    .update(Buffer.from((await file.data?.arrayBuffer()) ?? new ArrayBuffer(0)))
    .digest('hex');
  expect([tiktok.world.posts, youtube.world.videos].map((sent) => sent.map((one) => one.sha256))).toEqual([
    [sha256],
    [sha256],
  ]);
});
