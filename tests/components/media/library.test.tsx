import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { isAt, says } from '../../helpers/component/app.tsx';
import { mediaInDocument } from '../../helpers/component/media.tsx';
import { isFull } from '../../helpers/depth.ts';
import { PNG } from '../../helpers/png.ts';

const LIST = /^GET .*\/rest\/v1\/media_files/;
const DELETE = /^POST .*\/rest\/v1\/rpc\/delete_media/;

const app = mediaInDocument();
const { store, remove, addPost, storedPaths, openMedia, openTile, hasTiles, dialogs } = app;
const { press, fill, choose, fail, hold, letGo } = app;

const confirm = () => press('Delete', { inside: dialogs().at(-1) });
const hasDialogs = (count: number) => waitFor(() => expect(dialogs()).toHaveLength(count));

it('an empty library says what §2 says, that it is loading, and why it is not', async () => {
  hold(LIST);
  await app.open('/media');
  await waitFor(() => expect(document.querySelector('main [role=status] [data-slot=skeleton]')).not.toBeNull());
  expect(document.querySelector('main search')?.closest('.invisible')).not.toBeNull();
  letGo();
  await says('No media assets yet Create content to populate your media library');
  fail(LIST);
  await openMedia('Could not load media', 'The database is full.');
  letGo();
  await press('Try again');
  await says('No media assets yet');
});

describe('a file', () => {
  it('shows where it is used, its date in the configured zone, and opens large with its details', async () => {
    await store('posts/one.png');
    const id = await addPost('Slow mornings <b>first</b>', 'posts/one.png');
    await addPost('صباح الخير', 'posts/one.png');
    await store('clip.mp4', { type: 'video/mp4' });
    const urls = { source_url_1: 'https://example.com/a', source_url_2: 'https://example.com/b' };
    const project = { niche_name: 'Home baking', ...urls, platforms: ['instagram' as const], video_path: 'clip.mp4' };
    await app.member.from('content_projects').insert(project).throwOnError();
    await openMedia('Video of the project “Home baking” MP4 video, 1 KB', 'Slow mornings <b>first</b> +1', 'GMT+9');
    await openTile('Slow mornings');
    await says('PNG picture', 'posts/one.png', 'صباح الخير', 'draft');
    const download = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Download' });
    const answer = await fetch(download.href);
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename=one.png');
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);

    await app.user.keyboard('{ArrowLeft}');
    await says('Used in Video of the project “Home baking”');
    await app.user.keyboard('{ArrowRight}');
    await press('Open the post: Slow mornings <b>first</b>', { role: 'link' });
    await isAt(`/scheduler?preview=${id}`);
  });

  it('that is used is deleted only after its posts were named', async () => {
    await store('posts/one.png');
    await openMedia('Not used PNG picture');
    // Another tab uses it in a post.
    const id = await addPost('Slow mornings', 'posts/one.png');
    await openTile('Not used PNG picture');
    await press('Delete');
    await says('Delete this picture?', 'This file is in use.', 'Used by Slow mornings draft');
    await press('Keep it');
    await hasDialogs(1);
    expect(await storedPaths()).toEqual(['posts/one.png']);
    await app.member.from('generated_content').delete().eq('id', id).throwOnError();
    await press('Delete');
    await says('This file is in use.', 'Used by In the Bin of the Scheduler: Slow mornings');
    await confirm();
    await says('File deleted', 'No media assets yet');
    await hasDialogs(0);
    expect(await storedPaths()).toEqual([]);
  });

  it.runIf(isFull)('that is not used asks too, stays when it cannot be deleted, and may be gone already', async () => {
    await store('free.png');
    await openMedia('All 1');
    fail(DELETE);
    await openTile('Not used');
    await press('Delete');
    await says('Nothing uses this file. You can restore it for 24 hours.');
    await confirm();
    await says('The file could not be deleted', 'The database is full.');
    await hasDialogs(2);
    letGo();
    // Another tab deletes it.
    await remove('free.png');
    await confirm();
    await says('Already deleted', 'Someone else has already deleted this file.', 'No media assets yet');
  });
});

