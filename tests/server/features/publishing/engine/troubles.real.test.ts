import { expect, test } from 'vitest';
import { ByHandNeeded, type Session } from '../../../../../server/features/publishing/publisher.ts';
import { balanceOf } from '../../../../chaos/balance.ts';
import { refusing, send } from '../../../../helpers/pds.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

const stage = publishingStage();
const CREATE = 'POST /api/v1/statuses';
const PUT = 'com.atproto.repo.putRecord';
const LOOK = 'GET /api/v1/accounts/:id/statuses';
const statuses = () => stage.mastodon.world.statuses.length;

test.each([
  ['an error of the server after it made the post', { when: 'after', answer: { status: 500 } } as const],
  ['a connection that is cut after it made the post', { when: 'after', answer: 'cut' } as const],
])('%s: it is read back, and not sent again', async (_, fault) => {
  stage.mastodon.world.keepsKeys = false;
  stage.mastodon.fail(CREATE, fault);
  const post = await stage.addPost('mastodon');
  await stage.engine().sendDue();
  expect(await stage.delivery(post)).toMatchObject({
    state: 'published',
    remote_url: expect.stringContaining('/@ada/'),
  });
  expect(statuses()).toBe(1);
});

test('a connection that is cut before: surely absent, and sent after a pause with the same key', async () => {
  stage.mastodon.fail(CREATE, { when: 'before', answer: 'cut' });
  const post = await stage.addPost('mastodon');
  const engine = stage.engine();
  await engine.sendDue();
  const first = await stage.delivery(post);
  expect(first).toMatchObject({ state: 'pending', error_class: 'unknown' });
  expect(Date.parse(first.retry_after ?? '')).toBe(stage.now().epochMilliseconds + 60_000);
  stage.pass({ minutes: 1 });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published', attempt: 2 });
  const keys = stage.mastodon.requests
    .filter(({ name }) => name === CREATE)
    .map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toBe(keys[1]);
  expect(statuses()).toBe(1);
});

const UNCLEAR: Session['find'] = async () => ({ found: 'unclear', why: 'The platform does not say.' });

test('what cannot be read back is looked for again with pauses, and then the person decides', async () => {
  stage.mastodon.fail(CREATE, { when: 'before', answer: 'cut' });
  const post = await stage.addPost('mastodon');
  const engine = stage.engine({ wrap: (session) => ({ ...session, find: UNCLEAR }) });
  const states: string[] = [];
  for (const minutes of [0, 1, 2, 5, 15, 60]) {
    stage.pass({ minutes });
    await engine.sendDue();
    states.push((await stage.delivery(post)).state);
  }
  expect(states).toEqual(
    ['publishing', 'publishing', 'publishing', 'publishing', 'publishing', 'needs_review'].slice(-states.length),
  );
  expect(engine.notifications.map(({ title }) => title)).toEqual(['Your turn with a post for Mastodon']);
  expect(stage.mastodon.requests.filter(({ name }) => name === CREATE)).toHaveLength(1);
  expect(await stage.rpc('retry_delivery', (await stage.delivery(post)).id)).toBe('done');
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});

test('a platform that cannot be reached while a post is looked for leaves no post to the person in the first hours', async () => {
  stage.mastodon.fail(CREATE, { when: 'after', answer: 'cut' });
  stage.mastodon.fail(LOOK, ...Array.from({ length: 6 }, () => ({ when: 'before', answer: { status: 503 } }) as const));
  const post = await stage.addPost('mastodon');
  const engine = stage.engine();
  for (const minutes of [0, 1, 2, 5, 10, 30]) {
    stage.pass({ minutes });
    await engine.sendDue();
    expect(await stage.delivery(post)).toMatchObject({ state: 'publishing', error_class: 'unknown' });
  }
  stage.pass({ hours: 1 });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
  expect(statuses()).toBe(1);
});

