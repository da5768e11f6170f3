import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { isFull } from '../../../../helpers/depth.ts';
import { refusing } from '../../../../helpers/pds.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';
import { workspacePosts } from '../../../../helpers/publishing/workspace-posts.ts';

const stage = publishingStage();
/** More than one batch, or fewer without `test:full`. */
const LATE_POSTS = isFull ? 130 : 12;
const LONG = Array.from({ length: 30 }, (_, n) => `Sentence number ${n} of a long post.`).join(' ');

test('a post that is due is published, with its link, and one that is not waits', async () => {
  const due = await stage.addPost('bluesky', { caption: 'Hello' });
  const later = await stage.addPost('bluesky', {}, stage.at({ minutes: 1 }));
  await stage.engine().sendDue();
  const delivery = await stage.delivery(due);
  expect(delivery).toMatchObject({
    state: 'published',
    attempt: 1,
    error_class: null,
    scheduled_posts: { status: 'published' },
  });
  expect(delivery.remote_url).toMatch(/^https:\/\/bsky\.app\/profile\/ada\.test\/post\/\w{13}$/);
  expect([...stage.pds.posts.values()].map(({ value }) => value.text)).toEqual(['Hello']);
  expect(await stage.deliveries(later)).toEqual([]);
});

test('a post that is late is made at the time of its first sending, also where the answer was lost and it is sent again', async () => {
  const post = await stage.addPost('bluesky', { caption: LONG });
  stage.pass({ minutes: 50 });
  const sentAt = stage.at();
  stage.pds.fault('com.atproto.repo.putRecord', async (request, _response, next) => {
    await next();
    request.socket.destroy();
  });
  stage.pds.fault('com.atproto.repo.getRecord', refusing(503, 'ServiceUnavailable'));
  const engine = stage.engine();
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'publishing' });
  for (let look = 0; look < 5; look++) {
    stage.pass({ minutes: 10 });
    await engine.sendDue();
  }
  expect(await stage.delivery(post)).toMatchObject({ state: 'published', outgoing: { sentAt } });
  const times = [...stage.pds.posts.values()].map(({ value }) => Date.parse(String(value.createdAt)));
  expect(times).toEqual(times.map((_, part) => Date.parse(sentAt) + part));
});

test('a look says when something is due next, and a pause keeps nobody busy', async () => {
  const engine = stage.engine();
  await stage.addPost('bluesky', {}, stage.at({ seconds: 90 }));
  expect(await engine.look()).toBe(90_000);
  await stage.settings({ publishing_paused: true });
  stage.pass({ minutes: 2 });
  expect(await engine.look()).toBe(5000);
});

test.each([
  ['publishing_paused', { publishing_paused: true }],
  ['automation_paused', { automation_paused: true }],
] as const)('nothing goes out while %s', async (_, change) => {
  const post = await stage.addPost('bluesky');
  await stage.settings(change);
  const engine = stage.engine();
  await engine.sendDue();
  expect(stage.pds.posts.size).toBe(0);
  expect(await stage.deliveries(post)).toEqual([]);
  await stage.settings({ publishing_paused: false, automation_paused: false });
  await engine.sendDue();
  expect(stage.pds.posts.size).toBe(1);
});

test('late posts move to the next slots where the settings say so, however many they are', async () => {
  await stage.settings({ late_posts: 'next_slot', posting_hours_start: 0, posting_hours_end: 0, timezone: 'UTC' });
  const late = (n: number) => stage.at({ minutes: -30 - n });
  await workspacePosts(stage.admin).many(LATE_POSTS, [stage.accounts.bluesky], ['bluesky'], late);
  await stage.engine().sendDue();
  const { data: moved } = await stage.admin.from('scheduled_posts').select('*').order('scheduled_time').throwOnError();
  expect(moved.every(({ status }) => status === 'scheduled')).toBe(true);
  const times = moved.map(({ scheduled_time }) => Date.parse(scheduled_time));
  expect(times[0]).toBeGreaterThanOrEqual(stage.now().epochMilliseconds);
  expect(times.slice(1).every((time, n) => time - (times[n] ?? 0) >= 30 * 60_000)).toBe(true);
  expect(stage.pds.posts.size).toBe(0);
});

test('late posts for an account with times of its own move to these, and the others past them', async () => {
  await stage.settings({ late_posts: 'next_slot', posting_hours_start: 0, posting_hours_end: 0, timezone: 'UTC' });
  const own = stage.now().add({ minutes: 30 }).toZonedDateTimeISO('UTC');
  const minute = (own.dayOfWeek % 7) * 24 * 60 + own.hour * 60 + own.minute;
  const account = stage.admin.from('social_accounts').update({ posting_times: [minute] });
  await account.eq('id', stage.accounts.bluesky).throwOnError();
  const late = stage.at({ minutes: -30 });
  for (const platform of ['mastodon', 'bluesky', 'bluesky'] as const) await stage.addPost(platform, {}, late);
  await stage.engine().sendDue();
  const moved = stage.admin.from('scheduled_posts').select('scheduled_time, generated_content(platforms)');
  const { data } = await moved.order('scheduled_time').throwOnError();
  const at = own.round({ smallestUnit: 'minute', roundingMode: 'floor' }).toInstant();
  const times = data
    .filter(({ generated_content }) => generated_content.platforms[0] === 'bluesky')
    .map(({ scheduled_time }) => Temporal.Instant.from(scheduled_time).toString());
  expect(times).toEqual([at, at.add({ hours: 7 * 24 })].map(String));
  const [other] = data.filter(({ generated_content }) => generated_content.platforms[0] === 'mastodon');
  const distance = Math.abs(at.since(Temporal.Instant.from(other?.scheduled_time ?? '')).total('minutes'));
  expect(distance).toBeGreaterThanOrEqual(30);
});

test('a trouble of one channel holds up no other', async () => {
  stage.mastodon.fail('POST /api/v1/statuses', { when: 'before', answer: { status: 429 } });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const stuck = await stage.addPost('mastodon', { caption: 'stuck' });
  const other = await stage.addPost('bluesky');
  const engine = stage.engine({
    wrap: (session) => ({
      ...session,
      prepare: async (post) => {
        if (post.parts[0]?.includes('stuck')) await held;
        return session.prepare(post);
      },
    }),
  });
  await engine.look();
  await expect.poll(async () => (await stage.delivery(other)).state).toBe('published');
  expect((await stage.delivery(stuck)).state).toBe('preparing');
  release();
  await engine.sendDue();
  expect(await stage.delivery(stuck)).toMatchObject({ state: 'pending', error_class: 'rate_limit' });
});
