import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElementHandle, KeyInput } from 'puppeteer';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../../server/supabase/sql/template.ts';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { byRole, pageText, waitForText } from '../helpers/browser.ts';
import { databaseOf } from '../helpers/database.ts';
import { isFull } from '../helpers/depth.ts';
import { fileFolder } from '../helpers/file-folder.ts';
import { BOTH, expectFit } from '../helpers/looks.ts';
import { PNG } from '../helpers/png.ts';
import { sharedPage } from '../helpers/shared-page.ts';

/** Two seconds of VP9, 180 x 320 pixels: black for 0.6 s, then a ball falling in front of orange. */
const VIDEO = 'tests/fixtures/videos/portrait.mp4';
const POSTER = 'ul button img[src*=".poster.jpg"]';
const ORANGE = {
  red: expect.toSatisfy((value) => value > 180),
  green: expect.toSatisfy((value) => value > 80),
  blue: expect.toSatisfy((value) => value < 90),
};
const SIGN = /^POST .*\/storage\/v1\/object\/sign\/media-assets/;
const REMOVAL = /^DELETE .*\/storage\/v1\/object\/media-assets/;
/** More than the screen has tab stops. */
const MOST_STOPS = 60;

const folder = await fileFolder();
const shared = sharedPage();

beforeAll(async () => {
  for (const name of ['a.png', 'b.png', 'c.png']) await writeFile(join(folder, name), PNG);
  // The first bytes of an MP4 video.
  const start = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1');
  await writeFile(join(folder, 'long.mp4'), Buffer.concat([start, Buffer.alloc(1024 * 1024)]));
  await writeFile(join(folder, 'holiday.mov'), 'moov');
});
beforeEach(async () => {
  await shared.goTo('/media');
  await waitForText(shared.page, 'No media assets yet');
});
afterEach(async () => {
  const { member, page } = shared;
  // The screen may still be loading pictures: requests for deleted ones would fail in the next test.
  await page.goto('about:blank');
  // Including files in the bin.
  const { data } = await member.from('media_objects').select('path').throwOnError();
  if (data.length > 0) await member.storage.from(MEDIA_BUCKET).remove(data.map(({ path }) => path));
});

/** Runs in the page: makes videos fire `seeked` when a seek begins, long before its frame is shown. */
function seekedTooEarly() {
  const { prototype } = HTMLMediaElement;
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, 'currentTime') ?? {};
  Object.defineProperty(prototype, 'currentTime', {
    configurable: true,
    get,
    set(this: HTMLMediaElement, seconds: number) {
      set?.call(this, seconds);
      this.dispatchEvent(new Event('seeked'));
    },
  });
}

const press = (key: KeyInput) => shared.page.keyboard.press(key);

/**
 * The label of the focused element or else its text, without spaces between lines ("a.pngNot usedPNG picture" is a
 * tile). Empty while the body or a dialog itself has the focus, as happens briefly when something closes.
 */
const focused = () =>
  shared.page.evaluate(() => {
    const element = document.activeElement;
    if (element?.matches('body, [role=dialog]')) return '';
    return (element?.ariaLabel ?? element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  });
const waitForFocus = (words: string) => expect.poll(focused).toContain(words);
const waitForDialogs = (count: number) =>
  shared.page.waitForFunction((wanted) => document.querySelectorAll('[role=dialog]').length === wanted, {}, count);

/** Presses Tab until the focused element contains these words, and checks that its focus is visible. */
async function tabTo(words: string) {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await press('Tab');
    if (!(await focused()).includes(words)) continue;
    const outline = await shared.page.evaluate(
      () => document.activeElement && getComputedStyle(document.activeElement).outlineStyle,
    );
    expect(outline, `the outline of ${words}`).not.toBe('none');
    return;
  }
  throw new Error(
    `Tab does not lead to ${JSON.stringify(words)}; the last stop is ${JSON.stringify(await focused())}.`,
  );
}

