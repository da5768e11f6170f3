import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import type { Database } from '../../shared/workspace/database.ts';
import { ofFile } from '../helpers/of-file.ts';
import { workerBackend } from '../helpers/worker-agent.ts';

const PROJECT = {
  niche_name: 'Home baking',
  source_url_1: 'https://example.com/a',
  source_url_2: 'https://example.com/b',
  platforms: ['instagram' as const],
};
const slide = (path: string) => ({ path, url: `/storage/v1/object/${MEDIA_BUCKET}/${path}`, kind: 'image' as const });

const backend = ofFile(workerBackend);
const member = ofFile(() => backend.memberClient());
beforeAll(async () => {
  const paths = ['posts/one.png', 'posts/two.png', 'address.png', 'clip.mp4', 'draft.png', 'stale.png', 'free.png'];
  for (const path of paths) {
    const contentType = path.endsWith('.mp4') ? 'video/mp4' : 'image/png';
    const { error } = await member.storage.from(MEDIA_BUCKET).upload(path, Buffer.from('bytes'), { contentType });
    if (error) throw error;
  }
  const { data: project } = await member
    .from('content_projects')
    .insert({ ...PROJECT, video_path: 'clip.mp4' })
    .select('id')
    .single()
    .throwOnError();
  const contents: Database['public']['Tables']['generated_content']['Insert'][] = [
    {
      content_type: 'carousel',
      caption: 'Two slides, one of them twice',
      media: [slide('posts/one.png'), slide('posts/two.png'), slide('posts/one.png')],
    },
    { content_type: 'image', caption: 'x'.repeat(500), media: [slide('posts/two.png')] },
    {
      content_type: 'image' as const,
      caption: 'Only an address',
      media_url: `https://example.com/storage/v1/object/sign/${MEDIA_BUCKET}/address.png?token=x`,
    },
    { content_type: 'image', caption: 'A foreign picture', media_url: 'https://example.com/free.png' },
    { content_type: 'text', caption: 'No picture' },
  ];
  for (const content of contents) await member.from('generated_content').insert(content).throwOnError();
  const run = { project_id: project.id, local_day: '2026-11-21', lease_until: '2026-11-21T12:00:00Z' };
  for (const each of [
    { ...run, files: ['draft.png'] },
    { ...run, status: 'failed' as const, files: ['stale.png'] },
  ]) {
    await member.from('generation_runs').insert(each).throwOnError();
  }
});

it('names every post, project and running generation that uses a file, each once', async () => {
  const { data } = await member.from('media_usage').select('*').order('path').order('created_at').throwOnError();
  expect(data.map(({ path, kind, title, status }) => [path, kind, title, status]).sort()).toEqual(
    [
      ['address.png', 'post', 'Only an address', 'draft'],
      ['clip.mp4', 'project', 'Home baking', null],
      ['draft.png', 'run', 'Home baking', 'running'],
      ['posts/one.png', 'post', 'Two slides, one of them twice', 'draft'],
      ['posts/two.png', 'post', 'Two slides, one of them twice', 'draft'],
      ['posts/two.png', 'post', 'x'.repeat(200), 'draft'],
    ].sort(),
  );
});

it('tells the files that nothing uses from the others', async () => {
  const { data } = await member.from('media_files').select('path').is('used', false).order('path').throwOnError();
  expect(data.map(({ path }) => path)).toEqual(['free.png', 'stale.png']);
  const { count } = await member.from('media_files').select('id', { count: 'exact', head: true }).is('used', true);
  expect(count).toBe(5);
});

it('counts a file as used while a post that shows it can be brought back, and lets it go with the post', async () => {
  const removed = await member.from('generated_content').delete().like('caption', 'Two slides%').select('id');
  await member.from('generated_content').delete().eq('caption', 'Only an address').throwOnError();
  const usesOf = async (path: string) => {
    const { data } = await member.from('media_usage').select('*').eq('path', path).order('kind').throwOnError();
    return data.map(({ kind, title, status }) => [kind, title, status]);
  };
  expect(await usesOf('posts/one.png')).toEqual([['bin', 'Two slides, one of them twice', null]]);
  expect(await usesOf('posts/two.png')).toEqual([
    ['bin', 'Two slides, one of them twice', null],
    ['post', 'x'.repeat(200), 'draft'],
  ]);
  expect(await usesOf('address.png')).toEqual([['bin', 'Only an address', null]]);
  const { data: file } = await member.from('media_files').select('used').eq('path', 'posts/one.png').single();
  expect(file).toEqual({ used: true });

  await member.rpc('restore_content', { content: removed.data?.[0]?.id ?? '' }).throwOnError();
  expect(await usesOf('posts/one.png')).toEqual([['post', 'Two slides, one of them twice', 'draft']]);

  await member.from('generated_content').delete().like('caption', 'Two slides%').throwOnError();
  const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
  const old = { remove_files: true, deleted_at: yesterday };
  await member.from('content_bin').update(old).like('content->>caption', 'Two slides%').throwOnError();
  const { data: purged } = await member.rpc('begin_purge', { most: 10 }).throwOnError();
  // The other post still uses posts/two.png.
  expect([purged.flatMap(({ files }) => files), await usesOf('posts/one.png')]).toEqual([['posts/one.png'], []]);
});

it('counts a file as used while a series is still to make posts with it', async () => {
  const series = {
    id: randomUUID(),
    content: { caption: 'Every Monday', platforms: [], media: [slide('free.png')] },
    texts: ['Every Monday'],
    rule: {} as never,
    next_on: '2031-01-06',
  };
  await member.from('post_series').insert(series).throwOnError();
  const uses = () => member.from('media_usage').select('kind, title').eq('path', 'free.png').throwOnError();
  expect((await uses()).data).toEqual([{ kind: 'series', title: 'Every Monday' }]);
  await member.rpc('stop_series', { series: series.id }).throwOnError();
  expect((await uses()).data).toEqual([]);
});

it('shows a poster with its video, and by itself once the video is gone', async () => {
  const bucket = member.storage.from(MEDIA_BUCKET);
  const files = () =>
    member.from('media_files').select('path, poster').like('path', 'film%').order('path').throwOnError();
  await bucket.upload('film.mp4', Buffer.from('bytes'), { contentType: 'video/mp4' });
  await bucket.upload('film.mp4.poster.jpg', Buffer.from('bytes'), { contentType: 'image/jpeg' });
  await bucket.upload('film2.mp4', Buffer.from('bytes'), { contentType: 'video/mp4' });
  expect((await files()).data).toEqual([
    { path: 'film.mp4', poster: 'film.mp4.poster.jpg' },
    { path: 'film2.mp4', poster: null },
  ]);
  await bucket.remove(['film.mp4']);
  expect((await files()).data).toEqual([
    { path: 'film.mp4.poster.jpg', poster: null },
    { path: 'film2.mp4', poster: null },
  ]);
  await bucket.remove(['film.mp4.poster.jpg', 'film2.mp4']);
});
