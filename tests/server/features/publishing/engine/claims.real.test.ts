import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Session } from '../../../../../server/features/publishing/publisher.ts';
import { sql } from '../../../../../server/supabase/sql/template.ts';
import { databaseOf } from '../../../../helpers/database.ts';
import { deferred } from '../../../../helpers/deferred.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

const stage = publishingStage();
const PUT = 'com.atproto.repo.putRecord';

type Step = 'prepare' | 'after the first part';

/** A session that pauses at a step of sending until `go` is called. */
function waiting(step: Step) {
  const reached = deferred<void>();
  const go = deferred<void>();
  const pauseAt = async (at: Step) => {
    if (at !== step) return;
    reached.resolve();
    await go.promise;
  };
  const wrap = (session: Session): Session => ({
    ...session,
    async prepare(post) {
      await pauseAt('prepare');
      const prepared = await session.prepare(post);
      return {
        async publish(known, onPart, sentAt) {
          const keep: typeof onPart = async (part) => {
            await pauseAt('after the first part');
            await onPart(part);
          };
          return prepared.publish(known, keep, sentAt);
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

test('a process that slept claims nothing that it still has: the run under way ends first', async () => {
  const gate = waiting('prepare');
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
});

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

const THREAD = Array.from({ length: 40 }, (_, n) => `Sentence number ${n} of a long post.`).join(' ');

test('an agent that freezes in a thread is replaced by another within 3 minutes, and sends nothing when it wakes up', async () => {
  const account = stage.accounts.bluesky;
  const { data: channel } = await stage.admin.from('channels').select('agent_id').eq('account_id', account).single();
  const agents = { sleeper: channel?.agent_id ?? '', heir: randomUUID() };
  const run = randomUUID();
  const beat = async (agent: string, name: string) => {
    const known = { agent, run, at: stage.now().toString() };
    const capabilities = { logins: [account] };
    const args = { ...known, known: [], elsewhere: false, name, version: '1', capabilities };
    await stage.admin.rpc('register_agent', args).throwOnError();
    return stage.admin.rpc('beat_agent', known).throwOnError();
  };
  await beat(agents.sleeper, 'Studio');
  const holder = { account_id: account, agent_id: agents.heir, held_at: stage.now().toString() };
  await stage.admin.from('channel_holders').insert(holder).throwOnError();
  const gate = waiting('after the first part');
  const post = await stage.addPost('bluesky', { caption: THREAD });
  const sleeper = stage.engine({ wrap: gate.wrap });
  const sent = sleeper.sendDue();
  await gate.reached;
  const heir = stage.engine({ agentId: agents.heir });
  let seconds = 0;
  while ((await stage.delivery(post)).state !== 'published') {
    expect(seconds, 'seconds until it is published').toBeLessThan(180);
    stage.pass({ seconds: 30 });
    seconds += 30;
    await beat(agents.heir, 'Server');
    await heir.sendDue();
  }
  const standing = stage.pds.posts.size;
  gate.go();
  await sent;
  await sleeper.sendDue();
  const done = await stage.delivery(post);
  expect(done).toMatchObject({ state: 'published', generation: 1 });
  expect([standing, stage.pds.posts.size]).toEqual([done.parts.length, done.parts.length]);
});
