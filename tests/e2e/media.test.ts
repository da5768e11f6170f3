import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { MEDIA_BUCKET } from '../../shared/media-bucket.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  openBrowser,
  pageText,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { type Fault, failRequests, holdRequests } from '../helpers/request-faults.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

const UPLOAD = /^POST .*\/storage\/v1\/object\/media-assets/;
const SIGN = /^POST .*\/storage\/v1\/object\/sign\/media-assets/;
const DELETE = /^DELETE .*\/storage\/v1\/object\/media-assets/;
const LIST = /^GET .*\/rest\/v1\/media_files/;
/** As long as file systems take it, and right-to-left at its end. */
const LONG_NAME = `${'x'.repeat(230)}خبز.mov`;
const STORED_NAME = /^\d{40}\.(png|jpg|webp|mp4)$/;

/** One grey pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
let member: Client;
let page: Page;
let folder: string;
let endFault: (() => Promise<void>) | undefined;

beforeAll(async () => {
  [agent, browser, folder] = await Promise.all([
    startTestAgent(),
    openBrowser(),
    mkdtemp(join(tmpdir(), 'local-agent-media-')),
  ]);
  account = await agent.addMember();
  member = agent.supabase(await agent.signIn(account.email, account.password));
  await member.from('app_settings').insert({ timezone: 'Asia/Tokyo' }).throwOnError();
  page = await openSignedIn(browser, agent, account, '/media');
  await writeFile(join(folder, 'Frühstück 🥐 <b>.png'), PNG);
  for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) await writeFile(join(folder, name), PNG);
  await writeFile(join(folder, 'long.mp4'), Buffer.alloc(1024 * 1024));
  await writeFile(join(folder, 'empty.webp'), '');
  await writeFile(join(folder, 'holiday.mov'), 'moov');
  await writeFile(join(folder, LONG_NAME), 'moov');
  const large = await open(join(folder, 'large.mp4'), 'w');
  await large.truncate(201 * 1024 * 1024);
  await large.close();
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), folder && rm(folder, { recursive: true, force: true })]);
});
afterEach(async () => {
  await endFault?.();
  endFault = undefined;
  const { data } = await member.from('media_files').select('path').throwOnError();
  if (data.length > 0) await member.storage.from(MEDIA_BUCKET).remove(data.map(({ path }) => path));
  await member.from('generated_content').delete().not('id', 'is', null).throwOnError();
  // What is deleted can be brought back, so its files count as used.
  await member.from('content_bin').delete().not('id', 'is', null).throwOnError();
  await member.from('content_projects').delete().not('id', 'is', null).throwOnError();
});

async function openMedia(...words: string[]) {
  await page.goto(new URL('/media', agent.url).href);
  await waitForText(page, 'Media Library', ...words);
}

const fail = async (match: RegExp, fault: Fault) => {
  endFault = await failRequests(page, match, fault);
};

/** Puts a file into the bucket as any tool might. */
async function store(path: string, content: Buffer | string = PNG, contentType = 'image/png') {
  const { error } = await member.storage.from(MEDIA_BUCKET).upload(path, content, { contentType });
  if (error) throw error;
}

async function addPost(caption: string, ...paths: string[]) {
  const media = paths.map((path) => ({ path, url: '', kind: 'image' as const }));
  await member.from('generated_content').insert({ content_type: 'image', caption, media }).throwOnError();
}

async function choose(...names: string[]) {
  const input = await page.waitForSelector('input[type=file]');
  await (input as unknown as { uploadFile(...paths: string[]): Promise<void> }).uploadFile(
    ...names.map((name) => join(folder, name)),
  );
}

async function storedPaths(): Promise<string[]> {
  return (await member.from('media_files').select('path').order('created_at').throwOnError()).data.map(
    ({ path }) => path,
  );
}

/** Presses the tile that shows these words, once it is there. */
async function openTile(words: string) {
  await page.waitForFunction(
    (wanted) => {
      const tiles = [...document.querySelectorAll<HTMLElement>('main li button')];
      // biome-ignore lint/performance/useDomNodeTextContent: what people can read is meant, with its spaces.
      const tile = tiles.find(({ innerText }) => innerText.replace(/\s+/g, ' ').includes(wanted));
      tile?.focus();
      tile?.click();
      return tile !== undefined;
    },
    {},
    words,
  );
  await waitForText(page, 'Stored as');
}

