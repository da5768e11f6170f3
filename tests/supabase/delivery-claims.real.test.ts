import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, atOnce, claimsBackend, HOUR_MS, ROUNDS } from '../helpers/claims.ts';

type Delivery = { id: string; scheduled_post_id: string; state: string; attempt: number; lease_owner: string };

const claims = claimsBackend();
const { call } = claims;

describe('deliveries', () => {
  const due = (owner: string, most: number, when = at()) =>
    call<Delivery[]>('claim_due_deliveries', { owner, lease_seconds: 60, most, at: when });
  const begin = (delivery: string | undefined, owner: string, when = at()) =>
    call<boolean>('begin_publishing', { delivery, owner, lease_seconds: 60, at: when });
  const finish = (delivery: string | undefined, owner: string, state: string, more: object = {}) =>
    call<boolean>('finish_delivery', { delivery, owner, state, ...more });

  /** A post that is due, with one delivery per platform. */
  async function addPost(platforms: string[], scheduled_time = at()): Promise<string> {
    const content = await claims.member
      .from('generated_content')
      .insert({ content_type: 'image', status: 'scheduled', caption: 'x' })
      .select('id')
      .single()
      .throwOnError();
    const post = await claims.member
      .from('scheduled_posts')
      .insert({ content_id: content.data.id, scheduled_time })
      .select('id')
      .single()
      .throwOnError();
    const rows = platforms.map((platform) => ({ scheduled_post_id: post.data.id, platform: platform as 'instagram' }));
    if (rows.length > 0) await claims.member.from('post_deliveries').insert(rows).throwOnError();
    return post.data.id;
  }

  async function statusOf(post: string): Promise<string> {
    const { data } = await claims.member
      .from('scheduled_posts')
      .select('status')
      .eq('id', post)
      .single()
      .throwOnError();
    return data.status;
  }

  it('are handed out to one owner each', async () => {
    const posts = await Promise.all(Array.from({ length: 12 }, () => addPost(['instagram', 'twitter'])));
    const handed: Delivery[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      handed.push(...(await atOnce((owner) => due(owner, 3))).flat());
    }
    expect(new Set(handed.map(({ id }) => id)).size).toBe(24);
    expect(handed).toHaveLength(24);
    expect(handed.every(({ state, attempt }) => state === 'preparing' && attempt === 1)).toBe(true);
    expect(new Set(await Promise.all(posts.map(statusOf)))).toEqual(new Set(['publishing']));
    await Promise.all(handed.map(({ id, lease_owner }) => finish(id, lease_owner, 'published')));
    expect(new Set(await Promise.all(posts.map(statusOf)))).toEqual(new Set(['published']));
  });

  it('are not handed out before their time, nor before a pause is over', async () => {
    const post = await addPost(['instagram'], at(HOUR_MS));
    const owner = randomUUID();
    expect(await due(owner, 10)).toEqual([]);
    const [delivery] = await due(owner, 10, at(HOUR_MS));
    await finish(delivery?.id, owner, 'pending', { error_class: 'transient', retry_after: at(HOUR_MS + 1000) });
    expect(await statusOf(post)).toBe('publishing');
    expect(await due(owner, 10, at(HOUR_MS + 999))).toEqual([]);
    const again = await due(owner, 10, at(HOUR_MS + 1000));
    expect(again).toMatchObject([{ id: delivery?.id, attempt: 2 }]);
    await finish(delivery?.id, owner, 'failed', { error_class: 'rejected' });
  });

  it('whose owner fell silent before the call are handed out again, and the call is not his any more', async () => {
    await addPost(['instagram']);
    const silent = randomUUID();
    const next = randomUUID();
    const [delivery] = await due(silent, 1);
    expect(await begin(delivery?.id, silent, at(60_001))).toBe(false);
    expect(await due(next, 1, at(60_000))).toEqual([]);
    expect(await due(next, 1, at(60_001))).toMatchObject([{ id: delivery?.id, lease_owner: next }]);
    expect(await begin(delivery?.id, silent, at(60_001))).toBe(false);
    expect(await finish(delivery?.id, silent, 'failed')).toBe(false);
    expect(await begin(delivery?.id, next, at(60_002))).toBe(true);
    expect(await begin(delivery?.id, next, at(60_003))).toBe(false);
    expect(await finish(delivery?.id, next, 'published', { remote_id: '17', remote_url: 'https://x/17' })).toBe(true);
  });

  it('whose owner fell silent after the call are handed to one who looks what became of it, never as due', async () => {
    const post = await addPost(['instagram']);
    const silent = randomUUID();
    const [delivery] = await due(silent, 1);
    expect(await begin(delivery?.id, silent)).toBe(true);
    expect(await due(randomUUID(), 10, at(HOUR_MS))).toEqual([]);
    const lost = (owner: string, when: string) =>
      call<Delivery[]>('claim_lost_deliveries', { owner, lease_seconds: 60, most: 5, at: when });
    expect(await lost(randomUUID(), at(60_000))).toEqual([]);
    const found = (await atOnce((owner) => lost(owner, at(60_001)))).flat();
    expect(found).toMatchObject([{ id: delivery?.id, state: 'publishing', attempt: 1 }]);
    expect(await finish(delivery?.id, String(found[0]?.lease_owner), 'needs_review')).toBe(true);
    expect(await statusOf(post)).toBe('needs_review');
  });

  it('are not published once the post was cancelled', async () => {
    const post = await addPost(['instagram', 'twitter']);
    const owner = randomUUID();
    const [delivery] = await due(owner, 1);
    await claims.member.from('scheduled_posts').update({ status: 'cancelled' }).eq('id', post).throwOnError();
    expect(await begin(delivery?.id, owner)).toBe(false);
    expect(await due(randomUUID(), 10, at(HOUR_MS))).toEqual([]);
    expect(await finish(delivery?.id, owner, 'cancelled')).toBe(true);
    expect(await statusOf(post)).toBe('cancelled');
  });

  it.each([
    [['published', 'published'], 'published'],
    [['published', 'pending'], 'publishing'],
    [['published', 'failed'], 'failed'],
    [['failed', 'needs_review'], 'needs_review'],
    [['published', 'cancelled'], 'published'],
    [['cancelled', 'cancelled'], 'cancelled'],
  ])('that end as %j make the post %s', async (states, status) => {
    const post = await addPost(['instagram', 'twitter']);
    const owner = randomUUID();
    const claimed = await due(owner, 2);
    expect(claimed.map(({ scheduled_post_id }) => scheduled_post_id)).toEqual([post, post]);
    await Promise.all(
      claimed.map(({ id }, index) => finish(id, owner, String(states[index]), { retry_after: at(99e8) })),
    );
    expect(await statusOf(post)).toBe(status);
    await claims.member.from('scheduled_posts').delete().eq('id', post).throwOnError();
  });

  it('are ended by an end only', async () => {
    await expect(finish(randomUUID(), randomUUID(), 'preparing')).rejects.toMatchObject({ code: '22023' });
  });
});