test('a limit is honoured to its end, and does not count as a failure', async () => {
  const until = String(Math.floor(stage.now().epochMilliseconds / 1000) + 600);
  stage.pds.fault(PUT, refusing(429, 'RateLimitExceeded', { 'ratelimit-reset': until }));
  const post = await stage.addPost('bluesky');
  const engine = stage.engine();
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'pending', error_class: 'rate_limit' });
  stage.pass({ minutes: 9, seconds: 59 });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ attempt: 1 });
  stage.pass({ seconds: 1 });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published', attempt: 2 });
});

test('what the platform rejects fails in its words, is told, and is not tried again', async () => {
  stage.pds.fault(PUT, refusing(400, 'InvalidRequest'));
  const post = await stage.addPost('bluesky');
  const engine = stage.engine();
  await engine.sendDue();
  stage.pass({ hours: 1 });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({
    state: 'failed',
    error_class: 'rejected',
    error_text: 'InvalidRequest in words',
    attempt: 1,
    scheduled_posts: { status: 'failed' },
  });
  expect(engine.notifications.map(({ title }) => title)).toEqual(['A post for Bluesky was not published']);
});

test('a log-in that is refused: the posts wait, are told once, and go on when it is connected again', async () => {
  const [token] = stage.mastodon.world.tokens;
  if (token) token.isRevoked = true;
  const first = await stage.addPost('mastodon');
  const second = await stage.addPost('mastodon');
  const engine = stage.engine();
  await engine.sendDue();
  await engine.sendDue();
  for (const post of [first, second])
    expect(await stage.delivery(post)).toMatchObject({ state: 'waiting', waits_for: 'reconnect' });
  expect(engine.notifications.map(({ title }) => title)).toEqual([
    expect.stringContaining('Connect Mastodon'),
    expect.stringContaining('Connect Mastodon'),
  ]);
  if (token) token.isRevoked = false;
  const ready = { state: 'ready' as const, problem: null, connected_at: stage.at() };
  await stage.admin.from('channels').update(ready).eq('account_id', stage.accounts.mastodon).throwOnError();
  await engine.sendDue();
  for (const post of [first, second]) expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
  expect(statuses()).toBe(2);
});

test('a log-in that ends after the post was made: in doubt until it is connected again, and never a second', async () => {
  const [token] = stage.mastodon.world.tokens;
  const post = await stage.addPost('mastodon');
  stage.mastodon.fail(CREATE, { when: 'after', answer: { status: 502 } });
  stage.mastodon.fail(LOOK, { when: 'before', answer: { status: 401, body: { error: 'revoked' } } });
  const engine = stage.engine();
  await engine.sendDue();
  expect(token && (await stage.delivery(post))).toMatchObject({
    state: 'waiting',
    waits_for: 'reconnect',
    error_class: 'unknown',
  });
  await stage.admin
    .from('channels')
    .update({ state: 'ready' })
    .eq('account_id', stage.accounts.mastodon)
    .throwOnError();
  // The doubt outlives a trouble before the post is looked for.
  stage.mastodon.fail(LOOK, { when: 'before', answer: { status: 503 } });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'pending', error_class: 'unknown' });
  stage.pass({ hours: 2 });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
  expect(statuses()).toBe(1);
});

test('an account that was connected again while the old log-in was refused is tried again by itself', async () => {
  const post = await stage.addPost('bluesky');
  stage.pds.fault(PUT, async (_, response) => send(response, { status: 401, body: { error: 'AuthMissing' } }));
  const engine = stage.engine();
  // As where the mark fails: the channel stays ready.
  await stage.admin.from('channels').update({ problem: null }).eq('account_id', stage.accounts.bluesky).throwOnError();
  const reconnect = async () => {
    await stage.admin
      .from('channels')
      .update({ state: 'ready' })
      .eq('account_id', stage.accounts.bluesky)
      .throwOnError();
  };
  const racing = stage.engine({
    change: (store) => ({
      finish: async (id, end) => {
        await reconnect();
        return store.finish(id, end);
      },
    }),
  });
  await racing.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'pending' });
  stage.pass({ minutes: 1 });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});

