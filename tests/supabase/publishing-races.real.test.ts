import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SqlClient } from '../../server/supabase/sql/client.ts';
import { Sql, sql } from '../../server/supabase/sql/template.ts';
import type { PostDeliveriesRow, SocialAccountsRow } from '../../shared/workspace/database.ts';
import { at, claimsBackend, HOUR_MS } from '../helpers/claims.ts';
import { databaseOf } from '../helpers/database.ts';
import { isFull } from '../helpers/depth.ts';
import { publishingRows } from '../helpers/publishing-rows.ts';

/** Random concurrent actions of two agents and several users on a few posts and accounts, with a fake platform. */

const claims = claimsBackend();
const rows = publishingRows(claims);
const AGENTS = [randomUUID(), randomUUID()];
const SEED = 20261122;

let database: SqlClient;
beforeAll(() => {
  database = databaseOf(claims.backend.dataDir);
});
afterAll(() => database?.close());

/** How often each delivery was published, and the leases that agents believe they hold. */
let sent: Map<string, number>;
let held: { delivery: string; owner: string; step: 'prepared' | 'called' | 'reading'; until: number }[];
let accounts: SocialAccountsRow[];
let clock: number;

const now = () => at(clock);
const read = async (table: string) =>
  (await database.rows<{ id: string }>(new Sql([`select id from public.${table} order by created_at, id`], []))).map(
    ({ id }) => id,
  );
const pick = <T>(list: T[], n: number): T | undefined => list[n % list.length];
const send = (delivery: string) => sent.set(delivery, (sent.get(delivery) ?? 0) + 1);

function hold(claimed: PostDeliveriesRow[], owner: string, step: 'prepared' | 'reading') {
  for (const { id } of claimed) held.push({ delivery: id, owner, step, until: clock + 60_000 });
}

/** The actions of agents, and their crashes. */
const AGENT_ACTIONS = {
  open: () => rows.open(now(), at(clock - HOUR_MS)),
  async claim(n: number) {
    const owner = randomUUID();
    const claimed = await rows.claim(String(pick(AGENTS, n)), owner, 1 + (n % 3), now());
    hold(claimed, owner, 'prepared');
  },
  async lost(n: number) {
    const owner = randomUUID();
    hold(await rows.lost(String(pick(AGENTS, n)), owner, now()), owner, 'reading');
  },
  /** Advances a held delivery by a step: the publishing call, whose response may be lost, or the end. */
  async step(n: number) {
    const [mine] = held.splice(n % Math.max(1, held.length), 1);
    if (!mine) return;
    const { delivery, owner } = mine;
    const found = await rows.deliveryIfAny(delivery);
    const end = (state: PostDeliveriesRow['state'], more: object = {}) =>
      rows.finish(delivery, owner, state, { at: now(), waits_for: state === 'waiting' ? 'reconnect' : null, ...more });
    // A delivery that may have been sent already is read back first, even when it is sent again.
    if (mine.step === 'prepared' && !(found?.outgoing && sent.has(delivery))) {
      if (n % 5 === 0) return end(n % 2 ? 'failed' : 'pending', { retry_after: now() });
      if (!(await rows.begin(delivery, owner, now()))) return;
      if (n % 7 !== 0) send(delivery);
      held.push({ ...mine, step: 'called', until: clock + 60_000 });
      return;
    }
    if (mine.step === 'prepared' && !(await rows.begin(delivery, owner, now()))) return;
    if (n % 6 === 0) return end('needs_review', { error_class: 'unknown' });
    if (n % 6 === 1) return end('publishing', { retry_after: at(clock + 1000) });
    if (sent.has(delivery)) return end('published', { parts: [{ remoteId: '1', url: 'https://x.example/1' }] });
    return end((['failed', 'pending', 'waiting', 'cancelled'] as const)[n % 4] ?? 'failed', {
      error_class: 'transient',
    });
  },
  crash: async (n: number) => void held.splice(n % Math.max(1, held.length), 1),
  async wait(n: number) {
    clock += (n % 5) * 20_000;
  },
};