const dialogs = () => page.$$eval('[role=dialog]', (all) => all.length);
const waitForDialogs = (count: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('[role=dialog]').length === wanted, {}, count);

describe('an empty library', () => {
  it('says what §2 says and leads to the Creator', async () => {
    await openMedia('No media assets yet Create content to populate your media library');
    await byRole(page, 'link', 'Create Content').click();
    await waitForPath(page, '/create');
  });

  it('shows that it is loading, and the reason with a retry when it cannot be loaded', async () => {
    const release = await holdRequests(page, LIST);
    await page.goto(new URL('/media', agent.url).href);
    await page.waitForSelector('main [role=status] [data-slot=skeleton]');
    await release();
    await waitForText(page, 'No media assets yet');
    await fail(LIST, { status: 500, body: { message: 'The database is full.' } });
    await openMedia('The media could not be loaded', 'The database is full.');
    await endFault?.();
    endFault = undefined;
    await byRole(page, 'button', 'Try again').click();
    await waitForText(page, 'No media assets yet');
  });
});

describe('an upload', () => {
  it('stores what is good under safe names and says of each other file why not', async () => {
    const sent: string[] = [];
    const note = (request: { method(): string; url(): string }) => {
      const line = `${request.method()} ${request.url()}`;
      if (UPLOAD.test(line)) sent.push(line);
    };
    await openMedia('No media assets yet');
    page.on('request', note);
    await choose('Frühstück 🥐 <b>.png', 'holiday.mov', 'large.mp4', 'empty.webp', LONG_NAME);
    await waitForText(
      page,
      'Not uploaded',
      'holiday.mov 1 KB Not an MP4 video or a PNG, JPEG or WebP picture. Convert it first.',
      'large.mp4 201 MB 201 MB; a file may have at most 200 MB.',
      'empty.webp 0 KB Empty (0 bytes).',
      'All 1',
      'PNG picture, 1 KB',
    );
    await waitForText(page, 'File uploaded', LONG_NAME);
    page.off('request', note);
    expect(sent).toHaveLength(1);
    const [path, ...others] = await storedPaths();
    expect(path).toMatch(STORED_NAME);
    expect(others).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewport({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.setViewport({ width: 1440, height: 900 });
    await byRole(page, 'button', 'Remove holiday.mov from this list').click();
    await byRole(page, 'button', 'Clear list').click();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Upload files');
    expect(await pageText(page)).not.toContain('Not uploaded');
    await byRole(page, 'link', 'Dashboard').click();
    await waitForText(page, 'Media Assets 1 Images & videos stored');
  });

  it('takes files that are dropped on the window', async () => {
    await openMedia('No media assets yet');
    const drag = (type: string) =>
      page.evaluate(
        (event, png) => {
          const dataTransfer = new DataTransfer();
          const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
          dataTransfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
          document.body.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }));
        },
        type,
        PNG.toString('base64'),
      );
    await drag('dragenter');
    await waitForText(page, 'Drop the files to upload them');
    await drag('drop');
    await waitForText(page, 'File uploaded', 'All 1');
    expect(await pageText(page)).not.toContain('Drop the files');
    expect(await storedPaths()).toHaveLength(1);
  });

  it('sends two at a time, can be called off, goes on elsewhere, and asks before the window is left', async () => {
    await openMedia('No media assets yet');
    const release = await holdRequests(page, UPLOAD);
    await choose('a.png', 'b.png', 'c.png', 'd.png');
    await waitForText(page, 'Uploading 4 files', 'c.png Waiting', 'd.png Waiting');
    expect(await page.$$eval('[role=progressbar]', (all) => all.map(({ ariaLabel }) => ariaLabel))).toEqual([
      'Upload of a.png',
      'Upload of b.png',
    ]);
    await byRole(page, 'button', 'Cancel the upload of d.png').click();
    await waitForText(page, 'Uploading 3 files');
    const asks = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await asks()).toBe(true);
    await byRole(page, 'link', 'Settings').click();
    await waitForText(page, 'Configure your automation preferences');
    await release();
    await waitForText(page, '3 files uploaded');
    expect(await asks()).toBe(false);
    await byRole(page, 'link', 'Media Library').click();
    await waitForText(page, 'All 3');
    expect(await storedPaths()).toHaveLength(3);
  });

  it('that is called off in the middle leaves nothing', async () => {
    await openMedia('No media assets yet');
    await page.emulateNetworkConditions({ upload: 20_000, download: -1, latency: 0 });
    await choose('long.mp4');
    await page.waitForFunction(() => {
      const value = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
      return Number(value) > 0;
    });
    const removal = () =>
      page.waitForResponse((response) => DELETE.test(`${response.request().method()} ${response.url()}`));
    const first = removal();
    await byRole(page, 'button', 'Cancel all').click();
    await page.emulateNetworkConditions(null);
    // The storage may have been about to store it: then it is removed a little later.
    const removed = (await (await first).json()) as unknown[];
    if (removed.length === 0) await removal();
    expect(await pageText(page)).not.toContain('Uploading');
    expect(await storedPaths()).toEqual([]);
  });

  it.each<[string, Fault, string]>([
    ['with a message', { status: 400, body: { message: 'The bucket is full.' } }, 'The bucket is full.'],
    ['without one', { status: 500, body: {} }, 'The file could not be stored (500). Try again.'],
    ['in the middle', 'no connection', 'The upload broke off. Check the connection, then try again.'],
  ])('that fails %s says so and can be tried again', async (_, fault, words) => {
    await openMedia('No media assets yet');
    await fail(UPLOAD, fault);
    await choose('a.png');
    await waitForText(page, '1 file not uploaded', words);
    await endFault?.();
    endFault = undefined;
    await byRole(page, 'button', 'Try to upload a.png again').click();
    await waitForText(page, 'File uploaded', 'All 1');
    expect(await storedPaths()).toHaveLength(1);
  });
});

