import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Session } from '../../../../../server/features/publishing/publisher.ts';
import { deferred } from '../../../../helpers/deferred.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

const stage = publishingStage();
const THREAD = Array.from({ length: 40 }, (_, n) => `Sentence number ${n} of a long post.`).join(' ');

/** Freezes at a step of sending, until it is let go. */
function frozen(step: 'before the call' | 'after the first part') {
  const reached = deferred<void>();
  const go = deferred<void>();
  const freeze = async () => {
    reached.resolve();
    await go.promise;
  };
  const wrap = (session: Session): Session => ({
    ...session,
    async prepare(post) {
      const prepared = await session.prepare(post);
      return {
        async publish(known, onPart, sentAt) {
          if (step === 'before the call') await freeze();
          return prepared.publish(
            known,
            async (part) => {
              if (step === 'after the first part') await freeze();
              await onPart(part);
            },
            sentAt,
          );
        },
      };
    },
  });
  return { wrap, reached: reached.promise, go: () => go.resolve() };
}

test.each(['after the first part', 'before the call'] as const)(
  'an agent that freezes %s is replaced by another within 3 minutes, and sends nothing when it wakes up',
  async (step) => {
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
    const gate = frozen(step);
    const post = await stage.addPost('bluesky', step === 'before the call' ? {} : { caption: THREAD });
    const sleeper = stage.engine({ wrap: gate.wrap });
    const sent = sleeper.sendDue();
    await gate.reached;
    const heir = stage.engine({ agentId: agents.heir });
    let seconds = 0;
    while ((await stage.delivery(post)).state !== 'published') {
      expect(seconds, 'seconds until it is published').toBeLessThan(180);
      stage.pass({ seconds: 20 });
      seconds += 20;
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
  },
);
