import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { axeViolations, byRole, fill, waitForOptions, waitForText } from '../helpers/browser.ts';
import { watchFaults } from '../helpers/console-watch.ts';
import { mediaScreen, PNG } from '../helpers/media-screen.ts';

const screen = mediaScreen();
const { openMedia, storedPaths } = screen;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-agent-library-'));
  for (const name of ['Beach at noon.png', 'cake.png', 'مقهى.png']) await writeFile(join(folder, name), PNG);
  await writeFile(join(folder, 'notes.png'), 'Bread, butter, and a new camera.');
  await writeFile(join(folder, 'film.mp4'), 'No film either.');
  await writeFile(join(folder, 'broken.png'), PNG.subarray(0, 40));
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

async function store(path: string, name: string, details: { tags?: string[]; alt?: string; size?: number } = {}) {
  const { size = PNG.length, ...rest } = details;
  const bytes = Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]);
  await screen.member
    .from('media_details')
    .insert({ path, name, ...rest })
    .throwOnError();
  const { error } = await screen.member.storage.from(MEDIA_BUCKET).upload(path, bytes, { contentType: 'image/png' });
  if (error) throw error;
}

/** The names on the tiles, in their order. */
const tiles = () =>
  screen.page.$$eval('main li button span[title]', (all) => all.map(({ textContent }) => textContent));
const waitForTiles = (...names: string[]) =>
  screen.page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('main li button span[title]')].map(({ textContent }) => textContent).join() ===
      wanted,
    { polling: 50 },
    names.join(),
  );
/** Presses what has this label, by the keyboard. */
async function press(role: string, name: string, key: 'Enter' | 'Space' = 'Enter') {
  const element = await byRole(screen.page, role, name).waitHandle();
  await (element as unknown as { focus(): Promise<void> }).focus();
  await screen.page.keyboard.press(key);
}
async function pick(label: string, option: string) {
  await byRole(screen.page, 'combobox', label).click();
  await waitForOptions(screen.page);
  await byRole(screen.page, 'option', option).click();
}

it('keeps the names of uploaded files, and refuses what is no picture or video whatever its name says', async () => {
  const faults = watchFaults(screen.page);
  await openMedia('No media assets yet');
  await choose('Beach at noon.png', 'مقهى.png', 'notes.png', 'film.mp4', 'broken.png');
  await waitForText(
    screen.page,
    'notes.png 1 KB Not a picture or video, although its name says so. Choose another file.',
    'film.mp4 1 KB Not a picture or video, although its name says so. Choose another file.',
    'broken.png 1 KB This picture is damaged. Choose another file.',
    'All 2',
  );
  await expect.poll(async () => (await tiles()).sort()).toEqual(['Beach at noon.png', 'مقهى.png']);
  // There is nothing to try again.
  expect(await screen.page.$$eval('[aria-label^=Retry]', (all) => all.length)).toBe(0);
  const { data } = await screen.member.from('media_details').select('name, width, height').order('name');
  expect(data).toEqual([
    { name: 'Beach at noon.png', width: 1, height: 1 },
    { name: 'مقهى.png', width: 1, height: 1 },
  ]);
  expect(faults).toEqual([]);
});