describe('a file', () => {
  it('shows where it is used, its date in the configured zone, and opens large with its details', async () => {
    await store('posts/one.png');
    await addPost('Slow mornings <b>first</b>', 'posts/one.png');
    await addPost('صباح الخير', 'posts/one.png');
    await store('clip.mp4', 'no video at all', 'video/mp4');
    await member
      .from('content_projects')
      .insert({
        niche_name: 'Home baking',
        source_url_1: 'https://example.com/a',
        source_url_2: 'https://example.com/b',
        platforms: ['instagram'],
        video_path: 'clip.mp4',
      })
      .throwOnError();
    await openMedia('Video of the project “Home baking” MP4 video, 1 KB', 'Slow mornings <b>first</b> +1');
    // A video that cannot be played has a tidy stand-in.
    await waitForText(page, 'This file cannot be shown', 'GMT+9');
    await openTile('Slow mornings');
    await waitForText(page, 'PNG picture', 'Dimensions 1 × 1', 'posts/one.png', 'صباح الخير', 'draft');
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: colorScheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      expect(await axeViolations(page)).toEqual([]);
    }
    const download = await page.$eval('a[download]', (link) => (link as HTMLAnchorElement).href);
    const answer = await fetch(download);
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename=one.png');
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);

    await page.keyboard.press('ArrowLeft');
    await waitForText(page, 'Used in Video of the project “Home baking”');
    await page.keyboard.press('ArrowRight');
    await byRole(page, 'link', 'Open the Scheduler: Slow mornings <b>first</b>').click();
    await waitForPath(page, '/scheduler');
  });

  it('that is used is deleted only after the posts were named', async () => {
    await store('posts/one.png');
    await openMedia('Not used PNG picture');
    // Another tab makes a post of it meanwhile.
    await addPost('Slow mornings', 'posts/one.png');
    await openTile('Not used PNG picture');
    await byRole(page, 'button', 'Delete').click();
    await waitForText(page, 'Delete this picture?', 'It is still used.', 'Used by Slow mornings draft');
    expect(await axeViolations(page)).toEqual([]);
    await byRole(page, 'button', 'Keep it').click();
    await waitForDialogs(1);
    expect(await storedPaths()).toEqual(['posts/one.png']);
    await member.from('generated_content').delete().eq('caption', 'Slow mornings').throwOnError();
    await byRole(page, 'button', 'Delete').click();
    await waitForText(page, 'It is still used.', 'Used by In Recently deleted: Slow mornings');
    await byRole(page, 'button', 'Delete anyway').click();
    await waitForText(page, 'File deleted', 'No media assets yet');
    expect(await dialogs()).toBe(0);
    expect(await storedPaths()).toEqual([]);
    await byRole(page, 'link', 'Dashboard').click();
    await waitForText(page, 'Media Assets 0');
  });

  it('that nobody uses asks too, stays when storage refuses, and leaves the focus on the screen', async () => {
    await store('free.png');
    await store('other.png');
    await openMedia('All 2');
    await fail(DELETE, { status: 400, body: { statusCode: '400', message: 'Not today.' } });
    await openTile('Not used');
    await byRole(page, 'button', 'Delete').click();
    await waitForText(page, 'Nothing uses it. It cannot be brought back once it is deleted.');
    const confirm = () => page.locator('[role=dialog]:last-of-type ::-p-aria([role="button"][name="Delete"])').click();
    await confirm();
    await waitForText(page, 'The file could not be deleted', 'Not today.');
    expect(await dialogs()).toBe(2);
    await endFault?.();
    endFault = undefined;
    await confirm();
    await waitForText(page, 'File deleted', 'All 1');
    await page.waitForFunction(() => document.activeElement?.matches('[data-page-heading]'));
  });

  it('that was deleted in another tab says so, in its tile and when it is deleted again', async () => {
    await store('free.png');
    await openMedia('All 1');
    const other = await openSignedIn(browser, agent, account, '/media');
    await waitForText(other, 'All 1');
    await member.storage.from(MEDIA_BUCKET).remove(['free.png']);
    await openTile('Not used');
    await byRole(page, 'button', 'Delete').click();
    await waitForText(page, 'Nothing uses it.');
    await page.locator('[role=dialog]:last-of-type ::-p-aria([role="button"][name="Delete"])').click();
    await waitForText(page, 'Already deleted', 'Somebody else has deleted this file meanwhile.', 'No media assets yet');
    await other.browserContext().close();
  });

  it('that is gone when it is to be shown has a tidy stand-in', async () => {
    await store('free.png');
    await openMedia('All 1');
    const release = await holdRequests(page, SIGN);
    await page.reload({ waitUntil: 'domcontentloaded' });
    await waitForText(page, 'PNG picture, 1 KB');
    await member.storage.from(MEDIA_BUCKET).remove(['free.png']);
    await release();
    await waitForText(page, 'This file is no longer there');
  });
});

