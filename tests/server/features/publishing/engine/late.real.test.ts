import { expect, test } from 'vitest';
import { everyNth, isFull } from '../../../../helpers/depth.ts';
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

const LATE = [
  ['publish', 119, 'published'],
  ['ask', 11, 'waiting'],
] as const;
test.each(everyNth(LATE, 2, 1))(
  'late posts are to %s, and a pause led through %i minutes of sleep: %s',
  async (rule, minutes, state) => {
    await stage.settings({ late_posts: rule });
    const { post, engine } = await putOffAndAsleep({ minutes });
    expect(await stage.delivery(post)).toMatchObject({ state, waits_for: state === 'waiting' ? 'late' : null });
    expect(stage.pds.posts.size).toBe(state === 'published' ? 1 : 0);
    expect(engine.notifications.map(({ title }) => title)).toEqual(
      state === 'waiting' ? [expect.stringContaining('missed its time')] : [],
    );
  },
);

test.runIf(isFull)(
  'told to start all the same it goes out, unless the machine sleeps through that as well',
  async () => {
    const { post, engine } = await putOffAndAsleep({ minutes: 500 });
    const { id } = await stage.delivery(post);
    expect(await stage.rpc('retry_delivery', id)).toBe('done');
    stage.pass({ minutes: 121 });
    await engine.sendDue();
    expect(await stage.delivery(post)).toMatchObject({ state: 'waiting', waits_for: 'late' });
    expect(await stage.rpc('retry_delivery', id)).toBe('done');
    await engine.sendDue();
    expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
  },
);

/** An engine whose attempts meet `prepared` between the upload and the call that makes the post. */
function engineThat(prepared: (engine: ReturnType<typeof stage.engine>) => Promise<void>) {
  const engine: ReturnType<typeof stage.engine> = stage.engine({
    wrap: (session) => ({
      ...session,
      async prepare(outgoing) {
        const ready = await session.prepare(outgoing);
        await prepared(engine);
        return ready;
      },
    }),
  });
  return engine;
}

test('a renewal after hours of sleep revives no claim: the post waits', async () => {
  const post = await stage.addPost('bluesky');
  const renewed: boolean[] = [];
  await engineThat(async ({ store }) => {
    stage.pass({ hours: 3 });
    renewed.push(await store.renew((await stage.delivery(post)).id));
  }).sendDue();
  expect(renewed).toEqual([false]);
  expect(await stage.delivery(post)).toMatchObject({ state: 'waiting', waits_for: 'late' });
  expect(stage.pds.posts.size).toBe(0);
});

test('what becomes late while it is prepared waits, though its claim stands', async () => {
  const post = await stage.addPost('bluesky', {}, stage.at({ seconds: -(2 * 3600 - 30) }));
  await engineThat(async () => stage.pass({ seconds: 50 })).sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'waiting', waits_for: 'late', attempt: 1 });
  expect(stage.pds.posts.size).toBe(0);
});

test('a long upload that was begun in time makes no late post', async () => {
  await stage.settings({ late_posts: 'ask' });
  const post = await stage.addPost('bluesky', {}, stage.at({ minutes: -9 }));
  await engineThat(async ({ store }) => {
    const { id } = await stage.delivery(post);
    for (let minute = 0; minute < 3; minute++) {
      stage.pass({ minutes: 1 });
      expect(await store.renew(id)).toBe(true);
    }
  }).sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published', attempt: 1 });
});

test.each(everyNth(['publish', 'next_slot'] as const, 2))(
  'five daily posts that waited for a login: connecting again sends the one in time, and asks about the late ones (%s)',
  async (late_posts) => {
    await stage.settings({ late_posts });
    const channel = (state: 'ready' | 'reconnect') =>
      stage.admin.from('channels').update({ state }).eq('account_id', stage.accounts.bluesky).throwOnError();
    // To end at the database's own time, by which its triggers go.
    stage.setClock(stage.now().subtract({ hours: 4 * 24, minutes: 5 }));
    await channel('reconnect');
    const engine = stage.engine();
    const posts: string[] = [];
    for (let day = 0; day < 5; day++) {
      if (day > 0) stage.pass({ hours: 24 });
      posts.push(await stage.addPost('bluesky'));
      await engine.sendDue();
    }
    stage.pass({ minutes: 5 });
    await channel('ready');
    await engine.sendDue();
    const states = await Promise.all(posts.map(async (post) => (await stage.delivery(post)).waits_for));
    expect(states).toEqual(['late', 'late', 'late', 'late', null]);
    expect(stage.pds.posts.size).toBe(1);
  },
);

test.each(everyNth([3, -3], 2, 1))(
  'a machine whose clock is %i hours off goes by the clock of the database',
  async (hours) => {
    const machine = () => stage.now().add({ hours });
    const engine = stage.engine({ machine });
    stage.mastodon.fail(CREATE, { when: 'before', answer: { status: 503 } });
    const [sent, putOff] = [await stage.addPost('bluesky'), await stage.addPost('mastodon')];
    await engine.sendDue();
    expect(await stage.delivery(sent)).toMatchObject({ state: 'published' });
    const { retry_after } = await stage.delivery(putOff);
    expect(Date.parse(retry_after ?? '')).toBe(Date.parse(stage.at({ minutes: 1 })));
    expect(await engine.look()).toBe(60_000);
    const late = await stage.addPost('bluesky', {}, stage.at({ minutes: -121 }));
    await engine.sendDue();
    expect(await stage.delivery(late)).toMatchObject({ state: 'waiting', waits_for: 'late' });
  },
);

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

test('a delivery that is due while the machine is about to sleep is begun after it has woken', async () => {
  const first = await stage.addPost('bluesky');
  let atSleep: Promise<unknown> | undefined;
  const engine = engineThat(async ({ hold }) => {
    atSleep ??= hold(10_000).then(() => stage.delivery(first));
  });
  await engine.sendDue();
  expect(await atSleep).toMatchObject({ state: 'published' });
  const second = await stage.addPost('bluesky');
  await engine.sendDue();
  expect(await stage.deliveries(second)).toEqual([]);
  engine.resume();
  await engine.sendDue();
  expect(await stage.delivery(second)).toMatchObject({ state: 'published' });
});
