import type { Page } from 'puppeteer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { axeViolations, byRole, dress, openBrowser, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

let agent: TestAgent;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  page = await openSignedIn(browser, agent, await agent.addMember(), '/compose');
  await waitForText(page, 'Post to', 'Nothing to save yet');
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});

const captions = async () =>
  (await agent.admin.from('generated_content').select('caption').throwOnError()).data.map(({ caption }) => caption);
const stop = () => agent.agent.close();
async function start() {
  const { port, dataDir } = agent;
  agent = await startTestAgent({ port, dataDir });
}
const text = () => page.$eval('textarea', ({ value }) => value);

async function write(words: string) {
  await page.locator('textarea').click();
  await page.keyboard.press('End');
  await page.keyboard.type(words);
}

it('what is written while the agent is stopped is kept, and saves itself once it runs again', async () => {
  await write('Half a thought');
  await waitForText(page, 'Saved');
  await stop();
  await write(' and the other half');
  await waitForText(page, 'Not saved:', 'Your changes are kept in this browser.');
  expect(await axeViolations(page)).toEqual([]);
  // Still the composer, with all that was written; the screen is not replaced by an error.
  await write(', and more');
  expect(await text()).toBe('Half a thought and the other half, and more');
  await start();
  await waitForText(page, 'Saved');
  expect(await captions()).toEqual(['Half a thought and the other half, and more']);
  await write('.');
  await expect.poll(captions, { timeout: 30_000 }).toEqual(['Half a thought and the other half, and more.']);
});

it('a tab that is closed while the agent is stopped continues in the next one', async () => {
  await stop();
  await write(' The end');
  await waitForText(page, 'Not saved:');
  const { pathname } = new URL(page.url());
  const next = await page.browserContext().newPage();
  await page.close();
  page = next;
  await dress(page, {});
  await page.bringToFront();
  await start();
  await page.goto(new URL(pathname, agent.url).href);
  await waitForText(page, 'Your unsaved changes were restored.', 'Saved');
  expect(await captions()).toEqual(['Half a thought and the other half, and more. The end']);
});

it('what is decided while the agent is stopped says so, and is done once it runs again', async () => {
  await byRole(page, 'button', 'X/Twitter').click();
  await waitForText(page, 'Saved', 'Next free slot');
  await byRole(page, 'button', 'At a time').click();
  await stop();
  await write('!');
  await byRole(page, 'button', 'Schedule').click();
  await waitForText(page, 'The post could not be saved, so it was not scheduled.');
  await start();
  await waitForText(page, 'Saved');
  await byRole(page, 'button', 'Schedule').click();
  await page.waitForFunction(() => location.pathname === '/scheduler');
  const { data } = await agent.admin.from('scheduled_posts').select('status').throwOnError();
  expect(data).toEqual([{ status: 'scheduled' }]);
});