const CHANNEL_STATES = ['ready', 'reconnect', 'ready'] as const;

/** The actions of users. */
const PEOPLE_ACTIONS = {
  async add(n: number) {
    const time = at(clock - (n % 3) * HOUR_MS);
    const content = n % 4 ? undefined : pick(await read('generated_content'), n);
    if (content) await claims.call('schedule_content', { content, moment: time });
    else if ((await read('scheduled_posts')).length < 6)
      await rows.addPost(n % 3 ? ['twitter'] : ['twitter', 'tiktok'], { time });
  },
  async retry(n: number) {
    await rows.retry(pick(await read('post_deliveries'), n) ?? randomUUID());
  },
  async cancel(n: number) {
    await rows.cancel(pick(await read('post_deliveries'), n) ?? randomUUID());
  },
  async mark(n: number) {
    const id = pick(await read('post_deliveries'), n) ?? randomUUID();
    const seen = await rows.deliveryIfAny(id);
    if ((await rows.mark(id, { at: now() })) === 'done' && seen?.waits_for === 'by_hand' && !sent.has(id)) send(id);
  },
  async cancelPost(n: number) {
    await rows.cancelPost(pick(await read('scheduled_posts'), n) ?? randomUUID());
  },
  async restorePost(n: number) {
    await rows.restorePost(pick(await read('scheduled_posts'), n) ?? randomUUID(), now());
  },
  async publish(n: number) {
    await claims.call('publish_post', { post: pick(await read('scheduled_posts'), n) ?? randomUUID(), at: now() });
  },
  async edit(n: number) {
    const content = pick(await read('generated_content'), n) ?? randomUUID();
    await claims.member
      .from('generated_content')
      .update({ caption: String(n) })
      .eq('id', content)
      .throwOnError();
  },
  async connect(n: number) {
    const state = CHANNEL_STATES[n % 3] ?? 'ready';
    await rows.connect(accounts[n % 2] as SocialAccountsRow, String(pick(AGENTS, n >> 2)), {
      state,
      is_paused: n % 9 === 0,
    });
  },
  disconnect: (n: number) => rows.disconnect(accounts[n % 2] as SocialAccountsRow),
  remove: (n: number) => rows.remove(accounts[n % 2]),
  bringBack: (n: number) => rows.bringBack(accounts[n % 2]),
  async deleteContent(n: number) {
    const content = pick(await read('generated_content'), n) ?? randomUUID();
    // A member's own tool does not check whether it is being published.
    if (n % 2) await claims.call('delete_content', { content });
    else await claims.member.from('generated_content').delete().eq('id', content).throwOnError();
  },
  async restoreContent(n: number) {
    const { data } = await claims.member.from('content_bin').select('id').order('id').throwOnError();
    await claims.call('restore_content', { content: pick(data, n)?.id ?? randomUUID() });
  },
};

const ACTIONS = { ...AGENT_ACTIONS, ...PEOPLE_ACTIONS };
type Action = keyof typeof ACTIONS;

/** Allowed errors: content is being published, or its rows were just deleted or restored by someone else. */
const ALLOWED = ['55006', '23503', '23505'];

async function act(action: Action, n: number): Promise<void> {
  try {
    await ACTIONS[action](n);
  } catch (error) {
    const { code } = error as { code?: string };
    if (!code || !ALLOWED.includes(code))
      throw new Error(`${action}: ${code} ${(error as Error).message}`, { cause: error });
  }
}

