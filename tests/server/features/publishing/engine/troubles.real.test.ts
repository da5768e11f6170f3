import { expect, test } from 'vitest';
import { ManualStepRequired, PublishError, type Session } from '../../../../../server/features/publishing/publisher.ts';
import { everyNth } from '../../../../helpers/depth.ts';
import { refusing, send } from '../../../../helpers/pds.ts';
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
  expect(states).toEqual([...Array(5).fill('publishing'), 'needs_review']);
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

test('a thread that is cancelled while it waits keeps what stands on the platform', async () => {
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
});

const IN_INBOX = 'The video is in your inbox. Post it there.';

/** A platform that ends with its last call in the person's hands. */
const leaving = (session: Session, publish: () => Promise<never>): Session => ({
  ...session,
  prepare: async () => ({ publish }),
  find: () => Promise.reject(new ManualStepRequired(IN_INBOX)),
});

const unanswered = new PublishError('unknown', 'The connection was cut.');
const UNFINISHED: [when: string, error: Error][] = [
  ['at once', new ManualStepRequired(IN_INBOX)],
  ['once it is read back', unanswered],
];
test.each(everyNth(UNFINISHED, 2, 1))(
  'what a person has to finish in the platform’s app comes up as their turn, in its words: %s',
  async (_, error) => {
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
  },
);

test('the database replaces no stored part, whoever writes the row', async () => {
  const post = await stage.addPost('mastodon');
  await stage.engine().sendDue();
  const { id, parts } = await stage.delivery(post);
  const other = { remoteId: 'other', url: 'https://example.com' };
  const write = (next: typeof parts) => stage.admin.from('post_deliveries').update({ parts: next }).eq('id', id);
  for (const [given, kept] of [
    [[], parts],
    [[other], parts],
    [
      [other, other],
      [...parts, other],
    ],
  ] as const) {
    await write([...given]).throwOnError();
    expect((await stage.delivery(post)).parts).toEqual(kept);
  }
});

const SAME = { caption: 'Good morning!' };
const CUT_BEFORE = { when: 'before', answer: 'cut' } as const;
const CUT_AFTER = { when: 'after', answer: 'cut' } as const;

async function settled(posts: string[]) {
  const deliveries = await Promise.all(posts.map((post) => stage.delivery(post)));
  expect(deliveries.map(({ state }) => state)).toEqual(posts.map(() => 'published'));
  const recorded = deliveries.flatMap(({ parts }) => parts.map(({ remoteId }) => remoteId)).sort();
  expect(recorded).toEqual(stage.mastodon.world.statuses.map(({ id }) => id).sort());
  expect(new Set(recorded).size).toBe(posts.length);
}

const SERVERS = [
  ['made both', CUT_AFTER],
  ['made the first alone', CUT_BEFORE],
] as const;

test.each(everyNth(SERVERS, 2))(
  'two posts with the same words, both in doubt at once, where the server has %s, stand there once each',
  async (_, second) => {
    const engine = stage.engine();
    const posts = [await stage.addPost('mastodon', SAME)];
    const unreachable = { when: 'before', answer: { status: 503 } } as const;
    stage.mastodon.fail(CREATE, CUT_AFTER, second);
    stage.mastodon.fail(LOOK, unreachable, unreachable);
    await engine.sendDue();
    posts.push(await stage.addPost('mastodon', SAME));
    await engine.sendDue();
    for (const post of posts) expect(await stage.delivery(post)).toMatchObject({ state: 'publishing' });
    stage.pass({ minutes: 5 });
    await engine.sendDue();
    stage.pass({ minutes: 5 });
    await engine.sendDue();
    await settled(posts);
  },
);
