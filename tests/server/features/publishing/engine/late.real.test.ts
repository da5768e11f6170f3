import { expect, test } from 'vitest';
import { refusing } from '../../../../helpers/pds.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

const stage = publishingStage();
const PUT = 'com.atproto.repo.putRecord';
const CREATE = 'POST /api/v1/statuses';

/** A post whose first attempt, in its minute, was put off for a minute; then the machine sleeps. */
async function putOffAndAsleep(sleep: { minutes: number }) {
  stage.pds.fault(PUT, refusing(503, 'Unavailable'));
  const post = await stage.addPost('bluesky');
  const engine = stage.engine();
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'pending' });
  stage.pass(sleep);
  await engine.sendDue();
  return { post, engine };
}

test.each([
  ['publish', 119, 'published'],
  ['publish', 121, 'waiting'],
  ['ask', 9, 'published'],
  ['ask', 11, 'waiting'],
  ['next_slot', 11, 'waiting'],
] as const)('late posts are to %s, and a pause led through %i minutes of sleep: %s', async (rule, minutes, state) => {
  await stage.settings({ late_posts: rule });
  const { post, engine } = await putOffAndAsleep({ minutes });
  expect(await stage.delivery(post)).toMatchObject({ state, waits_for: state === 'waiting' ? 'late' : null });
  expect(stage.pds.posts.size).toBe(state === 'published' ? 1 : 0);
  expect(engine.notifications.map(({ title }) => title)).toEqual(
    state === 'waiting' ? [expect.stringContaining('missed its time')] : [],
  );
});

test('told to start all the same it goes out, unless the machine sleeps through that as well', async () => {
  const { post, engine } = await putOffAndAsleep({ minutes: 500 });
  const { id } = await stage.delivery(post);
  expect(await stage.rpc('retry_delivery', id)).toBe('done');
  stage.pass({ minutes: 121 });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'waiting', waits_for: 'late' });
  expect(await stage.rpc('retry_delivery', id)).toBe('done');
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});

test('the agent sleeps between the upload and the call that makes the post: the claim is lost, and the post waits', async () => {
  const post = await stage.addPost('bluesky');
  const engine = stage.engine({
    wrap: (session) => ({
      ...session,
      async prepare(outgoing) {
        const prepared = await session.prepare(outgoing);
        stage.pass({ hours: 3 });
        return prepared;
      },
    }),
  });
  await engine.sendDue();
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'waiting', waits_for: 'late' });
  expect(stage.pds.posts.size).toBe(0);
});

test('one that may stand there is looked for before anybody is asked', async () => {
  stage.mastodon.fail(CREATE, { when: 'after', answer: 'cut' });
  stage.mastodon.fail('GET /api/v1/accounts/:id/statuses', { when: 'before', answer: { status: 503 } });
  const post = await stage.addPost('mastodon');
  const engine = stage.engine();
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'publishing' });
  stage.pass({ hours: 9 });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});

test('surely absent after hours of sleep: nothing is sent before the person says so', async () => {
  stage.mastodon.fail(CREATE, { when: 'before', answer: 'cut' });
  stage.mastodon.fail('GET /api/v1/accounts/:id/statuses', { when: 'before', answer: { status: 503 } });
  const post = await stage.addPost('mastodon');
  const engine = stage.engine();
  await engine.sendDue();
  stage.pass({ hours: 9 });
  await engine.sendDue();
  stage.pass({ minutes: 10 });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'waiting', waits_for: 'late' });
  expect(stage.mastodon.world.statuses).toHaveLength(0);
});
