import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { MEDIA_BUCKET } from '../../../../../shared/posts/media-bucket.ts';
import type { MediaItem } from '../../../../../shared/workspace/database.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

const stage = publishingStage();
const FIXTURES = new URL('../../../../fixtures/', import.meta.url);

async function media(name: string, kind: MediaItem['kind'], contentType: string) {
  const path = name.split('/').at(-1) ?? '';
  const bytes = await readFile(new URL(name, FIXTURES));
  await stage.admin.storage.from(MEDIA_BUCKET).upload(path, bytes, { contentType, upsert: true });
  const item: MediaItem = { path, url: `/storage/v1/object/authenticated/${MEDIA_BUCKET}/${path}`, kind };
  return { content_type: kind, media: [item] };
}
const video = () => media('videos/portrait.mp4', 'video', 'video/mp4');
const uploads = () => stage.pds.called().filter((name) => name === 'uploadBlob').length;

test('a video that Bluesky takes no more today is not uploaded; it is tried later, and then the person is asked', async () => {
  stage.pds.video.limits = { canUpload: true, remainingDailyVideos: 0 };
  const post = await stage.addPost('bluesky', await video());
  const engine = stage.engine({ videoService: stage.pds.origin });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({
    state: 'pending',
    error_class: 'rate_limit',
    error_text:
      'Bluesky takes no more videos of this account today. Take the video out, or move the post to another day.',
  });
  expect(uploads()).toBe(0);
  stage.pass({ minutes: 30 });
  stage.pds.video.limits = { canUpload: true, remainingDailyVideos: 1 };
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });

  stage.pds.video.limits = { canUpload: false, message: 'Not today' };
  const other = await stage.addPost('bluesky', await video());
  await engine.sendDue();
  for (let look = 0; look < 5; look++) {
    stage.pass({ minutes: 30 });
    await engine.sendDue();
  }
  expect(await stage.delivery(other)).toMatchObject({ state: 'waiting', waits_for: 'late' });
});

test.each([
  ['the network has no video service', null],
  ['the service answers nonsense', { canUpload: 'perhaps' }],
])('a video goes out where %s', async (_, limits) => {
  stage.pds.video.limits = limits;
  const post = await stage.addPost('bluesky', await video());
  await stage.engine({ videoService: stage.pds.origin }).sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});

test('uploads that Mastodon takes no more wait until its limit is reset, without another request', async () => {
  stage.mastodon.world.options.limits = { media: 1 };
  const picture = await media('pictures/small.jpg', 'image', 'image/jpeg');
  const first = await stage.addPost('mastodon', picture);
  const second = await stage.addPost('mastodon', picture);
  const engine = stage.engine();
  await engine.sendDue();
  await engine.sendDue();
  const deliveries = await Promise.all([first, second].map((post) => stage.delivery(post)));
  const waiting = deliveries.find(({ state }) => state === 'pending');
  expect(deliveries.map(({ state }) => state).sort()).toEqual(['pending', 'published']);
  expect(waiting).toMatchObject({
    error_class: 'rate_limit',
    error_text: 'Mastodon takes no more pictures and videos of this account for now. Move the post to a later time.',
  });
  const asked = () => stage.mastodon.requests.filter(({ name }) => name === 'POST /api/v2/media').length;
  expect(asked()).toBe(1);
  stage.pass({ seconds: (Date.parse(waiting?.retry_after ?? '') - stage.now().epochMilliseconds) / 1000 });
  await engine.sendDue();
  expect(asked()).toBe(2);
  for (const post of [first, second]) expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});
