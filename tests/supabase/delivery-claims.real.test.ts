import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { DeliveryState, PostDeliveriesRow, SocialAccountsRow } from '../../shared/workspace/database.ts';
import { at, atOnce, claimsBackend, HOUR_MS, ROUNDS } from '../helpers/claims.ts';
import { publishingRows } from '../helpers/publishing-rows.ts';

const claims = claimsBackend();
const rows = publishingRows(claims);
const { open, claim, lost, begin, finish } = rows;

/** The lease that the claims of these tests take, in ms. */
const LEASE_MS = 60_000;

let agent: string;
beforeEach(async () => {
  await rows.clear();
  agent = randomUUID();
});

const renew = (delivery: string | undefined, owner: string, when: string) =>
  claims.call<boolean>('renew_delivery', { delivery, owner, lease_seconds: 60, at: when });
const statusOf = async (post: string) => (await rows.post(post)).status;
const accountsOf = (deliveries: PostDeliveriesRow[]) => deliveries.map(({ account_id }) => account_id).sort();

/** An account with a channel of the agent, and a post that is open. */
async function openPost(): Promise<{ account: SocialAccountsRow; post: string }> {
  const account = await rows.addAccount(agent);
  const post = await rows.addPost(['twitter']);
  await open();
  return { account, post };
}

it('hands out each delivery to one owner, one of an account at a time', async () => {
  const accounts = await Promise.all(Array.from({ length: 4 }, () => rows.addAccount(agent)));
  const posts = await Promise.all(Array.from({ length: 3 }, (_, n) => rows.addPost(['twitter'], { time: at(n - 9) })));
  expect(await open()).toBe(3);
  const all: string[] = [];
  for (const post of posts) {
    const handed: PostDeliveriesRow[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      handed.push(...(await atOnce((owner) => claim(agent, owner, 3))).flat());
    }
    expect(accountsOf(handed), 'in order of the timeline').toEqual(accounts.map(({ id }) => id).sort());
    expect(
      handed.every((row) => row.scheduled_post_id === post && row.state === 'preparing' && row.attempt === 1),
    ).toBe(true);
    all.push(...handed.map(({ id }) => id));
    await Promise.all(handed.map(({ id, lease_owner }) => finish(id, String(lease_owner), 'published')));
  }
  expect([new Set(all).size, new Set(await Promise.all(posts.map(statusOf)))]).toEqual([12, new Set(['published'])]);
});

it("hands out what the agent's own channels can send, and nothing else", async () => {
  const [paused, late] = [await rows.addAccount(agent), await rows.addAccount(agent)];
  const own = await rows.addAccount(agent);
  await rows.addAccount(randomUUID());
  await rows.connect(paused, agent, { is_paused: true });
  await rows.addPost(['twitter']);
  await open();
  await claims.member.from('channels').update({ state: 'reconnect' }).eq('account_id', late.id).throwOnError();
  expect(accountsOf(await claim(agent, randomUUID()))).toEqual([own.id]);
  await rows.connect(paused, agent, { is_paused: false });
  await rows.connect(late, agent);
  expect(accountsOf(await claim(agent, randomUUID()))).toEqual([paused.id, late.id].sort());
});

it('hands out nothing before a pause is over', async () => {
  const { post } = await openPost();
  const owner = randomUUID();
  const [delivery] = await claim(agent, owner);
  await finish(delivery?.id, owner, 'pending', { error_class: 'transient', retry_after: at(1000) });
  expect([await statusOf(post), await claim(agent, owner, 10, at(999))]).toEqual(['publishing', []]);
  expect(await claim(agent, owner, 10, at(1000))).toMatchObject([{ id: delivery?.id, attempt: 2 }]);
});

