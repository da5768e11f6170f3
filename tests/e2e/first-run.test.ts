import type { HTTPRequest, Page } from 'puppeteer';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { setupLinkSchema } from '../../shared/agent/agent-api.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { byRole, fill, openBrowser, pageText, type TestBrowser, waitForPath, waitForText } from '../helpers/browser.ts';
import { watchFaults } from '../helpers/console-watch.ts';
import { emptyWorkspace } from '../helpers/workspace.ts';

const IDLE_MS = 300;
const ACCOUNT = { email: 'me@example.com', password: 'correct horse' };

/**
 * A fresh workspace without a row of settings, seen for the first time: nothing may go wrong, not even where only a
 * developer would look.
 */
let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let faults: string[];
let networkIdle: () => Promise<void>;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent({ dataDir: await emptyWorkspace() }), openBrowser()]);
  page = await browser.newPage();
  faults = watchFaults(page);
  networkIdle = watchRequests(page);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});

async function to(screen: string, ...words: string[]) {
  await byRole(page, 'link', screen).click();
  await waitForText(page, ...words);
  await networkIdle();
  expect(faults, screen).toEqual([]);
}

async function inDialog(button: string, words: string) {
  await byRole(page, 'button', button).click();
  await waitForText(page, words);
  await page.keyboard.press('Escape');
  await page.waitForSelector('[role=dialog]', { hidden: true });
}

it('makes the first account', async () => {
  await page.goto(agent.url);
  await waitForText(page, 'This workspace has no account yet');
  const { link } = setupLinkSchema.parse(await (await agent.call('/api/setup/link', { body: {} })).json());
  const { pathname, hash } = new URL(link);
  await page.goto(new URL(pathname + hash, agent.url).href);
  await page.reload();
  await page.goto(new URL(pathname + hash, agent.url).href);
  await fill(page, 'Email', ACCOUNT.email);
  await fill(page, 'Password', ACCOUNT.password);
  await fill(page, 'Repeat password', ACCOUNT.password);
  await byRole(page, 'button', 'Create account').click();
  await waitForPath(page, '/');
  await waitForText(page, 'Your account is ready', 'Welcome to', 'No activity yet.');
  expect(faults).toEqual([]);
});

it('shows every screen and its dialogs', async () => {
  await to('Settings', 'Save Settings');
  await to('AI Writer', 'Save AI Settings');
  await to('Jobs', 'Clean-up');
  await to('Dashboard', 'Welcome to');
  await to('Content Creator', 'Generate & Schedule');
  await to('Scheduler', 'Content Scheduler');
  await to('Media Library', 'No media assets yet');
  await to('Accounts', 'No accounts connected yet');
  await inDialog('Add Account', 'Add Social Media Account');
  await to('Scripts', 'Scripts');
  await to('Content Templates', 'Motivational Quotes');
  await page.locator('::-p-aria([role="button"][name="Edit"])').click();
  await waitForText(page, 'Edit Template');
  await page.keyboard.press('Escape');
  await to('Dashboard', 'Welcome to');
});

it('shows a post whose picture was deleted without asking for the picture', async () => {
  const media = [
    { path: 'gone.png', url: `${agent.url}/storage/v1/object/public/media-assets/gone.png`, kind: 'image' },
  ];
  const poster = { path: 'gone.poster.jpg', url: `${agent.url}/storage/v1/object/public/media-assets/gone.poster.jpg` };
  const video = [
    { path: 'gone.mp4', url: `${agent.url}/storage/v1/object/public/media-assets/gone.mp4`, kind: 'video', poster },
  ];
  const contents = [
    { content_type: 'image', caption: 'Rye', status: 'scheduled', media },
    { content_type: 'video', caption: 'Spelt', status: 'scheduled', media: video },
  ] as const;
  for (const content of contents) {
    const { data } = await agent.admin
      .from('generated_content')
      .insert(structuredClone(content) as never)
      .select('id')
      .single()
      .throwOnError();
    const post = { content_id: (data as { id: string }).id, scheduled_time: '2031-01-15T14:30:00Z' };
    await agent.admin.from('scheduled_posts').insert(post).throwOnError();
  }
  await page.reload();
  await to('Scheduler', 'Rye', 'Spelt');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await networkIdle();
  expect(await pageText(page)).toContain('Rye');
  expect(faults).toEqual([]);
});

/**
 * Answers a function that waits until the page has asked for nothing for 300 ms. Only what the present document asked
 * for counts: Chrome does not always say how the questions of a document that was left have ended, and Puppeteer's own
 * wait counts them for ever.
 */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<HTTPRequest>();
  let changed = Date.now();
  page.on('request', (request) => {
    open.add(request);
    changed = Date.now();
  });
  const answered = (request: HTTPRequest) => {
    if (open.delete(request)) changed = Date.now();
  };
  // An answer of which the page reads nothing but the status does not finish.
  page.on('response', (response) => {
    const request = response.request();
    // Until the new document answers, the one that is left goes on asking.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    answered(request);
  });
  page.on('requestfinished', answered);
  page.on('requestfailed', answered);
  return () =>
    vi.waitFor(
      () => {
        if (open.size > 0) throw new Error(`Still asked for: ${[...open].map((request) => request.url()).join(' ')}`);
        if (Date.now() - changed < IDLE_MS) throw new Error('The page goes on asking.');
      },
      { timeout: 20_000 },
    );
}