/** All inconsistencies, one row each. */
async function faults() {
  return database.rows(sql`
    select 'status of a post' as fault, p.status as has, private.post_status(p.id) as wants from public.scheduled_posts p
      where p.status in ('publishing', 'needs_review', 'failed', 'published') and p.status <> private.post_status(p.id)
    union all
    select 'status of a content', c.status, private.content_status(c.id) from public.generated_content c
      where c.status <> private.content_status(c.id)
    union all
    select 'open in a post that is not', d.state, p.status
      from public.post_deliveries d join public.scheduled_posts p on p.id = d.scheduled_post_id
      where p.status in ('scheduled', 'cancelled') and d.state not in ('cancelled', 'published', 'failed')
    union all
    select 'lease', d.state, d.lease_until::text from public.post_deliveries d
      where (d.state in ('preparing', 'publishing')) <> (d.lease_until is not null)
    union all
    select 'two at once', d.account_id::text, count(*)::text from public.post_deliveries d
      where d.lease_until >= ${now()} and d.attempts -> -1 ->> 'kind' = 'publish' group by d.account_id having count(*) > 1`);
}

/** The deliveries that no agent can continue, after an agent's check. */
async function stranded() {
  return database.rows(sql`
    select d.state, d.account_id, d.removed_account_id, c.state as channel
    from public.post_deliveries d left join public.channels c on c.account_id = d.account_id
    where (d.state = 'pending' or (d.state = 'preparing' and d.lease_until < ${now()})) and c.state is distinct from 'ready'`);
}

async function begin() {
  await rows.clear();
  await database.rows(sql`delete from public.content_bin`);
  [sent, held, clock] = [new Map(), [], 0];
  accounts = [await rows.addAccount(AGENTS[0] ?? null), await rows.addAccount(AGENTS[1] ?? null)];
}

/** Lets agents and users finish or cancel all deliveries. */
async function bringToAnEnd() {
  clock += 2 * HOUR_MS;
  for (let round = 0; round < 40; round++) {
    await act('open', 0);
    for (const n of [0, 1]) await act('lost', n);
    for (const n of [0, 1]) await act('claim', n + 2);
    if (held.length === 0) break;
    while (held.length > 0) await act('step', 2);
    clock += 61_000;
  }
  for (const id of await read('post_deliveries')) await rows.cancel(id);
}

const batches = fc.array(
  fc.array(
    fc.tuple(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...(Object.keys(AGENT_ACTIONS) as Action[])) },
        { weight: 2, arbitrary: fc.constantFrom(...(Object.keys(PEOPLE_ACTIONS) as Action[])) },
      ),
      fc.nat(10_000),
    ),
    { minLength: 2, maxLength: 5 },
  ),
  isFull ? { minLength: 20, maxLength: 30 } : { minLength: 10, maxLength: 12 },
);

test(
  'whatever agents and people do at once, nothing is published twice, stuck, or said to be what it is not',
  () =>
    fc.assert(
      fc.asyncProperty(batches, async (all) => {
        await begin();
        for (const n of [1, 2, 3]) await act('add', n);
        for (const batch of all) {
          await Promise.all(batch.map(([action, n]) => act(action, n)));
          expect([...(await faults())], JSON.stringify(batch)).toEqual([]);
        }
        await act('open', 0);
        expect([...(await stranded())]).toEqual([]);
        await bringToAnEnd();
        expect([...(await faults())]).toEqual([]);
        const { data } = await claims.member.from('scheduled_posts').select('status').throwOnError();
        for (const { status } of data) expect(['published', 'failed', 'cancelled', 'scheduled']).toContain(status);
        for (const [delivery, times] of sent) expect(times, delivery).toBe(1);
      }),
      {
        seed: Number(process.env.RACES_SEED ?? SEED),
        numRuns: Number(process.env.RACES_RUNS ?? (isFull ? 4 : 2)),
        endOnFailure: true,
      },
    ),
  120_000,
);

test('no two of them wait for each other for good', async () => {
  await begin();
  for (let round = 0; round < (isFull ? 6 : 2); round++) {
    for (const account of accounts) await rows.connect(account, AGENTS[0] ?? '').catch(() => rows.bringBack(account));
    for (const n of [1, 2, 4, 5]) await act('add', n);
    const all = Object.keys(ACTIONS) as Action[];
    await Promise.all([...all, ...all, ...all].map((action, n) => act(action, n * 7 + round)));
  }
  expect([...(await faults())]).toEqual([]);
});