it('names, tags and describes a file, and finds it again by each of them', async () => {
  await store('a.png', { name: 'IMG_2041.png', size: 3000 });
  await store('b.png', { name: 'cake.png', tags: ['baking'], alt: 'A lemon cake', size: 9000 });
  await openMedia('All 2');
  await hasTiles('cake.png', 'IMG_2041.png');
  await openTile('IMG_2041.png');
  await says('Describes the picture to people who cannot see it.');
  await fill('Name', 'Beach at noon');
  await fill('Tags', '#Summer, summer,  Côte d’Azur');
  await fill('Alt text', 'Waves on white sand');
  // Escape causes no blur, and yet the entry is saved.
  await app.user.keyboard('{Escape}');
  await hasTiles('cake.png', 'Beach at noon');
  const saved = app.member.from('media_details').select('name, tags, alt').eq('path', 'a.png').single();
  await waitFor(async () =>
    expect((await saved.throwOnError()).data).toEqual({
      name: 'Beach at noon',
      tags: ['summer', 'côte d’azur'],
      alt: 'Waves on white sand',
    }),
  );

  const search = await screen.findByRole('searchbox', { name: 'Search files' });
  async function find(words: string) {
    await app.user.clear(search);
    await app.user.paste(words);
  }
  for (const [typed, found] of [
    ['noon', 'Beach at noon'],
    ['LEMON', 'cake.png'],
    ['azur sand', 'Beach at noon'],
  ] as const) {
    await find(typed);
    await hasTiles(found);
  }
  await find('100%');
  await says('No matching files');
  await press('Show all files');
  await hasTiles('cake.png', 'Beach at noon');
});

it.runIf(isFull)('files are chosen by their kind and tag, sorted, and tagged together', async () => {
  await store('a.png', { name: 'Beach at noon', tags: ['summer'], size: 3000 });
  await store('b.png', { name: 'cake.png', size: 9000 });
  await openMedia('All 2');
  await press('Videos 0');
  await says('No videos yet');
  await press('Show all files');
  await choose('Tag', 'summer');
  await hasTiles('Beach at noon');
  await choose('Tag', 'Any tag');
  await choose('Sort', 'Smallest first');
  await hasTiles('Beach at noon', 'cake.png');
  await press('Select cake.png', { role: 'checkbox' });
  await press('Edit tags');
  await fill('Add tags', 'June, #beach');
  await app.user.keyboard('{Enter}');
  await says('Tags saved');
  const { data } = await app.member.from('media_tags').select('*').order('tag').throwOnError();
  expect(data).toEqual(['beach', 'june', 'summer'].map((tag) => ({ tag, files: 1 })));
});

it('deletes several, and brings them back', async () => {
  for (const [index, name] of ['one.png', 'two.png', 'three.png'].entries()) await store(`${index}.png`, { name });
  await addPost('Slow mornings', '0.png');
  await openMedia('All 3');
  await press('Select one.png', { role: 'checkbox' });
  await says('1 selected');
  await press('Select all shown');
  await says('3 selected');
  await press('Delete');
  await says('Delete 3 files?', 'Some of these files are in use.', 'Used by Slow mornings draft');
  await press('Keep them');
  await hasDialogs(0);
  expect(await storedPaths()).toHaveLength(3);
  await press('Delete');
  await says('Used by Slow mornings draft');
  await confirm();
  await says('3 files deleted', 'In Recently deleted for 24 hours.', 'No media assets yet');
  await press('Undo');
  await says('3 files restored', 'All 3', 'Recently deleted 0');
  await app.member.rpc('delete_media', { paths: ['0.png', '1.png'] }).throwOnError();
  await openMedia('Recently deleted 2');
  await press('Recently deleted 2');
  await says('Kept while it is in use', 'Deleted permanently in 24 hours');
  await press('Select two.png', { role: 'checkbox' });
  await press('Restore');
  await says('File restored', 'Recently deleted 1', 'All 2');
});