describe('a large library', () => {
  it('is read page by page, signs only what is near, and can be narrowed down', async () => {
    await Promise.all(Array.from({ length: 120 }, (_, number) => store(`posts/${number}.png`)));
    await store('clip.mp4', 'no video', 'video/mp4');
    await addPost('The only post', 'posts/7.png');
    const signed = new Set<string>();
    page.on('request', (request) => {
      if (!SIGN.test(`${request.method()} ${request.url()}`)) return;
      for (const path of JSON.parse(request.postData() ?? '{}').paths ?? []) signed.add(path);
    });
    await openMedia('All 121', 'Pictures 120', 'Videos 1', 'Not used 120', 'Show more');
    const tiles = () => page.$$eval('main ul > li', (all) => all.length);
    expect(await tiles()).toBe(48);
    expect(signed.size).toBeLessThan(48);
    await page.waitForFunction(() => {
      scrollTo(0, document.documentElement.scrollHeight);
      return document.querySelectorAll('main ul > li').length === 121;
    });
    expect(await pageText(page)).not.toContain('Show more');
    await page.evaluate(() => scrollTo(0, 0));
    await byRole(page, 'button', 'Videos 1').click();
    await page.waitForFunction(() => document.querySelectorAll('main ul > li').length === 1);
    expect(await page.$eval('fieldset [aria-pressed=true]', (button) => button.textContent)).toBe('Videos1');
    await page.setViewport({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.setViewport({ width: 1440, height: 900 });
  });

  it('says so when a filter finds nothing', async () => {
    await store('free.png');
    await openMedia('All 1', 'Videos 0');
    await byRole(page, 'button', 'Videos 0').click();
    await waitForText(page, 'No videos yet');
    await byRole(page, 'button', 'Show all files').click();
    await waitForText(page, 'PNG picture, 1 KB');
  });
});
