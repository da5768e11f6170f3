import type { ElementHandle } from 'puppeteer';
import { describe, expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { PLATFORMS } from '../../shared/posts/platforms.ts';
import { byRole, dress, fill, waitForText } from '../helpers/browser.ts';
import { isFull } from '../helpers/depth.ts';
import { expectFit } from '../helpers/looks.ts';
import { ofFile } from '../helpers/of-file.ts';
import { sharedPage } from '../helpers/shared-page.ts';
import { startSourceServer } from '../helpers/source-server.ts';

/** The six of §3, and what came after them. */
const LABELS = [
  ...['Instagram', 'Facebook', 'TikTok', 'YouTube Shorts', 'X/Twitter', 'LinkedIn'],
  ...PLATFORMS.slice(6).map(({ label }) => label),
];
/** Two seconds of VP9, 180 x 320 pixels: black for 0.6 s, then a ball that falls on orange. */
const VIDEO = 'tests/fixtures/videos/portrait.mp4';
const POSTER = 'ul button img[src*=".poster.jpg"]';

const shared = sharedPage();
const sources = ofFile(startSourceServer);

const { goTo, press } = shared;

async function choose() {
  const input = await shared.page.waitForSelector('input[type=file]');
  await (input as ElementHandle<HTMLInputElement>).uploadFile(VIDEO);
}

async function storedNames(): Promise<string[]> {
  const { data, error } = await shared.member.storage.from(MEDIA_BUCKET).list();
  if (error) throw error;
  return data.map(({ name }) => name).filter((name) => name !== 'posts');
}

describe('posts of a project with a video', () => {
  it('are made from a form that fits every window, in errors too', async () => {
    const { page } = shared;
    await goTo('/create');
    await waitForText(page, 'Create New Content Project', ...LABELS);
    await press('Generate & Schedule');
    await waitForText(page, 'Missing Information', 'Select at least one platform.');
    await expectFit(page);
    for (const width of [360, 1024]) {
      await page.setViewport({ width, height: 900 });
      const cut = await page.$$eval('fieldset fieldset label', (all) =>
        all.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
      );
      expect(cut).toEqual([]);
    }
    await dress(page, {});
    await fill(page, 'Niche Name *', 'Home baking');
    await fill(page, 'Source URL 1 *', `${sources.origin}/sourdough.html`);
    await fill(page, 'Source URL 2 *', `${sources.origin}/strength.html`);
    await byRole(page, 'checkbox', 'YouTube Shorts').click();
    await choose();
    await press('Generate & Schedule');
    await waitForText(page, 'Content Generated! 🎉', 'With a video');
  });

  it('have a frame of it, past the black that it begins with, which the Scheduler shows before it plays', async () => {
    const { page, member } = shared;
    const [video = '', poster] = (await storedNames()).sort();
    expect(poster).toBe(`${video}.poster.jpg`);
    const { data: posts } = await member.from('generated_content').select('media').throwOnError();
    expect(posts.length).toBeGreaterThan(0);
    for (const { media } of posts) {
      expect(media.find(({ kind }) => kind === 'video')).toMatchObject({ path: video, poster: { path: poster } });
    }
    await goTo('/scheduler');
    await page.waitForSelector('li[data-post] img[src*=".poster.jpg"]');
  });
});

it('the Media Library shows the frame in place of a video, and deletes them together', async () => {
  const { page, member } = shared;
  await goTo('/media');
  await press('Videos 1');
  await waitForText(page, 'MP4 video');
  await page.waitForSelector(POSTER);
  /** Size in pixels, and whether it is orange near its corner. */
  const picture = await page.$eval(POSTER, async (element) => {
    const image = element as HTMLImageElement;
    // Its size is known before its pixels are.
    await image.decode();
    const context = document.createElement('canvas').getContext('2d');
    context?.drawImage(image, 0, 0);
    const [red = 0, green = 0, blue = 0] = context?.getImageData(4, 4, 1, 1).data ?? [];
    return [image.naturalWidth, image.naturalHeight, red > 180 && green > 80 && blue < 90];
  });
  expect(picture).toEqual([180, 320, true]);
  expect(await page.$$('ul button[aria-haspopup]')).toHaveLength(1);

  await choose();
  await page.waitForFunction((tile) => document.querySelectorAll(tile).length === 2, {}, POSTER);
  await page.click('ul button[aria-haspopup]');
  await page.waitForFunction(() =>
    document.querySelector('[role=dialog] video')?.getAttribute('poster')?.includes('.poster.jpg'),
  );
  await press('Delete');
  await waitForText(page, 'Delete this video?', 'Nothing uses this file.');
  await page.locator('[role=dialog]:last-of-type ::-p-aria([role="button"][name="Delete"])').click();
  await waitForText(page, 'File deleted');
  const { data } = await member.from('media_objects').select('path, poster').not('deleted_at', 'is', null);
  expect(data).toEqual([{ path: expect.stringMatching(/\.mp4$/), poster: `${data?.[0]?.path}.poster.jpg` }]);
  expect(shared.faults).toEqual([]);
});

it.runIf(isFull)('templates of long names fit every window, and so does the dialog that changes them', async () => {
  const { page, member } = shared;
  await member.from('content_style_templates').delete().not('id', 'is', null).throwOnError();
  const name = `Donaudampfschifffahrt${'x'.repeat(179)}`;
  await member.from('content_style_templates').insert({ name, prompt_template: name, description: '' }).throwOnError();
  await goTo('/templates');
  await waitForText(page, name);
  await expectFit(page);
  await press('Edit');
  await waitForText(page, 'Edit Template');
  await expectFit(page);
  expect(shared.faults).toEqual([]);
});
