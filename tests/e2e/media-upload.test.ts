import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, byRole, pageText, waitForText } from '../helpers/browser.ts';
import { MEDIA_DELETE, mediaScreen, PNG } from '../helpers/media-screen.ts';
import type { Fault } from '../helpers/request-faults.ts';

const UPLOAD = /^POST .*\/storage\/v1\/object\/media-assets/;
/** As long as file systems take it, and right-to-left at its end. */
const LONG_NAME = `${'x'.repeat(230)}خبز.mov`;
const STORED_NAME = /^\d{40}\.(png|jpg|webp|mp4)$/;

const screen = mediaScreen();
const { openMedia, storedPaths, fail, hold, letGo } = screen;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-agent-media-'));
  await writeFile(join(folder, 'Frühstück 🥐 <b>.png'), PNG);
  for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) await writeFile(join(folder, name), PNG);
  // As an MP4 video begins.
  const start = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1');
  await writeFile(join(folder, 'long.mp4'), Buffer.concat([start, Buffer.alloc(1024 * 1024)]));
  await writeFile(join(folder, 'empty.webp'), '');
  await writeFile(join(folder, 'holiday.mov'), 'moov');
  await writeFile(join(folder, LONG_NAME), 'moov');
  const large = await open(join(folder, 'large.mp4'), 'w');
  await large.truncate(201 * 1024 * 1024);
  await large.close();
});
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function choose(...names: string[]) {
  const input = await screen.page.waitForSelector('input[type=file]');
  await (input as unknown as { uploadFile(...paths: string[]): Promise<void> }).uploadFile(
    ...names.map((name) => join(folder, name)),
  );
}

describe('an upload', () => {
  it('stores what is good under safe names and says of each other file why not', async () => {
    const sent: string[] = [];
    const note = (request: { method(): string; url(): string }) => {
      const line = `${request.method()} ${request.url()}`;
      if (UPLOAD.test(line)) sent.push(line);
    };
    await openMedia('No media assets yet');
    screen.page.on('request', note);
    await choose('Frühstück 🥐 <b>.png', 'holiday.mov', 'large.mp4', 'empty.webp', LONG_NAME);
    await waitForText(
      screen.page,
      'Not uploaded',
      'holiday.mov 1 KB Not an MP4 video or a PNG, JPEG or WebP picture. Convert it first.',
      'large.mp4 201 MB 201 MB; the limit is 200 MB.',
      'empty.webp 0 KB Empty (0 bytes).',
      'All 1',
      'PNG picture, 1 KB',
    );
    await waitForText(screen.page, 'File uploaded', LONG_NAME);
    screen.page.off('request', note);
    expect(sent).toHaveLength(1);
    const [path, ...others] = await storedPaths();
    expect(path).toMatch(STORED_NAME);
    expect(others).toEqual([]);
    expect(await axeViolations(screen.page)).toEqual([]);
    await screen.page.setViewport({ width: 360, height: 740 });
    expect(await screen.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await screen.page.setViewport({ width: 1440, height: 900 });
    await byRole(screen.page, 'button', 'Remove holiday.mov from this list').click();
    await byRole(screen.page, 'button', 'Clear list').click();
    await screen.page.waitForFunction(() => document.activeElement?.textContent === 'Upload files');
    expect(await pageText(screen.page)).not.toContain('Not uploaded');
    await byRole(screen.page, 'link', 'Dashboard').click();
    await waitForText(screen.page, 'Media Assets 1 Images & videos stored');
  });

  it('takes files that are dropped on the window', async () => {
    await openMedia('No media assets yet');
    const drag = (type: string) =>
      screen.page.evaluate(
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
    await waitForText(screen.page, 'Drop files to upload');
    await drag('drop');
    await waitForText(screen.page, 'File uploaded', 'All 1');
    expect(await pageText(screen.page)).not.toContain('Drop files');
    expect(await storedPaths()).toHaveLength(1);
  });

  it('sends two at a time, can be called off, goes on elsewhere, and asks before the window is left', async () => {
    await openMedia('No media assets yet');
    await hold(UPLOAD);
    await choose('a.png', 'b.png', 'c.png', 'd.png');
    await waitForText(screen.page, 'Uploading 4 files', 'c.png Waiting', 'd.png Waiting');
    expect(await screen.page.$$eval('[role=progressbar]', (all) => all.map(({ ariaLabel }) => ariaLabel))).toEqual([
      'Uploading a.png',
      'Uploading b.png',
    ]);
    await byRole(screen.page, 'button', 'Cancel the upload of d.png').click();
    await waitForText(screen.page, 'Uploading 3 files');
    const asks = () => screen.page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await asks()).toBe(true);
    await byRole(screen.page, 'link', 'Settings').click();
    await waitForText(screen.page, 'Configure your automation preferences');
    await letGo();
    await waitForText(screen.page, '3 files uploaded');
    expect(await asks()).toBe(false);
    await byRole(screen.page, 'link', 'Media Library').click();
    await waitForText(screen.page, 'All 3');
    expect(await storedPaths()).toHaveLength(3);
  });

  it('that is called off in the middle leaves nothing', async () => {
    await openMedia('No media assets yet');
    await screen.page.emulateNetworkConditions({ upload: 20_000, download: -1, latency: 0 });
    await choose('long.mp4');
    await screen.page.waitForFunction(() => {
      const value = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
      return Number(value) > 0;
    });
    const removal = () =>
      screen.page.waitForResponse((response) => MEDIA_DELETE.test(`${response.request().method()} ${response.url()}`));
    const first = removal();
    await byRole(screen.page, 'button', 'Cancel all').click();
    await screen.page.emulateNetworkConditions(null);
    // The storage may have been about to store it: then it is removed a little later.
    const removed = (await (await first).json()) as unknown[];
    if (removed.length === 0) await removal();
    expect(await pageText(screen.page)).not.toContain('Uploading');
    expect(await storedPaths()).toEqual([]);
  });

  it.each<[string, Fault, string]>([
    ['with a message', { status: 400, body: { message: 'The bucket is full.' } }, 'The bucket is full.'],
    ['without one', { status: 500, body: {} }, 'The file could not be saved (500). Try again.'],
    ['in the middle', 'no connection', 'The upload was interrupted. Check the connection, then try again.'],
  ])('that fails %s says so and can be tried again', async (_, fault, words) => {
    await openMedia('No media assets yet');
    await fail(UPLOAD, fault);
    await choose('a.png');
    await waitForText(screen.page, '1 file not uploaded', words);
    await letGo();
    await byRole(screen.page, 'button', 'Retry uploading a.png').click();
    await waitForText(screen.page, 'File uploaded', 'All 1');
    expect(await storedPaths()).toHaveLength(1);
  });
});
