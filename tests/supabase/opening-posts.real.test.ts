import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SocialAccountsRow } from '../../shared/workspace/database.ts';
import { at, atOnce, claimsBackend, HOUR_MS } from '../helpers/claims.ts';
import { publishingRows } from '../helpers/publishing-rows.ts';

const claims = claimsBackend();
const rows = publishingRows(claims);
const { open } = rows;

let agent: string;
beforeEach(async () => {
  await rows.clear();
  agent = randomUUID();
});

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
    for (let round = 0; round < 3; round++) for (const count of await atOnce(() => open())) opened += count;
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
    // As a tool of a member may write it.
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
