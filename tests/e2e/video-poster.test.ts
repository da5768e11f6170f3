import type { ElementHandle, Page } from 'puppeteer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { byRole, fill, openBrowser, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';
import { type SourceServer, startSourceServer } from '../helpers/source-server.ts';

/** Two seconds of VP9, 180 x 320 pixels: black for 0.6 s, then a ball that falls on orange. */
const VIDEO = 'tests/fixtures/videos/portrait.mp4';

let agent: TestAgent;
let browser: TestBrowser;
let sources: SourceServer;
let member: Client;
let page: Page;

beforeAll(async () => {
  [agent, browser, sources] = await Promise.all([startTestAgent(), openBrowser(), startSourceServer()]);
  const account = await agent.addMember();
  member = agent.supabase(await agent.signIn(account.email, account.password));
  page = await openSignedIn(browser, agent, account, '/create');
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), sources?.close()]);
});

async function choose(file: string) {
  const input = (await page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(file);
}

async function storedNames(): Promise<string[]> {
  const { data, error } = await member.storage.from(MEDIA_BUCKET).list();
  if (error) throw error;
  return data.map(({ name }) => name).filter((name) => name !== 'posts');
}

/** Size in pixels of the picture in an element, and the colour near its corner. */
async function pictureIn(selector: string) {
  await page.waitForSelector(selector);
  return page.$eval(selector, async (element) => {
    const image = element as HTMLImageElement;
    // Its size is known before its pixels are.
    await image.decode();
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const [red = 0, green = 0, blue = 0] = context?.getImageData(4, 4, 1, 1).data ?? [];
    return { width: image.naturalWidth, height: image.naturalHeight, isOrange: red > 180 && green > 80 && blue < 90 };
  });
}

it('stores a frame beside the video of a project, past the black that it begins with', async () => {
  await fill(page, 'Niche Name *', 'Home baking');
  await fill(page, 'Source URL 1 *', `${sources.origin}/sourdough.html`);
  await fill(page, 'Source URL 2 *', `${sources.origin}/strength.html`);
  await byRole(page, 'checkbox', 'YouTube Shorts').click();
  await choose(VIDEO);
  await byRole(page, 'button', 'Generate & Schedule').click();
  await waitForText(page, 'Content Generated! 🎉');
  const [video = '', poster] = (await storedNames()).sort();
  expect(poster).toBe(`${video}.poster.jpg`);
  const { data: posts } = await member.from('generated_content').select('media').throwOnError();
  for (const { media } of posts) {
    expect(media.find(({ kind }) => kind === 'video')).toMatchObject({ path: video, poster: { path: poster } });
  }
});

it('shows it in the Scheduler before the video plays', async () => {
  await page.goto(new URL('/scheduler', agent.url).href);
  await page.waitForFunction(() => document.querySelector('video')?.poster.includes('.poster.jpg'));
});

it('shows it in the Media Library in place of the video, and not as a file of its own', async () => {
  await page.goto(new URL('/media', agent.url).href);
  await byRole(page, 'button', 'Videos 1').click();
  await waitForText(page, 'MP4 video');
  const tile = 'ul button img[src*=".poster.jpg"]';
  expect(await pictureIn(tile)).toEqual({ width: 180, height: 320, isOrange: true });
  expect(await page.$$eval('ul button[aria-haspopup]', (tiles) => tiles.length)).toBe(1);
  await page.click('ul button[aria-haspopup]');
  await page.waitForFunction(() =>
    document.querySelector('[role=dialog] video')?.getAttribute('poster')?.includes('.poster.jpg'),
  );
  await page.keyboard.press('Escape');
});

it('is drawn of a video that is uploaded there, and goes into the bin with it', async () => {
  await choose(VIDEO);
  await page.waitForFunction(() => document.querySelectorAll('ul button img[src*=".poster.jpg"]').length === 2);
  expect(await storedNames()).toHaveLength(4);
  await page.click('ul button[aria-haspopup]');
  await byRole(page, 'button', 'Delete').click();
  await waitForText(page, 'Delete this video?');
  await page.locator('[role=dialog]:last-of-type ::-p-aria([role="button"][name="Delete"])').click();
  await waitForText(page, 'File deleted');
  const { data } = await member.from('media_objects').select('path, poster').not('deleted_at', 'is', null);
  expect(data).toEqual([{ path: expect.stringMatching(/\.mp4$/), poster: `${data?.[0]?.path}.poster.jpg` }]);
});