test('a trouble that passes is tried again with growing pauses, and fails after hours', async () => {
  await stage.settings({ late_grace_minutes: 600 });
  const post = await stage.addPost('bluesky');
  const engine = stage.engine({
    wrap: (session) => ({ ...session, prepare: () => Promise.reject(new Error('out of order')) }),
  });
  const pauses: number[] = [];
  for (let tries = 0; tries < 20; tries++) {
    await engine.sendDue();
    const { state, retry_after } = await stage.delivery(post);
    if (state !== 'pending') break;
    const pause = (Date.parse(retry_after ?? '') - stage.now().epochMilliseconds) / 60_000;
    pauses.push(pause);
    stage.pass({ minutes: pause });
  }
  expect(pauses).toEqual([1, 2, 5, 10, 30, 60, 90, 120]);
  expect(await stage.delivery(post)).toMatchObject({ state: 'failed', error_class: 'transient', attempt: 9 });
});

test('a thread that breaks in the middle goes on behind its last part, and a refusal there is left to the person', async () => {
  const caption = Array.from({ length: 40 }, (_, n) => `Sentence number ${n} of a long post.`).join(' ');
  const post = await stage.addPost('mastodon', { caption });
  const engine = stage.engine();
  const ok = { when: 'after', answer: { status: 500 } } as const;
  stage.mastodon.fail(CREATE, ok);
  await engine.sendDue();
  stage.mastodon.fail(CREATE, { when: 'before', answer: { status: 422, body: { error: 'No' } } });
  stage.pass({ minutes: 1 });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'needs_review', parts: [{}], error_text: 'No' });
  expect(await stage.rpc('retry_delivery', (await stage.delivery(post)).id)).toBe('done');
  await engine.sendDue();
  const done = await stage.delivery(post);
  expect(done.state).toBe('published');
  expect(statuses()).toBe(done.parts.length);
});

test('a thread that is cancelled while it waits keeps what stands on the platform, and that is no loss', async () => {
  const caption = Array.from({ length: 40 }, (_, n) => `Sentence number ${n} of a long post.`).join(' ');
  const post = await stage.addPost('mastodon', { caption });
  stage.mastodon.fail(CREATE, { when: 'after', answer: { status: 500 } }, { when: 'before', answer: { status: 429 } });
  const engine = stage.engine();
  await engine.sendDue();
  stage.pass({ minutes: 1 });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'pending', error_class: 'rate_limit' });
  expect(await stage.rpc('cancel_delivery', (await stage.delivery(post)).id)).toBe('done');
  const { parts, remote_url } = await stage.delivery(post);
  const [first, ...more] = stage.mastodon.world.statuses;
  expect([parts.map(({ remoteId }) => remoteId), more]).toEqual([[first?.id], []]);
  expect(remote_url).toContain('/@ada/');
  const texts = () => stage.mastodon.world.statuses.map(({ text }) => text);
  const { lost } = await balanceOf(stage.admin, [{ id: stage.accounts.mastodon, platform: 'mastodon', texts }]);
  expect(lost).toEqual([]);
});

test('a post that the channel cannot carry comes up as the person’s turn, with the reason, and stays there', async () => {
  const post = await stage.addPost('mastodon', { caption: 'Hello' });
  const refusing = (session: Session): Session => ({
    ...session,
    prepare: () => Promise.reject(new ByHandNeeded('The picture has no public address.')),
  });
  const engine = stage.engine({ wrap: refusing });
  for (let looks = 0; looks < 2; looks++) {
    await engine.sendDue();
    expect(await stage.delivery(post)).toMatchObject({
      state: 'waiting',
      waits_for: 'by_hand',
      error_text: 'The picture has no public address.',
    });
    stage.pass({ minutes: 10 });
  }
  expect(engine.notifications).toMatchObject([{ title: expect.stringContaining('Your turn: post on Mastodon') }]);
});
