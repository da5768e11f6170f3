import { expect, test } from 'vitest';
import { ManualStepRequired, PublishError, type Session } from '../../../../../server/features/publishing/publisher.ts';
import { refusing } from '../../../../helpers/pds.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

const stage = publishingStage();
const CREATE = 'POST /api/v1/statuses';
const PUT = 'com.atproto.repo.putRecord';
const LOOK = 'GET /api/v1/accounts/:id/statuses';
const statuses = () => stage.mastodon.world.statuses.length;

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

test('what cannot be read back is looked for again, and goes out once the person says so', async () => {
  stage.mastodon.fail(CREATE, { when: 'before', answer: 'cut' });
  const post = await stage.addPost('mastodon');
  let looks = 0;
  // At first it is known to be absent, but it may have appeared since.
  const find: Session['find'] = async () =>
    looks++ === 0 ? { found: 'none' } : { found: 'unclear', why: 'The platform does not say.' };
  const engine = stage.engine({ wrap: (session) => ({ ...session, find }) });
  const states: string[] = [];
  for (let look = 0; look < 7; look++) {
    await engine.sendDue();
    states.push((await stage.delivery(post)).state);
    stage.pass({ minutes: 15 });
  }
  expect(states).toEqual(['pending', ...Array(5).fill('publishing'), 'needs_review']);
  expect(engine.notifications.map(({ title }) => title)).toEqual(['Your turn with a post for Mastodon']);
  expect(stage.mastodon.requests.filter(({ name }) => name === CREATE)).toHaveLength(1);
  expect(await stage.rpc('retry_delivery', (await stage.delivery(post)).id)).toBe('done');
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
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
  // The delivery stays in doubt if looking for the post fails.
  stage.mastodon.fail(LOOK, { when: 'before', answer: { status: 503 } });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'pending', error_class: 'unknown' });
  stage.pass({ hours: 2 });
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
  expect(statuses()).toBe(1);
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

const IN_INBOX = 'The video is in your inbox. Post it there.';

/** A platform whose last call leaves the final step to the user. */
const leaving = (session: Session, publish: () => Promise<never>): Session => ({
  ...session,
  prepare: async () => ({ publish }),
  find: () => Promise.reject(new ManualStepRequired(IN_INBOX)),
});

test.each([
  ['at once', new ManualStepRequired(IN_INBOX)],
  ['once it is read back', new PublishError('unknown', 'The connection was cut.')],
])('what a person has to finish in the platform’s app comes up as their turn, in its words: %s', async (_, error) => {
  const post = await stage.addPost('bluesky');
  const engine = stage.engine({ wrap: (session) => leaving(session, () => Promise.reject(error)) });
  await engine.sendDue();
  const delivery = await stage.delivery(post);
  expect(delivery).toMatchObject({ state: 'waiting', waits_for: 'by_hand', error_class: null, error_text: IN_INBOX });
  stage.pass({ hours: 1 });
  await engine.sendDue();
  expect((await stage.delivery(post)).attempts).toHaveLength(1);
  expect(await stage.rpc('mark_delivery', delivery.id)).toBe('done');
  expect(await stage.delivery(post)).toMatchObject({ state: 'published', by_hand: true });
});

const SAME = { caption: 'Good morning!' };
test('two posts with the same words, both in doubt at once, of which the server has the first alone, stand there once each', async () => {
  const engine = stage.engine();
  const posts = [await stage.addPost('mastodon', SAME)];
  const unreachable = { when: 'before', answer: { status: 503 } } as const;
  stage.mastodon.fail(CREATE, { when: 'after', answer: 'cut' }, { when: 'before', answer: 'cut' });
  stage.mastodon.fail(LOOK, unreachable, unreachable);
  await engine.sendDue();
  posts.push(await stage.addPost('mastodon', SAME));
  await engine.sendDue();
  for (const post of posts) expect(await stage.delivery(post)).toMatchObject({ state: 'publishing' });
  for (let look = 0; look < 2; look++) {
    stage.pass({ minutes: 5 });
    await engine.sendDue();
  }
  const deliveries = await Promise.all(posts.map((post) => stage.delivery(post)));
  expect(deliveries.map(({ state }) => state)).toEqual(['published', 'published']);
  const recorded = deliveries.flatMap(({ parts }) => parts.map(({ remoteId }) => remoteId)).sort();
  expect(recorded).toEqual(stage.mastodon.world.statuses.map(({ id }) => id).sort());
  expect(new Set(recorded).size).toBe(2);
});
