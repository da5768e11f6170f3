import { expect, test } from 'vitest';
import type { Session } from '../../../../../server/features/publishing/publisher.ts';
import { sql } from '../../../../../server/supabase/sql/template.ts';
import { databaseOf } from '../../../../helpers/database.ts';
import { deferred } from '../../../../helpers/deferred.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

const stage = publishingStage();
const PUT = 'com.atproto.repo.putRecord';

/** A session that waits before it prepares, or before the call that makes the post. */
function waiting(step: 'prepare' | 'publish') {
  const reached = deferred<void>();
  const go = deferred<void>();
  const pause = async () => {
    reached.resolve();
    await go.promise;
  };
  const wrap = (session: Session): Session => ({
    ...session,
    async prepare(post) {
      if (step === 'prepare') await pause();
      const prepared = await session.prepare(post);
      return {
        async publish(known, onPart) {
          if (step === 'publish') await pause();
          return prepared.publish(known, onPart);
        },
      };
    },
  });
  return { wrap, reached: reached.promise, go: () => go.resolve() };
}

test('cancelled while it is prepared: it does not go out', async () => {
  const gate = waiting('prepare');
  const post = await stage.addPost('bluesky');
  const engine = stage.engine({ wrap: gate.wrap });
  const sent = engine.sendDue();
  await gate.reached;
  expect(await stage.rpc('cancel_delivery', (await stage.delivery(post)).id)).toBe('done');
  gate.go();
  await sent;
  expect(await stage.delivery(post)).toMatchObject({ state: 'cancelled', scheduled_posts: { status: 'cancelled' } });
  expect(stage.pds.posts.size).toBe(0);
});

test('a claim that is lost while the post is sent: who takes over reads it back, and the first adds nothing', async () => {
  const gate = waiting('publish');
  const post = await stage.addPost('bluesky');
  const slow = stage.engine({ wrap: gate.wrap });
  const sent = slow.sendDue();
  await gate.reached;
  stage.pass({ seconds: 61 });
  const other = stage.engine();
  await other.sendDue();
  // Surely absent so far.
  expect(await stage.delivery(post)).toMatchObject({ state: 'pending', error_class: 'unknown' });
  stage.pass({ minutes: 1 });
  await other.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
  gate.go();
  await sent;
  expect(stage.pds.posts.size).toBe(1);
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});

test.each(['prepare', 'publish'] as const)(
  'a process that slept at the step "%s" claims nothing that it still has: the run under way ends first',
  async (step) => {
    const gate = waiting(step);
    const [post, other] = [await stage.addPost('bluesky'), await stage.addPost('bluesky')];
    const engine = stage.engine({ wrap: gate.wrap });
    const sent = engine.sendDue();
    await gate.reached;
    stage.pass({ seconds: 61 });
    await engine.look();
    expect(engine.state().underWay).toBe(1);
    const attempts = [...(await stage.deliveries(post)), ...(await stage.deliveries(other))];
    expect(attempts.map((delivery) => delivery.attempts.length).sort()).toEqual([0, 1]);
    gate.go();
    await sent;
    expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
    expect(await stage.delivery(other)).toMatchObject({ state: 'published' });
    expect(stage.pds.posts.size).toBe(2);
  },
);

test('while another agent opens what is due, it is looked for again soon, and less often the longer that lasts', async () => {
  const post = await stage.addPost('bluesky');
  const engine = stage.engine();
  const database = databaseOf(stage.dataDir);
  try {
    await database.transaction(async (transaction) => {
      await transaction.run(sql`select 1 from public.generated_content for update`);
      expect([await engine.look(), await engine.look(), await engine.look()]).toEqual([100, 200, 400]);
    });
  } finally {
    await database.close();
  }
  await engine.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});

test('a thread whose claim is lost in the middle is not continued by the first', async () => {
  const caption = Array.from({ length: 40 }, (_, n) => `Sentence number ${n} of a long post.`).join(' ');
  const post = await stage.addPost('bluesky', { caption });
  await stage.engine({ change: () => ({ keepParts: async () => false }) }).sendDue();
  expect(stage.pds.posts.size).toBe(1);
  stage.pass({ seconds: 61 });
  const other = stage.engine();
  await other.sendDue();
  stage.pass({ minutes: 1 });
  await other.sendDue();
  const done = await stage.delivery(post);
  expect(done.state).toBe('published');
  expect(stage.pds.posts.size).toBe(done.parts.length);
});

test('an agent that is closed before the call gives the post back', async () => {
  const gate = waiting('prepare');
  const post = await stage.addPost('bluesky');
  const engine = stage.engine({ wrap: gate.wrap });
  await engine.look();
  await gate.reached;
  const closed = engine.close();
  gate.go();
  await closed;
  expect(await stage.delivery(post)).toMatchObject({ state: 'pending' });
  await stage.engine().sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});

test('an agent that is closed in the middle of the call lets it end', async () => {
  const answered = deferred<void>();
  const arrived = deferred<void>();
  stage.pds.fault(PUT, async (_, response, next) => {
    const { status, body } = await next();
    arrived.resolve();
    await answered.promise;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const post = await stage.addPost('bluesky');
  const engine = stage.engine();
  await engine.look();
  await arrived.promise;
  const closed = engine.close();
  answered.resolve();
  await closed;
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});

test('an agent that ends before the answer leaves a post that the next one reads back', async () => {
  const arrived = deferred<void>();
  stage.pds.fault(PUT, async (_, __, next) => {
    await next();
    arrived.resolve();
  });
  const post = await stage.addPost('bluesky');
  const engine = stage.engine();
  await engine.look();
  await arrived.promise;
  await engine.close();
  expect(await stage.delivery(post)).toMatchObject({ state: 'publishing' });
  stage.pass({ seconds: 61 });
  await stage.engine().sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
  expect(stage.pds.called().filter((name) => name === 'putRecord')).toHaveLength(1);
});
