import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryState, PostDeliveriesRow, SocialAccountsRow } from '../../shared/workspace/database.ts';
import { at, atOnce, claimsBackend, HOUR_MS, ROUNDS } from '../helpers/claims.ts';
import { publishingRows } from '../helpers/publishing-rows.ts';

const claims = claimsBackend();
const rows = publishingRows(claims);
const { open, claim, lost, begin, finish } = rows;

/** The duration of leases in these tests, in ms. */
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

/** An account with a channel of the agent, and a post with open deliveries. */
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
  // For every writer of the row, stored parts cannot be replaced, and only later ones are added.
  const other = { remoteId: '18', url: 'https://x.example/18' };
  const write = async (next: object[]) => {
    const row = { parts: next as typeof parts };
    await claims.member.from('post_deliveries').update(row).eq('id', String(delivery?.id)).throwOnError();
    return (await rows.delivery(delivery?.id)).parts;
  };
  expect([await write([]), await write([other])]).toEqual([parts, parts]);
  expect(await write([other, other])).toEqual([...parts, other]);
  const all = [...parts, other];
  await finish(delivery?.id, owner, 'pending', { error_class: 'rate_limit', parts: all });
  expect(await rows.cancel(delivery?.id)).toBe('done');
  expect(await rows.delivery(delivery?.id)).toMatchObject({ state: 'cancelled', parts: all, remote_url: all[0]?.url });
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

describe('a post goes', () => {
  const labels = new Map<string | null, string>([[null, 'nobody']]);
  const named = async (label: string, made: Promise<SocialAccountsRow>) => {
    const account = await made;
    labels.set(account.id, label);
    return account;
  };
  const destinations = async (platforms: string[], accounts: string[] | null = null) => {
    const found = await claims.call<{ platform: string; account_id: string | null; agent_id: string | null }[]>(
      'destinations',
      { platforms, accounts },
    );
    return found
      .map((row) => `${row.platform} ${labels.get(row.account_id)} ${row.agent_id ? 'sent' : 'by hand'}`)
      .sort();
  };

  it('to every connected account of its platforms, else to each account by hand, else by hand without an account', async () => {
    await named('a', rows.addAccount(agent));
    await named('b', rows.addAccount(agent));
    await named('c', rows.addAccount(null));
    await named('d', rows.addAccount(null, 'linkedin'));
    await named('e', rows.addAccount(null, 'linkedin'));
    expect(await destinations(['twitter', 'linkedin', 'tiktok', 'tiktok'])).toEqual([
      'linkedin d by hand',
      'linkedin e by hand',
      'tiktok nobody by hand',
      'twitter a sent',
      'twitter b sent',
    ]);
    expect(await destinations([])).toEqual([]);
  });

  it('to the chosen accounts, by hand where they are not connected, and by hand without one when all are gone', async () => {
    const a = await named('a', rows.addAccount(agent));
    const c = await named('c', rows.addAccount(null));
    const d = await named('d', rows.addAccount(agent, 'linkedin'));
    const both = ['twitter', 'linkedin'];
    expect(await destinations(both, [a.id])).toEqual(['twitter a sent']);
    expect(await destinations(both, [c.id, d.id])).toEqual(['linkedin d sent', 'twitter c by hand']);
    expect(await destinations([...both, 'tiktok'], [a.id])).toEqual(['tiktok nobody by hand', 'twitter a sent']);
    await rows.remove(c);
    expect(await destinations(both, [c.id, d.id])).toEqual(['linkedin d sent']);
    expect(await destinations(both, [c.id])).toEqual(['linkedin nobody by hand', 'twitter nobody by hand']);
  });

  it('where the view of scheduled posts says', async () => {
    const account = await rows.addAccount(agent);
    const post = await rows.addPost(['twitter', 'tiktok']);
    const seen = async () =>
      (await claims.member.from('post_destinations').select().eq('post_id', post).order('platform').throwOnError())
        .data;
    expect(await seen()).toMatchObject([
      { platform: 'tiktok', account_id: null, agent_id: null },
      { platform: 'twitter', account_id: account.id, agent_id: agent },
    ]);
    await open();
    expect(await seen()).toEqual([]);
    const made = (await rows.deliveries(post)).map(({ platform, account_id }) => `${platform} ${account_id}`).sort();
    expect(made).toEqual(['tiktok null', `twitter ${account.id}`]);
  });
});