async function choose(...names: string[]) {
  const input = (await shared.page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(...names.map((name) => (name === VIDEO ? VIDEO : join(folder, name))));
}

it('is used by keyboard alone: uploads, walks through the pictures, tags them, and deletes with a question', async () => {
  const { page } = shared;
  await tabTo('Upload');
  const chooser = page.waitForFileChooser();
  // The key press could reach the page before the command that intercepts the chooser; this round trip prevents that.
  await page.evaluate(() => undefined);
  await press('Enter');
  await (await chooser).accept(['a.png', 'b.png', 'c.png', 'holiday.mov'].map((name) => join(folder, name)));
  await waitForText(page, 'All 3', '3 files uploaded', 'Not uploaded');
  expect(await focused(), 'after choosing files').toBe('Upload files');
  if (isFull) await expectFit(page, BOTH);
  await byRole(page, 'button', 'Clear list').click();
  await waitForFocus('Upload files');

  await tabTo('Not usedPNG');
  await press('Enter');
  await waitForText(page, 'Stored as', 'Dimensions 1 × 1');
  await expectFit(page, BOTH);
  await press('ArrowRight');
  await press('ArrowLeft');
  await press('Escape');
  await waitForDialogs(0);
  await waitForFocus('Not usedPNG');
  await press('Tab');
  await press('Space');
  await waitForText(page, '1 selected');
  await tabTo('Edit tags');
  await press('Enter');
  await waitForText(page, 'Add tags');
  if (isFull) await expectFit(page, BOTH);
  await press('Escape');
  await waitForDialogs(0);
  await byRole(page, 'button', 'Clear selection').click();

  await tabTo('Not usedPNG');
  await press('Space');
  await waitForText(page, 'Stored as');
  await tabTo('Delete');
  /** Presses Delete, and waits until the dialog says whether the file is in use: nothing can be deleted before. */
  const ask = async () => {
    await press('Enter');
    await waitForText(page, 'Delete this picture?', 'Nothing uses this file.');
    await waitForFocus('Keep it');
  };
  for (const key of ['Enter', 'Escape'] as const) {
    await ask();
    if (isFull && key === 'Escape') await expectFit(page, BOTH);
    await press(key);
    await waitForDialogs(1);
    await waitForFocus('Delete');
  }
  await ask();
  await tabTo('Delete');
  await press('Enter');
  await waitForText(page, 'File deleted', 'All 2');
  await waitForDialogs(0);
  // The tile is gone, so the focus moves to the screen's heading, and Tab continues from there.
  await waitForFocus('Media Library');
  await tabTo('Not usedPNG');
  expect(shared.faults).toEqual([]);
});

it.runIf(isFull)('reads a large library page by page, and signs and keeps only what is near', async () => {
  const { page, member } = shared;
  async function store(path: string, content: Buffer | string, contentType: string) {
    const { error } = await member.storage.from(MEDIA_BUCKET).upload(path, content, { contentType });
    if (error) throw error;
  }
  await store('posts/0.png', PNG, 'image/png');
  // Another 119 of it, without uploading them.
  const database = databaseOf(shared.agent.dataDir);
  await database.run(sql`
    insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
    select bucket_id, 'posts/' || number || '.png', owner, owner_id, version, metadata
    from storage.objects, generate_series(1, 119) number where name = 'posts/0.png'`);
  await database.close();
  await store('clip.mp4', 'no video', 'video/mp4');
  const signed = new Set<string>();
  page.on('request', (request) => {
    if (!SIGN.test(`${request.method()} ${request.url()}`)) return;
    for (const path of JSON.parse(request.postData() ?? '{}').paths ?? []) signed.add(path);
  });
  await page.reload();
  // A video that cannot be played gets a placeholder.
  await waitForText(page, 'All 121', 'Pictures 120', 'Videos 1', 'Show more', 'This file cannot be shown');
  const tiles = () => page.$$eval('main ul > li', (all) => all.length);
  expect(await tiles()).toBe(60);
  expect(signed.size).toBeLessThan(60);
  await page.focus('main ul button[aria-haspopup]');
  // Rows far from the viewport only keep their height, unless one of their files has the focus.
  const scrollTo = (end: 'top' | 'bottom', wanted: number) =>
    page.waitForFunction(
      (isBottom, count) => {
        window.scrollTo(0, isBottom ? document.documentElement.scrollHeight : 0);
        return document.querySelectorAll('main ul > li').length === count;
      },
      {},
      end === 'bottom',
      wanted,
    );
  await scrollTo('bottom', 121);
  expect(await pageText(page)).not.toContain('Show more');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await scrollTo('top', 60);
  expect(await page.$eval('main ul > li button', (tile) => tile.textContent)).toContain('clip.mp4');
  await scrollTo('bottom', 61);
});

it.runIf(isFull)('leaves nothing of an upload that is called off in the middle', async () => {
  const { page } = shared;
  await page.emulateNetworkConditions({ upload: 20_000, download: -1, latency: 0 });
  await choose('long.mp4');
  await page.waitForFunction(
    () => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) > 0,
  );
  const removal = () =>
    page.waitForResponse((response) => REMOVAL.test(`${response.request().method()} ${response.url()}`));
  const first = removal();
  await byRole(page, 'button', 'Cancel all').click();
  await page.emulateNetworkConditions(null);
  // If the upload was just completing, the file is removed a moment later.
  const removed = (await (await first).json()) as unknown[];
  if (removed.length === 0) await removal();
  expect(await pageText(page)).not.toContain('Uploading');
  expect((await shared.member.from('media_files').select('path').throwOnError()).data).toEqual([]);
});

it('shows a frame in place of a video, past the black that it begins with, and deletes them together', async () => {
  const { page, member } = shared;
  await page.evaluate(seekedTooEarly);
  await choose(VIDEO);
  await waitForText(page, 'Videos 1', 'MP4 video');
  await page.waitForSelector(POSTER);
  /** The poster's size in pixels, and the colour near its corner. */
  const picture = await page.$eval(POSTER, async (element) => {
    const image = element as HTMLImageElement;
    // Its size is known before its pixels are.
    await image.decode();
    const context = document.createElement('canvas').getContext('2d');
    context?.drawImage(image, 0, 0);
    const [red = 0, green = 0, blue = 0] = context?.getImageData(4, 4, 1, 1).data ?? [];
    return { size: [image.naturalWidth, image.naturalHeight], red, green, blue };
  });
  expect(picture).toMatchObject({ size: [180, 320], ...ORANGE });
  await shared.press('Videos 1');
  expect(await page.$$('ul button[aria-haspopup]')).toHaveLength(1);

  await page.click('ul button[aria-haspopup]');
  await page.waitForFunction(() =>
    document.querySelector('[role=dialog] video')?.getAttribute('poster')?.includes('.poster.jpg'),
  );
  await shared.press('Delete');
  await waitForText(page, 'Delete this video?', 'Nothing uses this file.');
  await page.locator('[role=dialog]:last-of-type ::-p-aria([role="button"][name="Delete"])').click();
  await waitForText(page, 'File deleted');
  const { data } = await member.from('media_objects').select('path, poster').not('deleted_at', 'is', null);
  expect(data).toEqual([{ path: expect.stringMatching(/\.mp4$/), poster: `${data?.[0]?.path}.poster.jpg` }]);
  expect(shared.faults).toEqual([]);
});
