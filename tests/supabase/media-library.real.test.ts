import { beforeAll, expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import type { Database } from '../../shared/workspace/database.ts';
import { databaseOf } from '../helpers/database.ts';
import { isFull } from '../helpers/depth.ts';
import { ofFile } from '../helpers/of-file.ts';
import { workerBackend } from '../helpers/worker-agent.ts';

const store = async (path: string, contentType = 'image/png') => {
  const { error } = await member.storage.from(MEDIA_BUCKET).upload(path, Buffer.from('bytes'), { contentType });
  if (error) throw error;
};
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const pathsOf = async (view: 'media_files' | 'media_objects') =>
  (await member.from(view).select('path').order('path').throwOnError()).data.map(({ path }) => path);

const backend = ofFile(workerBackend);
const member = ofFile(() => backend.memberClient());
beforeAll(async () => {
  for (const path of ['beach.png', 'cake.png', 'drawn.png']) await store(path);
  await store('clip.mp4', 'video/mp4');
  const details: Database['public']['Tables']['media_details']['Insert'][] = [
    { path: 'beach.png', name: 'Beach at noon.png', tags: ['summer', 'travel'], alt: 'Waves on white sand', width: 40 },
    { path: 'cake.png', name: 'IMG_2041.png', tags: ['summer'] },
    { path: 'never-arrived.png', name: 'Lost.png', tags: ['lost'] },
  ];
  for (const row of details) await member.from('media_details').insert(row).throwOnError();
  const media = [{ path: 'drawn.png', url: 'x', kind: 'image' as const }];
  const post = { content_type: 'image' as const, caption: 'Three quiet mornings', media };
  await member.from('generated_content').insert(post).throwOnError();
});

it('lists each file with what is known of it, and none whose bytes never came', async () => {
  const { data } = await member
    .from('media_files')
    .select('path, kind, name, tags, alt, width, size_bytes')
    .order('path')
    .throwOnError();
  const unknown = { name: null, tags: [], alt: '', width: null, size_bytes: 5 };
  expect(data).toEqual([
    {
      ...unknown,
      path: 'beach.png',
      kind: 'picture',
      name: 'Beach at noon.png',
      tags: ['summer', 'travel'],
      alt: 'Waves on white sand',
      width: 40,
    },
    { ...unknown, path: 'cake.png', kind: 'picture', name: 'IMG_2041.png', tags: ['summer'] },
    { ...unknown, path: 'clip.mp4', kind: 'video' },
    { ...unknown, path: 'drawn.png', kind: 'picture' },
  ]);
  expect((await member.from('media_tags').select('*').order('tag').throwOnError()).data).toEqual([
    { tag: 'summer', files: 2 },
    { tag: 'travel', files: 1 },
  ]);
});

it.each([
  ['noon', 'beach.png'],
  ['travel', 'beach.png'],
  ['white sand', 'beach.png'],
  ['quiet', 'drawn.png'],
])('finds a file by %s: its name, tag, alt text, or the caption of a post that uses it', async (words, path) => {
  const found = await member.from('media_files').select('path').ilike('search_text', `%${words}%`).throwOnError();
  expect(found.data).toEqual([{ path }]);
});

it('tags several files at once, also those that nobody described', async () => {
  const edit = { paths: ['cake.png', 'drawn.png', 'nothing.png'], add: ['june'], remove: ['summer'] };
  expect((await member.rpc('tag_media', edit).throwOnError()).data).toBe(2);
  const { data } = await member.from('media_files').select('path, tags').contains('tags', ['june']).order('path');
  expect(data).toEqual([
    { path: 'cake.png', tags: ['june'] },
    { path: 'drawn.png', tags: ['june'] },
  ]);
  for (const bad of ['Upper', '#hash', ' space', 'x'.repeat(41)]) {
    const { error } = await member
      .from('media_details')
      .update({ tags: [bad] })
      .eq('path', 'cake.png');
    expect(error?.code, bad).toBe('23514');
  }
});

it('keeps a deleted file for a day, and longer while a post uses it', async () => {
  const paths = ['cake.png', 'drawn.png', 'nothing.png'];
  expect((await member.rpc('delete_media', { paths }).throwOnError()).data.sort()).toEqual(['cake.png', 'drawn.png']);
  expect((await member.rpc('delete_media', { paths }).throwOnError()).data).toEqual([]);
  expect(await pathsOf('media_files')).toEqual(['beach.png', 'clip.mp4']);
  expect(await pathsOf('media_objects')).toEqual(['beach.png', 'cake.png', 'clip.mp4', 'drawn.png']);

  expect((await member.rpc('begin_media_purge', { most: 10 }).throwOnError()).data).toEqual([]);
  const late = { deleted_at: hoursAgo(25) };
  await member.from('media_details').update(late).not('deleted_at', 'is', null).throwOnError();
  expect((await member.rpc('begin_media_purge', { most: 10 }).throwOnError()).data).toEqual(['cake.png']);
  // A purge that has begun is returned again until it is finished, and the file can no longer be restored.
  expect((await member.rpc('begin_media_purge', { most: 10 }).throwOnError()).data).toEqual(['cake.png']);
  expect((await member.rpc('restore_media', { paths }).throwOnError()).data).toEqual(['drawn.png']);
  expect(await pathsOf('media_files')).toEqual(['beach.png', 'clip.mp4', 'drawn.png']);
  const { data } = await member.from('media_files').select('tags').eq('path', 'drawn.png').single().throwOnError();
  expect(data.tags).toEqual(['june']);
});

it('forgets details whose file never arrived after a day', async () => {
  const lost = async () => (await member.from('media_details').select('path').eq('name', 'Lost.png')).data?.length;
  await member.rpc('begin_media_purge', { most: 10 }).throwOnError();
  expect(await lost()).toBe(1);
  const tomorrow = new Date(Date.now() + 25 * 3_600_000).toISOString();
  await member.rpc('begin_media_purge', { most: 10, at: tomorrow }).throwOnError();
  expect(await lost()).toBe(0);
});

it('keeps what a person uploaded when a draft that shows it expires', async () => {
  const media = ['beach.png', 'card.png'].map((path) => ({ path, url: 'x', kind: 'image' as const }));
  await store('card.png');
  const draft = { content_type: 'carousel' as const, caption: 'Expired', media };
  const { data } = await member.from('generated_content').insert(draft).select('id').single().throwOnError();
  await member.from('generated_content').delete().eq('id', data.id).throwOnError();
  const old = { remove_files: true, deleted_at: hoursAgo(25) };
  await member.from('content_bin').update(old).eq('id', data.id).throwOnError();
  const purged = await member.rpc('begin_purge', { most: 10 }).throwOnError();
  expect(purged.data.flatMap(({ files }) => files)).toEqual(['card.png']);
});

it.runIf(isFull)('finds among thousands of files before the database has statistics of them', async () => {
  const database = databaseOf(backend.dataDir);
  await database
    .script(`
      insert into storage.objects (bucket_id, name, metadata)
        select 'media-assets', 'f' || i || '.png', '{"mimetype": "image/png", "size": 100}' from generate_series(1, 5000) i;
      insert into public.media_details (path, name) select 'f' || i || '.png', 'Loaf ' || i from generate_series(1, 5000) i;
      insert into public.generated_content (content_type, caption, media)
        select 'image', 'Oven ' || i, jsonb_build_array(jsonb_build_object('path', 'f' || i || '.png', 'url', 'x', 'kind', 'image'))
        from generate_series(1, 5000) i;
    `)
    .finally(() => database.close());
  // A member's statement is cancelled after 30 seconds, and joins would take minutes.
  const found = (words: string) => member.from('media_files').select('path').ilike('search_text', words).order('path');
  const paths = (rows: { path: string }[]) => rows.map(({ path }) => path);
  expect(paths((await found('%loaf 4777%').throwOnError()).data)).toEqual(['f4777.png']);
  expect(paths((await found('%oven 4888%').throwOnError()).data)).toEqual(['f4888.png']);
  const unused = member.from('media_files').select('path', { count: 'exact', head: true }).eq('used', false);
  expect((await unused.throwOnError()).count).toBeLessThan(10);
});
