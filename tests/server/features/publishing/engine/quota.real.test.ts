import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { budgetLeft } from '../../../../../server/features/publishing/budget.ts';
import { reelsLeft } from '../../../../../server/features/publishing/daily-limit.ts';
import { MEDIA_BUCKET } from '../../../../../shared/posts/media-bucket.ts';
import type { MediaItem } from '../../../../../shared/workspace/database.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';
import { workspacePosts } from '../../../../helpers/publishing/workspace-posts.ts';

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

test('a video that Bluesky takes no more today is not uploaded, and tried later', async () => {
  stage.pds.video.limits = { canUpload: true, remainingDailyVideos: 0 };
  const post = await stage.addPost('bluesky', await video());
  const engine = stage.engine({ videoService: stage.pds.origin });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({
    state: 'pending',
    error_class: 'rate_limit',
    error_text:
      'Bluesky accepts no more videos from this account today. Remove the video, or move the post to another day.',
  });
  expect(uploads()).toBe(0);
  stage.pass({ minutes: 30 });
  stage.pds.video.limits = { canUpload: true, remainingDailyVideos: 1 };
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});

test('a video goes out where the network has no video service', async () => {
  stage.pds.video.limits = null;
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
    error_text:
      'Mastodon accepts no more pictures and videos from this account for now. Move the post to a later time.',
  });
  const asked = () => stage.mastodon.requests.filter(({ name }) => name === 'POST /api/v2/media').length;
  expect(asked()).toBe(1);
  stage.pass({ seconds: (Date.parse(waiting?.retry_after ?? '') - stage.now().epochMilliseconds) / 1000 });
  await engine.sendDue();
  expect(asked()).toBe(2);
  for (const post of [first, second]) expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});

const NOW = Temporal.Instant.from('2026-11-22T09:00:00Z');

/** Adds a post on X, published at `publishedAt` or, with null, unfinished; the first `parts` of its texts are out. */
async function sent(account: string, texts: string[], publishedAt: string | null, parts = texts.length) {
  const post = await workspacePosts(stage.admin).post([account], ['twitter'], stage.at({ hours: 999 }));
  await stage.admin
    .from('post_deliveries')
    .insert({
      scheduled_post_id: post,
      platform: 'twitter',
      account_id: account,
      state: publishedAt ? 'published' : 'needs_review',
      published_at: publishedAt,
      outgoing: { dueAt: NOW.toString(), parts: texts, media: [] },
      parts: texts.slice(0, parts).map((_, index) => ({ remoteId: String(index), url: 'https://x.com/ada/status/1' })),
    })
    .throwOnError();
}

test('what posts of an account have cost is added up by month', async () => {
  const account = await workspacePosts(stage.admin).account('twitter', randomUUID());
  expect(await budgetLeft(stage.admin, account, NOW)).toEqual([]);
  await stage.admin
    .from('channels')
    .update({ limits: { monthlyMills: 1000 } })
    .eq('account_id', account)
    .throwOnError();
  const other = await workspacePosts(stage.admin).account('twitter', randomUUID());
  await sent(account, ['One'], '2026-11-01T00:00:00Z');
  await sent(account, ['A link: https://example.com'], '2026-11-21T09:00:00Z');
  await sent(account, ['Last month'], '2026-10-31T23:59:59Z');
  await sent(account, ['Half', 'of a thread', 'at example.com'], null, 2);
  await sent(other, ['Of another account'], '2026-11-21T09:00:00Z');
  expect(await budgetLeft(stage.admin, account, NOW)).toEqual([
    { of: 'mills', left: 1000 - 15 - 200 - 2 * 15, until: '2026-12-01T00:00:00Z', words: null },
  ]);
  expect(await budgetLeft(stage.admin, account, NOW.add({ hours: 240 }))).toMatchObject([{ left: 970 }]);
});

test('the reels of a Page are counted for 24 hours, and the next one is taken when the oldest of 30 is a day old', async () => {
  const posts = workspacePosts(stage.admin);
  const account = await posts.account('facebook', randomUUID());
  expect(await reelsLeft(stage.admin, await posts.account('instagram', randomUUID()), NOW)).toEqual([]);
  expect(await reelsLeft(stage.admin, account, NOW)).toEqual([{ of: 'videos', left: 30, until: null, words: null }]);
  const add = async (hoursAgo: readonly number[], kind: 'image' | 'video', byHand = false) => {
    const ids = await posts.many(hoursAgo.length, [account], ['facebook'], () => stage.at({ hours: 999 }));
    const rows = hoursAgo.map((hours, index) => ({
      scheduled_post_id: ids[index] ?? '',
      platform: 'facebook' as const,
      account_id: account,
      state: 'published' as const,
      by_hand: byHand,
      published_at: NOW.subtract({ minutes: hours * 60 }).toString(),
      outgoing: { dueAt: NOW.toString(), parts: [''], media: [{ path: 'a', url: '', kind, alt: '' }] },
      parts: [{ remoteId: String(hours), url: `https://www.facebook.com/${kind === 'video' ? 'reel' : 'photo'}/1` }],
    }));
    await stage.admin.from('post_deliveries').insert(rows).throwOnError();
  };
  await add([1, 2], 'image');
  await add([1.5], 'video', true);
  await add([24, 30], 'video');
  await add(
    Array.from({ length: 29 }, (_, index) => 20 - index / 2),
    'video',
  );
  expect(await reelsLeft(stage.admin, account, NOW)).toMatchObject([{ left: 1, until: null }]);
  await add([0.5, 0.25], 'video');
  expect(await reelsLeft(stage.admin, account, NOW)).toEqual([
    // With 31 reels, the second oldest has to be a day old.
    {
      of: 'videos',
      left: 0,
      until: NOW.add({ minutes: 4.5 * 60 })
        .toString()
        .replace('Z', '.000Z'),
      words: null,
    },
  ]);
});

test('a post that would cost more than the person lets it does not go out, and says so', async () => {
  const post = await stage.addPost('bluesky', { caption: 'Bread' });
  // The budget is overspent, so even a free post exceeds it.
  const quota = async () => [{ of: 'mills' as const, left: -1, until: stage.at({ hours: 240 }), words: null }];
  await stage.engine({ wrap: (session) => ({ ...session, quota }) }).sendDue();
  expect(await stage.delivery(post)).toMatchObject({
    state: 'failed',
    error_class: 'rejected',
    error_text: expect.stringMatching(
      /^It costs about \$[\d.]+, and \$[\d.]+ are left of the account’s limit for this month\. Connect the account again with a higher amount/,
    ),
  });
  expect(stage.pds.posts.size).toBe(0);
});
