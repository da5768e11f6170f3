import { expect, test } from 'vitest';
import { refusing } from '../../../../helpers/pds.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

const stage = publishingStage();
const PUT = 'com.atproto.repo.putRecord';
const CREATE = 'POST /api/v1/statuses';

test('a pause that led through the sleep of the machine: the post waits, and its person is asked', async () => {
  await stage.settings({ late_posts: 'ask' });
  stage.pds.fault(PUT, refusing(503, 'Unavailable'));
  const post = await stage.addPost('bluesky');
  const engine = stage.engine();
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'pending' });
  stage.pass({ minutes: 11 });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'waiting', waits_for: 'late' });
  expect(stage.pds.posts.size).toBe(0);
  expect(engine.notifications).toMatchObject([{ title: expect.stringContaining('missed its time') }]);
  expect(await stage.rpc('retry_delivery', (await stage.delivery(post)).id)).toBe('done');
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});

/** An engine that calls `prepared` between the upload and the call that creates the post. */
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

test('five daily posts that waited for a login: connecting again sends the one in time, and asks about the late ones', async () => {
  const channel = (state: 'ready' | 'reconnect') =>
    stage.admin.from('channels').update({ state }).eq('account_id', stage.accounts.bluesky).throwOnError();
  // Starts in the past, so that the test ends at the database's real time, which its triggers use.
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
});

test('a machine whose clock is three hours behind goes by the clock of the database', async () => {
  const engine = stage.engine({ machine: () => stage.now().subtract({ hours: 3 }) });
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
});

test.each([
  ['stands there', 'after', { state: 'published' }, 1],
  ['is surely absent', 'before', { state: 'waiting', waits_for: 'late' }, 0],
] as const)(
  'in doubt, it is looked for after hours of sleep before anybody is asked: it %s',
  async (_, when, end, count) => {
    stage.mastodon.fail(CREATE, { when, answer: 'cut' });
    stage.mastodon.fail('GET /api/v1/accounts/:id/statuses', { when: 'before', answer: { status: 503 } });
    const post = await stage.addPost('mastodon');
    const engine = stage.engine();
    await engine.sendDue();
    expect(await stage.delivery(post)).toMatchObject({ state: 'publishing' });
    stage.pass({ hours: 9 });
    await engine.sendDue();
    stage.pass({ minutes: 10 });
    await engine.sendDue();
    expect(await stage.delivery(post)).toMatchObject(end);
    expect(stage.mastodon.world.statuses).toHaveLength(count);
  },
);

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
