import type { ElementHandle } from 'puppeteer';
import { expect, it } from 'vitest';
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

it.runIf(isFull)('the form of a project fits every window, in errors too', async () => {
  const { page } = shared;
  await goTo('/create');
  await waitForText(page, 'Create New Content Project', ...LABELS);
  await press('Generate & Schedule');
  await waitForText(page, 'Missing Information', 'Select at least one platform.');
  await expectFit(page);
  for (const width of isFull ? [360, 1024] : [360]) {
    await page.setViewport({ width, height: 900 });
    const cut = await page.$$eval('fieldset fieldset label', (all) =>
      all.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
    );
    expect(cut).toEqual([]);
  }
  await dress(page, {});
  expect(shared.faults).toEqual([]);
});

it('the Media Library shows a frame in place of a video, past the black that it begins with, and deletes them together', async () => {
  const { page, member } = shared;
  await goTo('/media');
  await waitForText(page, 'No media assets yet');
  await choose();
  await waitForText(page, 'Videos 1', 'MP4 video');
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
  await press('Videos 1');
  expect(await page.$$('ul button[aria-haspopup]')).toHaveLength(1);

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

it.runIf(isFull)(
  'posts of a project with a video have its frame, which the Scheduler shows before it plays',
  async () => {
    const { page, member } = shared;
    await goTo('/create');
    await fill(page, 'Niche Name *', 'Home baking');
    await fill(page, 'Source URL 1 *', `${sources.origin}/sourdough.html`);
    await fill(page, 'Source URL 2 *', `${sources.origin}/strength.html`);
    await byRole(page, 'checkbox', 'YouTube Shorts').click();
    await choose();
    await press('Generate & Schedule');
    await waitForText(page, 'Content Generated! 🎉', 'With a video');
    const { data: posts } = await member.from('generated_content').select('media').throwOnError();
    expect(posts.length).toBeGreaterThan(0);
    for (const { media } of posts) {
      const video = media.find(({ kind }) => kind === 'video');
      expect(video).toMatchObject({ poster: { path: `${video?.path}.poster.jpg` } });
    }
    await goTo('/scheduler');
    await page.waitForSelector('li[data-post] img[src*=".poster.jpg"]');
    expect(shared.faults).toEqual([]);
  },
);

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