it('names, tags and describes a file, finds it again by each of them, and sorts', async () => {
  await store('a.png', 'IMG_2041.png', { size: 3000 });
  await store('b.png', 'cake.png', { tags: ['baking'], alt: 'A lemon cake', size: 9000 });
  await openMedia('All 2');
  await waitForTiles('cake.png', 'IMG_2041.png');
  await screen.page.locator('main li button span[title="IMG_2041.png"]').click();
  await waitForText(screen.page, 'Describes the picture to people who cannot see it.', 'Dimensions 1 × 1');
  await fill(screen.page, 'Name', 'Beach at noon');
  await fill(screen.page, 'Tags', '#Summer, summer,  Côte d’Azur');
  await fill(screen.page, 'Alt text', 'Waves on white sand');
  expect(await axeViolations(screen.page)).toEqual([]);
  // Escape leaves no field, and loses nothing.
  await screen.page.keyboard.press('Escape');
  await waitForTiles('cake.png', 'Beach at noon');
  const saved = async () =>
    (await screen.member.from('media_details').select('name, tags, alt').eq('path', 'a.png').single().throwOnError())
      .data;
  await expect
    .poll(saved)
    .toEqual({ name: 'Beach at noon', tags: ['summer', 'côte d’azur'], alt: 'Waves on white sand' });

  for (const [typed, found] of [
    ['noon', 'Beach at noon'],
    ['LEMON', 'cake.png'],
    ['azur sand', 'Beach at noon'],
  ] as const) {
    await byRole(screen.page, 'searchbox', 'Search files').fill(typed);
    await waitForTiles(found);
  }
  await waitForText(screen.page, 'All 1');
  await byRole(screen.page, 'searchbox', 'Search files').fill('100%');
  await waitForText(screen.page, 'No matching files');
  await byRole(screen.page, 'button', 'Show all files').click();
  await waitForTiles('cake.png', 'Beach at noon');
  await pick('Tag', 'summer');
  await waitForTiles('Beach at noon');
  await pick('Tag', 'Any tag');
  await pick('Sort', 'Oldest first');
  await waitForTiles('Beach at noon', 'cake.png');
  await pick('Sort', 'Largest first');
  await waitForTiles('cake.png', 'Beach at noon');
  await pick('Sort', 'Smallest first');
  await waitForTiles('Beach at noon', 'cake.png');
});

it('selects several by keyboard to tag and delete them, and brings them back', async () => {
  const faults = watchFaults(screen.page);
  for (const [index, name] of ['one.png', 'two.png', 'three.png'].entries()) await store(`${index}.png`, name);
  const media = [{ path: '0.png', url: '', kind: 'image' as const }];
  await screen.member
    .from('generated_content')
    .insert({ content_type: 'image', caption: 'Slow mornings', media })
    .throwOnError();
  await openMedia('All 3');
  await press('checkbox', 'Select one.png', 'Space');
  await waitForText(screen.page, '1 selected');
  await press('button', 'Select all shown');
  await waitForText(screen.page, '3 selected');
  expect(await axeViolations(screen.page)).toEqual([]);

  await press('button', 'Edit tags');
  await waitForText(screen.page, 'Edit the tags of 3 files');
  await fill(screen.page, 'Add tags', 'June, #beach');
  expect(await axeViolations(screen.page)).toEqual([]);
  await screen.page.keyboard.press('Enter');
  await waitForText(screen.page, 'Tags saved', 'Changed the tags of 3 files.');
  const { data } = await screen.member.from('media_tags').select('*').order('tag').throwOnError();
  expect(data).toEqual(['beach', 'june'].map((tag) => ({ tag, files: 3 })));

  await press('button', 'Delete');
  await waitForText(screen.page, 'Delete 3 files?', 'Some of these files are in use.', 'Used by Slow mornings draft');
  await press('button', 'Keep them');
  await screen.page.waitForFunction(() => document.querySelector('[role=dialog]') === null);
  expect(await storedPaths()).toHaveLength(3);
  await press('button', 'Delete');
  await waitForText(screen.page, 'Used by Slow mornings draft');
  await screen.page.locator('[role=dialog] ::-p-aria([role="button"][name="Delete"])').click();
  await waitForText(screen.page, '3 files deleted', 'In Recently deleted for 24 hours.', 'No media assets yet');
  await press('button', 'Undo');
  await waitForText(screen.page, '3 files restored', 'All 3', 'Recently deleted 0');

  await screen.member.rpc('delete_media', { paths: ['0.png', '1.png'] }).throwOnError();
  await openMedia('Recently deleted 2');
  await byRole(screen.page, 'button', 'Recently deleted 2').click();
  await waitForText(screen.page, 'Kept while it is in use', 'Deleted permanently in 24 hours');
  await press('checkbox', 'Select two.png', 'Space');
  await press('button', 'Restore');
  await waitForText(screen.page, 'File restored', 'Recently deleted 1', 'All 2');
  // The posts of a deleted file still have it.
  expect(faults).toEqual([]);
});
