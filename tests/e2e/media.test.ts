import { describe, expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { axeViolations, byRole, pageText, waitForPath, waitForText } from '../helpers/browser.ts';
import { LIBRARY_DELETE, mediaScreen, PNG } from '../helpers/media-screen.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

const SIGN = /^POST .*\/storage\/v1\/object\/sign\/media-assets/;
const LIST = /^GET .*\/rest\/v1\/media_files/;

const screen = mediaScreen();
const { openMedia, storedPaths, fail, hold, letGo } = screen;

/** Puts a file into the bucket as any tool might. */
async function store(path: string, content: Buffer | string = PNG, contentType = 'image/png') {
  const { error } = await screen.member.storage.from(MEDIA_BUCKET).upload(path, content, { contentType });
  if (error) throw error;
}

async function addPost(caption: string, ...paths: string[]) {
  const media = paths.map((path) => ({ path, url: '', kind: 'image' as const }));
  await screen.member.from('generated_content').insert({ content_type: 'image', caption, media }).throwOnError();
}

/** Presses the tile that shows these words, once it is there. */
async function openTile(words: string) {
  await screen.page.waitForFunction(
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
  await waitForText(screen.page, 'Stored as');
}

const dialogs = () => screen.page.$$eval('[role=dialog]', (all) => all.length);
const waitForDialogs = (count: number) =>
  screen.page.waitForFunction((wanted) => document.querySelectorAll('[role=dialog]').length === wanted, {}, count);

describe('an empty library', () => {
  it('says what §2 says and leads to the Creator', async () => {
    await openMedia('No media assets yet Create content to populate your media library');
    await byRole(screen.page, 'link', 'Create Content').click();
    await waitForPath(screen.page, '/create');
  });

  it('shows that it is loading, and the reason with a retry when it cannot be loaded', async () => {
    await hold(LIST);
    await screen.page.goto(new URL('/media', screen.agent.url).href);
    await screen.page.waitForSelector('main [role=status] [data-slot=skeleton]');
    await letGo();
    await waitForText(screen.page, 'No media assets yet');
    await fail(LIST, { status: 500, body: { message: 'The database is full.' } });
    await openMedia('Could not load media', 'The database is full.');
    await letGo();
    await byRole(screen.page, 'button', 'Try again').click();
    await waitForText(screen.page, 'No media assets yet');
  });
});

describe('a file', () => {
  it('shows where it is used, its date in the configured zone, and opens large with its details', async () => {
    await store('posts/one.png');
    await addPost('Slow mornings <b>first</b>', 'posts/one.png');
    await addPost('صباح الخير', 'posts/one.png');
    await store('clip.mp4', 'no video at all', 'video/mp4');
    await screen.member
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
    await waitForText(screen.page, 'This file cannot be shown', 'GMT+9');
    await openTile('Slow mornings');
    await waitForText(screen.page, 'PNG picture', 'Dimensions 1 × 1', 'posts/one.png', 'صباح الخير', 'draft');
    for (const colorScheme of ['light', 'dark']) {
      await screen.page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: colorScheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      expect(await axeViolations(screen.page)).toEqual([]);
    }
    const download = await screen.page.$eval('a[download]', (link) => (link as HTMLAnchorElement).href);
    const answer = await fetch(download);
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename=one.png');
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);

    await screen.page.keyboard.press('ArrowLeft');
    await waitForText(screen.page, 'Used in Video of the project “Home baking”');
    await screen.page.keyboard.press('ArrowRight');
    const { data: post } = await screen.member
      .from('generated_content')
      .select('id')
      .like('caption', 'Slow%')
      .single()
      .throwOnError();
    await byRole(screen.page, 'link', 'Open the post: Slow mornings <b>first</b>').click();
    await waitForPath(screen.page, `/scheduler?preview=${post.id}`);
    await screen.page.waitForSelector('[role=dialog]');
    await waitForText(screen.page, 'Slow mornings');
  });

  it('that is used is deleted only after the posts were named', async () => {
    await store('posts/one.png');
    await openMedia('Not used PNG picture');
    // Another tab makes a post of it meanwhile.
    await addPost('Slow mornings', 'posts/one.png');
    await openTile('Not used PNG picture');
    await byRole(screen.page, 'button', 'Delete').click();
    await waitForText(screen.page, 'Delete this picture?', 'This file is in use.', 'Used by Slow mornings draft');
    expect(await axeViolations(screen.page)).toEqual([]);
    await byRole(screen.page, 'button', 'Keep it').click();
    await waitForDialogs(1);
    expect(await storedPaths()).toEqual(['posts/one.png']);
    await screen.member.from('generated_content').delete().eq('caption', 'Slow mornings').throwOnError();
    await byRole(screen.page, 'button', 'Delete').click();
    await waitForText(screen.page, 'This file is in use.', 'Used by In Recently deleted: Slow mornings');
    await screen.page.locator('[role=dialog]:last-of-type ::-p-aria([role="button"][name="Delete"])').click();
    await waitForText(screen.page, 'File deleted', 'No media assets yet');
    expect(await dialogs()).toBe(0);
    expect(await storedPaths()).toEqual([]);
    await byRole(screen.page, 'link', 'Dashboard').click();
    await waitForText(screen.page, 'Media Assets 0');
  });

  it('that nobody uses asks too, stays when it cannot be deleted, and leaves the focus on the screen', async () => {
    await store('free.png');
    await store('other.png');
    await openMedia('All 2');
    await fail(LIBRARY_DELETE, { status: 500, body: { message: 'Not today.' } });
    await openTile('Not used');
    await byRole(screen.page, 'button', 'Delete').click();
    await waitForText(screen.page, 'Nothing uses this file. You can restore it for 24 hours.');
    const confirm = () =>
      screen.page.locator('[role=dialog]:last-of-type ::-p-aria([role="button"][name="Delete"])').click();
    await confirm();
    await waitForText(screen.page, 'The file could not be deleted', 'Not today.');
    expect(await dialogs()).toBe(2);
    await letGo();
    await confirm();
    await waitForText(screen.page, 'File deleted', 'All 1');
    await screen.page.waitForFunction(() => document.activeElement?.matches('[data-page-heading]'));
  });

  it('that was deleted in another tab says so, in its tile and when it is deleted again', async () => {
    await store('free.png');
    await openMedia('All 1');
    const other = await openSignedIn(screen.browser, screen.agent, screen.account, '/media');
    await waitForText(other, 'All 1');
    await screen.member.storage.from(MEDIA_BUCKET).remove(['free.png']);
    await openTile('Not used');
    await byRole(screen.page, 'button', 'Delete').click();
    await waitForText(screen.page, 'Nothing uses this file.');
    await screen.page.locator('[role=dialog]:last-of-type ::-p-aria([role="button"][name="Delete"])').click();
    await waitForText(
      screen.page,
      'Already deleted',
      'Someone else has already deleted this file.',
      'No media assets yet',
    );
    await other.browserContext().close();
  });

  it('that is gone when it is to be shown has a tidy stand-in', async () => {
    await store('free.png');
    await openMedia('All 1');
    await hold(SIGN);
    await screen.page.reload({ waitUntil: 'domcontentloaded' });
    await waitForText(screen.page, 'PNG picture, 1 KB');
    await screen.member.storage.from(MEDIA_BUCKET).remove(['free.png']);
    await letGo();
    await waitForText(screen.page, 'This file is no longer there');
  });
});

describe('a large library', () => {
  it('is read page by page, signs only what is near, and can be narrowed down', async () => {
    await Promise.all(Array.from({ length: 120 }, (_, number) => store(`posts/${number}.png`)));
    await store('clip.mp4', 'no video', 'video/mp4');
    await addPost('The only post', 'posts/7.png');
    const signed = new Set<string>();
    screen.page.on('request', (request) => {
      if (!SIGN.test(`${request.method()} ${request.url()}`)) return;
      for (const path of JSON.parse(request.postData() ?? '{}').paths ?? []) signed.add(path);
    });
    await openMedia('All 121', 'Pictures 120', 'Videos 1', 'Not used 120', 'Show more');
    const tiles = () => screen.page.$$eval('main ul > li', (all) => all.length);
    expect(await tiles()).toBe(60);
    expect(signed.size).toBeLessThan(60);
    const firstTile = () =>
      screen.page.waitForSelector('main ul > li button').then((tile) => tile?.evaluate((one) => one.textContent));
    await screen.page.focus('main ul button[aria-haspopup]');
    // Of rows far from the window only their height stays, unless one of their files has the focus.
    const scrollTo = (end: 'top' | 'bottom', wanted: number) =>
      screen.page.waitForFunction(
        (isBottom, count) => {
          window.scrollTo(0, isBottom ? document.documentElement.scrollHeight : 0);
          return document.querySelectorAll('main ul > li').length === count;
        },
        {},
        end === 'bottom',
        wanted,
      );
    await scrollTo('bottom', 121);
    expect(await pageText(screen.page)).not.toContain('Show more');
    await screen.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await scrollTo('top', 60);
    expect(await firstTile()).toContain('clip.mp4');
    await scrollTo('bottom', 61);
    await scrollTo('top', 60);
    await byRole(screen.page, 'button', 'Videos 1').click();
    await screen.page.waitForFunction(() => document.querySelectorAll('main ul > li').length === 1);
    expect(await screen.page.$eval('fieldset [aria-pressed=true]', (button) => button.textContent)).toBe('Videos1');
    await screen.page.setViewport({ width: 360, height: 740 });
    expect(await screen.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await screen.page.setViewport({ width: 1440, height: 900 });
  });

  it('says so when a filter finds nothing', async () => {
    await store('free.png');
    await openMedia('All 1', 'Videos 0');
    await byRole(screen.page, 'button', 'Videos 0').click();
    await waitForText(screen.page, 'No videos yet');
    await byRole(screen.page, 'button', 'Show all files').click();
    await waitForText(screen.page, 'PNG picture, 1 KB');
  });
});