describe('opening', () => {
  const stateOf = async (post: string) =>
    (await rows.deliveries(post)).map(({ state, waits_for }) => waits_for ?? state).sort();

  it('makes each delivery once, however many agents do it at once', async () => {
    await rows.addAccount(agent);
    await rows.addAccount(agent);
    const posts = await Promise.all(Array.from({ length: 8 }, () => rows.addPost(['twitter', 'twitter', 'tiktok'])));
    let opened = 0;
    for (let round = 0; round < 3; round++)
      for (const count of await atOnce(() => open())) opened += Math.max(0, count);
    expect(opened).toBe(8);
    for (const post of posts) {
      expect(await stateOf(post)).toEqual(['by_hand', 'pending', 'pending']);
      expect((await rows.post(post)).status).toBe('publishing');
    }
  });

  it('leaves what is not due, and opens at most so many, the earliest first', async () => {
    const posts = await Promise.all([2, 1, 3].map((n) => rows.addPost(['twitter'], { time: at(n) })));
    const most = (when: string) => claims.call<number>('open_due_posts', { most: 1, late: null, at: when });
    expect([await most(at(0)), await most(at(2)), await most(at(2)), await most(at(2))]).toEqual([0, 1, 1, 0]);
    expect(await Promise.all(posts.map(async (post) => (await rows.post(post)).status))).toEqual([
      'needs_review',
      'needs_review',
      'scheduled',
    ]);
  });

  it('asks about what is late, and about an account that must be connected again', async () => {
    const account = await rows.addAccount(agent);
    const [late, intime] = [
      await rows.addPost(['twitter', 'tiktok']),
      await rows.addPost(['twitter'], { time: at(HOUR_MS) }),
    ];
    await open(at(HOUR_MS), at(1));
    expect([await stateOf(late), await stateOf(intime)]).toEqual([['by_hand', 'late'], ['pending']]);
    await rows.connect(account, agent, { state: 'reconnect' });
    const again = await rows.addPost();
    await open(at(HOUR_MS), at(1));
    expect([await stateOf(again), (await rows.post(again)).status]).toEqual([['reconnect'], 'needs_review']);
  });

  it('fails a post of no platform, which is not left scheduled nor held to be published', async () => {
    const post = await rows.addPost([]);
    expect(await open()).toBe(1);
    expect(await rows.post(post)).toMatchObject({ status: 'failed', generated_content: { status: 'failed' } });
    expect(await open()).toBe(0);
  });

  it('starts a restored post again, but nothing of it that was published or is in doubt', async () => {
    const accounts = [];
    for (let n = 0; n < 4; n++) accounts.push(await rows.addAccount(agent));
    const post = await rows.addPost();
    await open();
    const owner = randomUUID();
    const [published, doubtful, failed] = await rows.claim(agent, owner, 3);
    await rows.begin(doubtful?.id, owner);
    await rows.finish(published?.id, owner, 'published');
    await rows.finish(doubtful?.id, owner, 'needs_review');
    await rows.finish(failed?.id, owner, 'failed', { error_class: 'rejected', error_text: 'Too long' });
    // As a member's own tool could write it.
    await claims.member.from('scheduled_posts').update({ status: 'scheduled' }).eq('id', post).throwOnError();
    await open();
    expect(await stateOf(post)).toEqual(['needs_review', 'pending', 'pending', 'published']);
    expect(await rows.delivery(failed?.id)).toMatchObject({ state: 'pending', error_class: null, error_text: null });
    expect(await open()).toBe(0);
  });

  it('starts what was cancelled in doubt as it was sent', async () => {
    await rows.addAccount(agent);
    const post = await rows.addPost();
    await open();
    const owner = randomUUID();
    const [delivery] = await rows.claim(agent, owner);
    await rows.begin(delivery?.id, owner);
    await rows.finish(delivery?.id, owner, 'needs_review');
    expect(await rows.cancel(delivery?.id)).toBe('done');
    expect(await rows.post(post)).toMatchObject({ status: 'cancelled', generated_content: { status: 'draft' } });
    expect(await rows.restorePost(post)).toBe('done');
    await open();
    expect(await rows.delivery(delivery?.id)).toMatchObject({
      state: 'pending',
      outgoing: { parts: ['A loaf'] },
      idempotency_key: delivery?.idempotency_key,
    });
  });

  it('does not mend what can go on, and leaves nothing that cannot', async () => {
    const [gone, kept] = [await rows.addAccount(agent), await rows.addAccount(agent)];
    const post = await rows.addPost();
    await open();
    const owner = randomUUID();
    const claimed = await rows.claim(agent, owner);
    for (const { id } of claimed) await rows.begin(id, owner);
    await rows.disconnect(gone);
    for (const { id } of claimed) await rows.finish(id, owner, 'pending');
    await open();
    const states = (await rows.deliveries(post)).map((row) => [row.account_id === gone.id, row.waits_for ?? row.state]);
    expect(new Map(states as [boolean, string][])).toEqual(
      new Map([
        [true, 'by_hand'],
        [false, 'pending'],
      ]),
    );
    await claims.member.from('channels').update({ state: 'reconnect' }).eq('account_id', kept.id).throwOnError();
    expect(await stateOf(post)).toEqual(['by_hand', 'reconnect']);
    await claims.member.from('post_deliveries').delete().eq('scheduled_post_id', post).throwOnError();
    await claims.member.from('scheduled_posts').update({ status: 'publishing' }).eq('id', post).throwOnError();
    await open();
    expect((await rows.post(post)).status).toBe('failed');
  });
});