it('passes to the next owner what was only prepared, and the call is not the first owner’s any more', async () => {
  await openPost();
  const [silent, next] = [randomUUID(), randomUUID()];
  const [delivery] = await claim(agent, silent);
  const over = at(LEASE_MS + 1);
  expect([await begin(delivery?.id, silent, over), await claim(agent, next, 1, at(LEASE_MS))]).toEqual([false, []]);
  expect(await claim(agent, next, 1, over)).toMatchObject([{ id: delivery?.id, lease_owner: next }]);
  expect([await begin(delivery?.id, silent, over), await renew(delivery?.id, silent, over)]).toEqual([false, false]);
  expect(await finish(delivery?.id, silent, 'failed')).toBe(false);
  expect(await renew(delivery?.id, next, at(2 * LEASE_MS))).toBe(true);
  expect(await begin(delivery?.id, next, at(3 * LEASE_MS))).toBe(true);
  expect(await begin(delivery?.id, next, at(3 * LEASE_MS))).toBe(false);
  const parts = [{ remoteId: '17', url: 'https://x.example/17' }];
  expect(await finish(delivery?.id, next, 'published', { parts })).toBe(true);
  expect(await rows.delivery(delivery?.id)).toMatchObject({ parts, remote_url: parts[0]?.url, by_hand: false });
});

it('extends no claim that has expired, though nobody has taken it over', async () => {
  await openPost();
  const owner = randomUUID();
  const [delivery] = await claim(agent, owner);
  expect(await renew(delivery?.id, owner, at(LEASE_MS))).toBe(true);
  expect(await renew(delivery?.id, owner, at(2 * LEASE_MS + 1))).toBe(false);
  expect(await begin(delivery?.id, owner, at(2 * LEASE_MS + 1))).toBe(false);
});

it('hands nothing to an owner that he still has under way, nor anything else of its account', async () => {
  await openPost();
  await rows.addPost(['twitter'], { time: at(1) });
  await open(at(1));
  const owner = randomUUID();
  const [delivery] = await claim(agent, owner);
  const again = (name: string, under_way: string[], when = at(LEASE_MS + 1)) =>
    claims.call<PostDeliveriesRow[]>(name, { owner, agent, lease_seconds: 60, most: 9, under_way, at: when });
  const id = String(delivery?.id);
  expect([await again('claim_due_deliveries', [id]), await begin(id, owner)]).toEqual([[], true]);
  expect([await again('claim_due_deliveries', [id]), await again('claim_lost_deliveries', [id])]).toEqual([[], []]);
  expect(await again('claim_lost_deliveries', [])).toMatchObject([{ id }]);
});

it('keeps what stands on the platform, for the owner alone and only while it is published', async () => {
  await openPost();
  const owner = randomUUID();
  const [delivery] = await claim(agent, owner);
  const parts = [{ remoteId: '17', url: 'https://x.example/17' }];
  const keep = (who: string) => claims.call('keep_delivery_parts', { delivery: delivery?.id, owner: who, parts });
  expect(await keep(owner)).toBe(false);
  await begin(delivery?.id, owner);
  expect([await keep(randomUUID()), await keep(owner)]).toEqual([false, true]);
  expect(await rows.delivery(delivery?.id)).toMatchObject({ parts, outgoing: { parts: ['A loaf'], media: [] } });
});

