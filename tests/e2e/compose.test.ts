import type { ElementHandle, Page } from 'puppeteer';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import type { MediaItem } from '../../shared/workspace/database.ts';
import type { TestAgent } from '../helpers/agent.ts';
import { byRole, dress, fill, pageText, waitForPath, waitForText } from '../helpers/browser.ts';
import { isFull } from '../helpers/depth.ts';
import { BOTH, expectFit } from '../helpers/looks.ts';
import { PNG } from '../helpers/png.ts';
import { failRequests } from '../helpers/request-faults.ts';
import { sharedPage } from '../helpers/shared-page.ts';

const SAVE = /^POST .*\/rpc\/save_content/;
const PICTURES = ['small.png', 'small.jpg'].map((name) => `tests/fixtures/pictures/${name}`);

const shared = sharedPage();
let agent: TestAgent;
let page: Page;
let accounts: Record<string, string>;

beforeAll(async () => {
  ({ agent, page } = shared);
  await agent.admin.from('app_settings').insert({ timezone: 'Europe/Paris' }).throwOnError();
  const rows = [
    { platform: 'instagram' as const, account_label: 'bakery' },
    { platform: 'twitter' as const, account_label: 'bakery_x' },
  ];
  const { data } = await agent.admin.from('social_accounts').insert(rows).select('id, account_label').throwOnError();
  accounts = Object.fromEntries(data.map(({ id, account_label }) => [account_label, id]));
});
beforeEach(async () => {
  // Leaves the previous test's screen, so that it does not request a deleted post.
  await page.goto('about:blank');
  await agent.admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
  await dress(page, {});
});

const goTo = (path: string) => page.goto(new URL(path, agent.url).href);
const press = (name: string) => byRole(page, 'button', name).click();
const stored = async () =>
  (await agent.admin.from('generated_content').select('*, scheduled_posts(*)').throwOnError()).data;
const mediaPaths = async () => (await stored()).flatMap(({ media }) => media.map(({ path }) => path));
async function write(words: string) {
  await page.locator('textarea').click();
  await page.keyboard.type(words);
}

/** Sets a field as a date picker does. React needs both the native setter and the event. */
const setField = (selector: string, value: string) =>
  page.$eval(
    selector,
    (field, next) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, next);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    value,
  );

