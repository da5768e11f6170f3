import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, HOUR_MS } from '../helpers/claims.ts';
import { publishingRows } from '../helpers/publishing-rows.ts';
import { openSides, type Side, type Sides } from './sides.ts';

/**
 * Each kind of work that agents claim, as a member and with the secret key, in the pushed project and in the embedded
 * backend. Everything else about each function is tested on both by its own tests (see the suites in vitest.config.ts).
 */

let sides: Sides;
beforeAll(async () => {
  sides = await openSides();
});
afterAll(() => sides?.close());

const MOST = 6;
type Asking = {
  rows: ReturnType<typeof publishingRows>;
  call<T>(name: string, args: object): Promise<T>;
  insert(table: string, rows: object[]): Promise<{ id: string }[]>;
};
type Kind = {
  /** Creates MOST pieces of work for the agent. */
  prepare(by: Asking, agent: string): Promise<unknown>;
  claim: string;
  /** The calls of an owner whose lease has expired and passed to another, and how each is refused. */
  late: [name: string, args: (id: string) => object, refusal: unknown][];
};

const many = <T>(make: (index: number) => T): T[] => Array.from({ length: MOST }, (_, index) => make(index));
const inTurn = async (count: number, work: () => Promise<unknown>) => {
  for (let done = 0; done < count; done++) await work();
};

const KINDS: Record<string, Kind> = {
  'due posts': {
    async prepare({ rows }, agent) {
      await inTurn(MOST, async () => {
        const { id } = await rows.addAccount(agent);
        await rows.addPost(['twitter'], { accounts: [id] });
      });
      await rows.open();
    },
    claim: 'claim_due_deliveries',
    late: [
      ['renew_delivery', (delivery) => ({ delivery, lease_seconds: 60 }), false],
      ['begin_publishing', (delivery) => ({ delivery, lease_seconds: 60, outgoing: { parts: [], media: [] } }), false],
      ['keep_delivery_parts', (delivery) => ({ delivery, parts: [{ remoteId: '1', url: 'u' }] }), false],
      ['finish_delivery', (delivery) => ({ delivery, state: 'published' }), false],
      ['release_delivery', (delivery) => ({ delivery }), false],
    ],
  },
  'posts that are handed over early': {
    async prepare({ rows }, agent) {
      await inTurn(MOST, async () => {
        const account = await rows.addAccount(agent, 'mastodon');
        await rows.member().from('social_accounts').update({ hand_over_hours: 24 }).eq('id', account.id).throwOnError();
        await rows.addPost(['mastodon'], { accounts: [account.id], time: at(2 * HOUR_MS) });
      });
    },
    claim: 'claim_early_deliveries',
    late: [
      [
        'begin_handing_over',
        (delivery) => ({ delivery, lease_seconds: 60, outgoing: {}, until: at(2 * HOUR_MS) }),
        false,
      ],
      ['finish_delivery', (delivery) => ({ delivery, state: 'failed' }), false],
    ],
  },
  replies: {
    async prepare({ rows, insert, call }, agent) {
      await inTurn(MOST, async () => {
        const { id: account_id, platform } = await rows.addAccount(agent);
        const comment = { account_id, platform, remote_id: randomUUID(), can: ['reply'], written_at: at() };
        const [made] = await insert('post_comments', [comment]);
        await call('open_reply', { reply: randomUUID(), comment: made?.id, words: 'Thanks', at: at() });
      });
    },
    claim: 'claim_replies',
    late: [
      ['begin_reply', (reply) => ({ reply }), false],
      ['finish_reply', (reply) => ({ reply, state: 'sent', is_absent: false, log: {} }), false],
    ],
  },
  'events for webhooks': {
    async prepare({ insert }, agent_id) {
      const hook = { url: 'http://localhost:9/', events: ['post.published'], agent_id };
      const hooks = await insert(
        'webhooks',
        many((index) => ({ ...hook, name: `Hook ${index}` })),
      );
      const event = { event_id: randomUUID(), type: 'post.published', body: {}, next_at: at() };
      await insert(
        'webhook_deliveries',
        hooks.map(({ id }) => ({ ...event, webhook_id: id })),
      );
    },
    claim: 'claim_webhook_deliveries',
    late: [['finish_webhook_delivery', (delivery) => ({ delivery, outcome: 'delivered' }), 'lost']],
  },
};

describe.for(['hosted', 'here'] as const)('%s', (name) =>
  describe.for(['member', 'service'] as const)('as %s', (caller) => {
    it.for(Object.entries(KINDS))('%s', async ([, { prepare, claim, late }]) => {
      const by = askingOf(sides[name], caller);
      const agent = randomUUID();
      await prepare(by, agent);
      const claimed = async (owner: string, when: string) =>
        (await by.call<{ id: string }[]>(claim, { owner, agent, lease_seconds: 60, most: MOST, at: when })).map(
          ({ id }) => id,
        );
      const silent = randomUUID();
      const first = await Promise.all([claimed(silent, at()), claimed(randomUUID(), at())]);
      const handed = [...first.flat(), ...(await claimed(randomUUID(), at()))];
      expect(new Set(handed).size, 'each once').toBe(handed.length);
      expect(handed).toHaveLength(MOST);
      expect(await claimed(randomUUID(), at(60_000)), 'while the leases stand').toEqual([]);
      const heir = randomUUID();
      expect((await claimed(heir, at(61_000))).sort()).toEqual(handed.sort());
      const id = String(first[0]?.[0] ?? handed[0]);
      for (const [call, args, refusal] of late)
        expect([call, await by.call(call, { ...args(id), owner: silent, ...timeOf(call) })]).toEqual([call, refusal]);
    });
  }),
);

/** Functions that depend only on the lease take no time. */
const timeOf = (call: string) => (call === 'keep_delivery_parts' ? {} : { at: at(62_000) });

function askingOf(side: Side, caller: 'member' | 'service'): Asking {
  const member = side.client(caller);
  const client = member as unknown as SupabaseClient;
  const call = async <T>(name: string, args: object): Promise<T> =>
    (await client.rpc(name, args).throwOnError()).data as T;
  return {
    rows: publishingRows({ member, call }),
    call,
    insert: async (table, rows) => (await client.from(table).insert(rows).select('id').throwOnError()).data ?? [],
  };
}