it('hands what may have gone out to one who reads it back, never as due', async () => {
  const { account, post } = await openPost();
  const [silent, other] = [randomUUID(), randomUUID()];
  const [delivery] = await claim(agent, silent);
  expect(await begin(delivery?.id, silent)).toBe(true);
  expect(await claim(agent, randomUUID(), 10, at(HOUR_MS))).toEqual([]);
  expect(await lost(agent, randomUUID(), at(LEASE_MS))).toEqual([]);
  expect(await lost(other, randomUUID(), at(LEASE_MS + 1)), 'is for the agent with the token').toEqual([]);
  const found = (await atOnce((owner) => lost(agent, owner, at(LEASE_MS + 1)))).flat();
  expect(found).toMatchObject([{ id: delivery?.id, state: 'publishing', attempt: 1 }]);
  const reader = String(found[0]?.lease_owner);
  const later = { at: at(LEASE_MS + 2), retry_after: at(HOUR_MS) };
  expect(await finish(delivery?.id, reader, 'publishing', later), 'to be read back later').toBe(true);
  expect(await lost(agent, reader, at(HOUR_MS - 1))).toEqual([]);
  await rows.remove(account);
  expect(await lost(other, other, at(HOUR_MS)), 'of a removed account anyone may').toMatchObject([
    { id: delivery?.id },
  ]);
  expect(await finish(delivery?.id, other, 'needs_review', { error_class: 'unknown' })).toBe(true);
  expect(await statusOf(post)).toBe('needs_review');
});

it('keeps each attempt with its end, the latest 30', async () => {
  await openPost();
  const owner = randomUUID();
  let id: string | undefined;
  for (let n = 0; n < 33; n++) {
    id = (await claim(agent, owner, 1, at(n)))[0]?.id;
    await finish(id, owner, 'pending', { at: at(n), log: { errorClass: 'transient', words: `Try ${n}` } });
  }
  await claim(agent, owner, 1, at(99));
  await claim(agent, owner, 1, at(99 + LEASE_MS + 1));
  const { attempts } = await rows.delivery(id);
  expect(attempts).toHaveLength(30);
  expect(attempts[0]).toMatchObject({ kind: 'publish', state: 'pending', errorClass: 'transient', words: 'Try 5' });
  expect(attempts.at(-3)).toMatchObject({ words: 'Try 32', endedAt: expect.any(String) });
  expect(attempts.slice(-2), 'one was cut off, and one is under way').toEqual([
    { kind: 'publish', startedAt: expect.any(String) },
    { kind: 'publish', startedAt: expect.any(String) },
  ]);
});

it('does not publish a post that was cancelled, nor one that a tool took out of the timeline', async () => {
  for (const take of [
    (post: string) => rows.cancelPost(post),
    (post: string) =>
      claims.member.from('scheduled_posts').update({ status: 'cancelled' }).eq('id', post).throwOnError(),
  ]) {
    await rows.clear();
    const { post } = await openPost();
    const owner = randomUUID();
    const [delivery] = await claim(agent, owner);
    await take(post);
    expect([await begin(delivery?.id, owner), await claim(agent, owner, 10, at(HOUR_MS))]).toEqual([false, []]);
    await open(at(HOUR_MS));
    expect([(await rows.delivery(delivery?.id)).state, await statusOf(post)]).toEqual(['cancelled', 'cancelled']);
  }
});

it.each([
  [['published', 'published'], 'published', 'published'],
  [['published', 'pending'], 'publishing', 'scheduled'],
  [['published', 'failed'], 'failed', 'failed'],
  [['failed', 'needs_review'], 'needs_review', 'scheduled'],
  [['published', 'waiting'], 'needs_review', 'scheduled'],
  [['published', 'cancelled'], 'published', 'published'],
  [['cancelled', 'cancelled'], 'cancelled', 'draft'],
] as [DeliveryState[], string, string][])(
  'ends of %j make the post %s and its content %s',
  async (ends, status, content) => {
    await rows.addAccount(agent);
    const { post } = await openPost();
    const owner = randomUUID();
    const claimed = await claim(agent, owner);
    expect(claimed).toHaveLength(2);
    await Promise.all(
      claimed.map(({ id }, n) =>
        finish(id, owner, ends[n] ?? 'failed', { waits_for: ends[n] === 'waiting' ? 'late' : null }),
      ),
    );
    expect(await rows.post(post)).toMatchObject({ status, generated_content: { status: content } });
  },
);

it('ends by an end only', () =>
  expect(finish(randomUUID(), randomUUID(), 'preparing')).rejects.toMatchObject({ code: '22023' }));