it('a new post gets pictures, which are put in order with the mouse and cropped, and is scheduled', async () => {
  await goTo('/compose');
  await press('bakery (Instagram)');
  await press('bakery_x (X/Twitter)');
  await write('Bread takes time, @anna.');
  await fill(page, 'Hashtags', 'bread #home');
  await waitForText(page, 'Instagram needs a picture or a video.');
  const input = (await page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(...PICTURES);
  await waitForText(page, '1 of 2', 'Ready for every platform.', 'Saved');
  await expect.poll(mediaPaths).toHaveLength(2);
  await expectFit(page);

  const [first, second] = await mediaPaths();
  const [one, two] = [await middleOf(0), await middleOf(1)];
  const dragTo = async ({ x, y }: Point, isBeside = false) => {
    await page.mouse.move(one.x, one.y);
    await page.mouse.down();
    await page.mouse.move(x, y);
    await page.waitForSelector('li[data-over]');
    expect(await pageText(page)).not.toContain('Drop to add');
    if (isBeside) await page.mouse.move(x, 5);
    await page.mouse.up();
    await page.waitForSelector('body:not([data-dragging])');
  };
  await dragTo(two);
  await expect.poll(mediaPaths).toEqual([second, first]);
  if (isFull) await dragTo(two, true);
  // Dropping counts neither as a click on a picture nor as a file from another window.
  expect(await page.$$('[role=dialog]')).toEqual([]);
  await press('Add alt text: picture 1 of 2');
  await page.waitForSelector('[role=dialog]');
  await fill(page, 'Description', 'A loaf');
  await press('Save');
  await page.waitForSelector('[role=dialog]', { hidden: true });
  await press('Actions for picture 1 of 2');
  await byRole(page, 'menuitem', 'Crop…').click();
  await waitForText(page, 'The original stays in the Media Library.', 'Square 1:1');
  await press('Square 1:1');
  if (isFull) await expectFit(page, BOTH);
  await press('Crop');
  await page.waitForSelector('[role=dialog]', { hidden: true });
  await expect.poll(async () => (await mediaPaths())[0] !== second, { timeout: 30_000 }).toBe(true);
  const [cropped] = (await stored()).flatMap(({ media }) => media);
  expect(cropped?.alt).toBe('A loaf');
  expect((await mediaPaths()).at(-1)).toBe(first);
  const library = await agent.admin.from('media_files').select('path').throwOnError();
  expect(library.data.map(({ path }) => path)).toContain(second);

  await press('X/Twitter 38/280');
  await page.locator('textarea').fill('Bread!');
  await page.waitForFunction(() =>
    document.querySelector('section[aria-label=Preview]')?.textContent?.includes('Bread!'),
  );
  await press('At a time');
  await setField('input[type=date]', '2031-01-16');
  await setField('input[type=time]', '09:30');
  await press('Schedule');
  await waitForPath(page, '/scheduler');
  await waitForText(page, 'Scheduled for Jan 16, 2031, 9:30 AM GMT+1');
  expect(await stored()).toMatchObject([
    {
      writer: 'by-hand',
      status: 'scheduled',
      content_type: 'carousel',
      caption: 'Bread takes time, @anna.',
      hashtags: ['#bread', '#home'],
      platforms: ['instagram', 'twitter'],
      account_ids: expect.arrayContaining(Object.values(accounts)),
      alternatives: { twitter: { caption: 'Bread!', hashtags: ['#bread', '#home'] } },
      scheduled_posts: [{ scheduled_time: '2031-01-16T08:30:00+00:00' }],
    },
  ]);
  expect(shared.faults).toEqual([]);
});

type Point = { x: number; y: number };
async function middleOf(place: number): Promise<Point> {
  const tile = (await page.$$('[data-tile]'))[place];
  // Not behind the sticky bar at the bottom.
  await tile?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await tile?.boundingBox();
  if (!box) throw new Error(`There is no picture ${place}.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

it.runIf(isFull)('a post offers designs and to repeat, in dialogs of which axe finds nothing serious', async () => {
  const tall: MediaItem = { path: 'tall.png', url: '', kind: 'image', width: 180, height: 320 };
  const card = { slide: { title: 'Bread' }, design: { style: 'band' as const, theme: 'dark' as const } };
  await agent.admin.storage.from(MEDIA_BUCKET).upload(tall.path, PNG, { contentType: 'image/png' });
  const content = { content_type: 'carousel', status: 'scheduled', media: [{ ...tall, card }, tall] } as const;
  const row = { ...content, media: [...content.media], platforms: ['twitter' as const], caption: 'Bread' };
  const { data } = await agent.admin.from('generated_content').insert(row).select('id').single().throwOnError();
  const place = { content_id: data.id, scheduled_time: '2031-01-16T08:30:00Z' };
  await agent.admin.from('scheduled_posts').insert(place).throwOnError();
  await goTo(`/compose/${data.id}`);
  await waitForText(page, 'Post to', 'bakery_x');
  // Out from under the sticky bar at the bottom.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await press('Actions for picture 1 of 2');
  await byRole(page, 'menuitem', 'Another design…').click();
  await page.waitForFunction(() => document.querySelectorAll('[role=dialog] li img').length === 6);
  await expectFit(page);
  await page.keyboard.press('Escape');
  await page.waitForSelector('[role=dialog]', { hidden: true });
  await press('Repeat…');
  await waitForText(page, 'Repeat this post', 'Some platforms refuse a text');
  await expectFit(page);
  expect(shared.faults).toEqual([]);
});

// Keeping and offering unsaved text is tested in tests/components/compose/drafts.test.tsx; here, with a second tab.
it.runIf(isFull)(
  'what is written is not lost by a crash of the tab: the next one offers it, but not while the first is open',
  async () => {
    await goTo('/compose');
    await waitForText(page, 'Post to', 'bakery');
    const endFault = await failRequests(page, SAVE, 'no connection');
    await write('Half a thought');
    await waitForText(page, 'Not saved:', 'Your changes are kept in this browser.');
    const crashed = page;
    page = await crashed.browserContext().newPage();
    await goTo('/compose');
    await waitForText(page, 'Post to', 'bakery');
    expect(await pageText(page)).not.toContain('Half a thought');
    await crashed.close({ runBeforeUnload: false });
    await endFault();
    await goTo('/compose');
    await waitForText(page, 'You have an unsaved post', '“Half a thought”, written');
    await press('Continue writing');
    await waitForText(page, 'Saved');
    expect((await stored()).map(({ caption }) => caption)).toEqual(['Half a thought']);
  },
);
