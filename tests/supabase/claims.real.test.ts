import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { openTestBackend, type TestBackend } from '../helpers/embedded.ts';

const CLAIMERS = 20;
const ROUNDS = 5;
const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-21T07:00:00Z');
const at = (ms = 0) => new Date(NOW + ms).toISOString();

type Delivery = { id: string; scheduled_post_id: string; state: string; attempt: number; lease_owner: string };

let backend: TestBackend;
let member: Client;

beforeAll(async () => {
  backend = await openTestBackend();
  member = await backend.memberClient();
});
afterAll(() => backend?.close());

/** Calls a function that the generated types of the features do not name yet, as a member unless said otherwise. */
async function call<T>(name: string, args: object, client: Client = member): Promise<T> {
  const { data, error } = await (client as unknown as SupabaseClient).rpc(name, args);
  if (error) throw Object.assign(new Error(error.message), { code: error.code });
  return data;
}

function atOnce<T>(work: (owner: string) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: CLAIMERS }, () => work(randomUUID())));
}

describe('claim_job', () => {
  const claim = (job: string, run_key: string, owner: string, when = at()) =>
    call<{ outcome: string; started_at?: string; attempt?: number; retry_at?: string }>('claim_job', {
      job,
      run_key,
      owner,
      lease_seconds: 60,
      at: when,
    });
  const finish = (job: string, run_key: string, owner: string | undefined, more: object = {}) =>
    call<boolean>('finish_job', { job, run_key, owner, status: 'success', at: at(), ...more });

  it('gives a day to exactly one of many agents, and never again once it is finished', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const day = `2026-01-0${round + 1}`;
      const owners: string[] = [];
      await atOnce(async (owner) => {
        if ((await claim('daily', day, owner)).outcome === 'claimed') owners.push(owner);
      });
      expect(owners).toHaveLength(1);
      expect(await finish('daily', day, owners[0])).toBe(true);
      expect(await claim('daily', day, randomUUID(), at(HOUR_MS))).toEqual({ outcome: 'over' });
    }
  });

  it('passes to exactly one other when its owner fell silent, who then can neither renew nor finish it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const job = `silent-${round}`;
      const silent = randomUUID();
      expect(await claim(job, 'x', silent)).toMatchObject({ outcome: 'claimed', attempt: 1 });
      expect(await claim(job, 'x', randomUUID(), at(60_000))).toEqual({ outcome: 'running' });
      const answers = await atOnce((owner) => claim(job, 'x', owner, at(60_001)));
      const won = answers.filter(({ outcome }) => outcome === 'claimed');
      expect(won).toEqual([{ outcome: 'claimed', attempt: 2, started_at: expect.any(String) }]);
      expect(Date.parse(won[0]?.started_at ?? ''), 'is when it was first begun').toBe(NOW);
      const late = { job, run_key: 'x', owner: silent };
      expect(await call('renew_job', { ...late, lease_seconds: 60 })).toBe(false);
      expect(await finish(job, 'x', silent)).toBe(false);
    }
  });

  it('stands as long as its owner renews it', async () => {
    const owner = randomUUID();
    await claim('renewed', 'x', owner);
    const renewal = { job: 'renewed', run_key: 'x', owner, lease_seconds: 60, at: at(50_000) };
    expect(await call('renew_job', renewal)).toBe(true);
    expect(await claim('renewed', 'x', randomUUID(), at(100_000))).toEqual({ outcome: 'running' });
  });

  it('lets a job run only once at a time, under whatever key', async () => {
    const answers = await Promise.all(
      Array.from({ length: CLAIMERS }, (_, key) => claim('single', `key-${key}`, randomUUID())),
    );
    expect(answers.filter(({ outcome }) => outcome === 'claimed')).toHaveLength(1);
    expect(answers.filter(({ outcome }) => outcome === 'running')).toHaveLength(CLAIMERS - 1);
  });

  it('gives a failed run out again when it is time for another try, and only then', async () => {
    const owner = randomUUID();
    await claim('failing', 'x', owner);
    expect(await finish('failing', 'x', owner, { status: 'failed', result: 'Offline.', retry_seconds: 300 })).toBe(
      true,
    );
    const early = await claim('failing', 'x', owner, at(299_000));
    expect(early.outcome).toBe('waiting');
    expect(Date.parse(early.retry_at ?? '')).toBe(NOW + 300_000);
    expect(await claim('failing', 'x', owner, at(300_000))).toMatchObject({ outcome: 'claimed', attempt: 2 });
    expect(await finish('failing', 'x', owner, { status: 'failed', result: 'For good.' })).toBe(true);
    expect(await claim('failing', 'x', owner, at(HOUR_MS))).toEqual({ outcome: 'over' });
  });
});

describe('claim_warmup', () => {
  type Answer = { outcome: string; run_id?: string; retry_at?: string };
  const claim = (account: string, owner: string = randomUUID(), when = at()) =>
    call<Answer>('claim_warmup', { account, owner, lease_seconds: 60, at: when });
  const finish = (run: string | undefined, owner: string, status: string, more: object = {}) =>
    call<boolean>('finish_warmup', { run, owner, status, at: at(), ...more });

  async function addAccount(platform: 'instagram' | 'tiktok' = 'instagram'): Promise<string> {
    const row = { platform, account_label: randomUUID(), is_logged_in: true };
    const { data } = await member.from('social_accounts').insert(row).select('id').single().throwOnError();
    return data.id;
  }

  async function account(id: string) {
    const { data } = await member.from('social_accounts').select('*').eq('id', id).single().throwOnError();
    return data;
  }

  it('starts once, however many ask', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await addAccount();
      const answers = await atOnce((owner) => claim(id, owner));
      const [started, ...more] = answers.filter(({ outcome }) => outcome === 'started');
      expect(more).toEqual([]);
      const others = answers.filter(({ outcome }) => outcome !== 'started');
      expect(new Set(others.map((answer) => `${answer.outcome} ${answer.run_id}`))).toEqual(
        new Set([`running ${started?.run_id}`]),
      );
      expect(await account(id)).toMatchObject({ warmup_status: 'running' });
    }
  });

  it('holds off for 24 hours after a success, and allows it at exactly 24 hours', async () => {
    const id = await addAccount();
    const owner = randomUUID();
    const { run_id } = await claim(id, owner);
    expect(await finish(run_id, owner, 'success', { counts: { likes: 3 } })).toBe(true);
    expect(await account(id)).toMatchObject({ warmup_status: 'success', last_warmup_at: '2026-11-21T07:00:00+00:00' });
    const early = await claim(id, randomUUID(), at(24 * HOUR_MS - 1));
    expect(early.outcome).toBe('cooldown');
    expect(Date.parse(early.retry_at ?? '')).toBe(NOW + 24 * HOUR_MS);
    expect(await claim(id, randomUUID(), at(24 * HOUR_MS))).toMatchObject({ outcome: 'started' });
  });

  it('may be tried again at once after a failure or a cancellation', async () => {
    const id = await addAccount();
    for (const [status, shown] of [
      ['failed', 'failed'],
      ['cancelled', null],
    ] as const) {
      const owner = randomUUID();
      const { run_id } = await claim(id, owner);
      expect(await finish(run_id, owner, status)).toBe(true);
      expect(await finish(run_id, owner, status)).toBe(false);
      expect(await account(id)).toMatchObject({ warmup_status: shown, last_warmup_at: null });
    }
    expect(await claim(id)).toMatchObject({ outcome: 'started' });
  });

  it('takes over a run whose owner fell silent, who then can neither renew nor finish it', async () => {
    const id = await addAccount();
    const silent = randomUUID();
    const lost = await claim(id, silent);
    expect(await claim(id, randomUUID(), at(60_000))).toEqual({ outcome: 'running', run_id: lost.run_id });
    const answers = await atOnce((owner) => claim(id, owner, at(60_001)));
    expect(answers.filter(({ outcome }) => outcome === 'started')).toHaveLength(1);
    expect(await call('renew_warmup', { run: lost.run_id, owner: silent, lease_seconds: 60 })).toBe(false);
    expect(await finish(lost.run_id, silent, 'success')).toBe(false);
    expect(await account(id)).toMatchObject({ warmup_status: 'running', last_warmup_at: null });
  });

  it('keeps automatic warm-ups off after a stop signal, with its reason', async () => {
    const id = await addAccount();
    const owner = randomUUID();
    const { run_id } = await claim(id, owner);
    await finish(run_id, owner, 'failed', { reason: 'challenge', hold: true });
    expect(await account(id)).toMatchObject({ warmup_status: 'failed', warmup_held_reason: 'challenge' });
  });

  it('is for Instagram accounts that exist', async () => {
    expect(await claim(await addAccount('tiktok'))).toEqual({ outcome: 'not_instagram' });
    expect(await claim(randomUUID())).toEqual({ outcome: 'not_found' });
  });
});

describe('deliveries', () => {
  const due = (owner: string, most: number, when = at()) =>
    call<Delivery[]>('claim_due_deliveries', { owner, lease_seconds: 60, most, at: when });
  const begin = (delivery: string | undefined, owner: string, when = at()) =>
    call<boolean>('begin_publishing', { delivery, owner, lease_seconds: 60, at: when });
  const finish = (delivery: string | undefined, owner: string, state: string, more: object = {}) =>
    call<boolean>('finish_delivery', { delivery, owner, state, ...more });

  /** A post that is due, with one delivery per platform. */
  async function addPost(platforms: string[], scheduled_time = at()): Promise<string> {
    const content = await member
      .from('generated_content')
      .insert({ content_type: 'image', status: 'scheduled', caption: 'x' })
      .select('id')
      .single()
      .throwOnError();
    const post = await member
      .from('scheduled_posts')
      .insert({ content_id: content.data.id, scheduled_time })
      .select('id')
      .single()
      .throwOnError();
    const rows = platforms.map((platform) => ({ scheduled_post_id: post.data.id, platform: platform as 'instagram' }));
    if (rows.length > 0) await member.from('post_deliveries').insert(rows).throwOnError();
    return post.data.id;
  }

  async function statusOf(post: string): Promise<string> {
    const { data } = await member.from('scheduled_posts').select('status').eq('id', post).single().throwOnError();
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
    await member.from('scheduled_posts').update({ status: 'cancelled' }).eq('id', post).throwOnError();
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
    await member.from('scheduled_posts').delete().eq('id', post).throwOnError();
  });

  it('are ended by an end only', async () => {
    await expect(finish(randomUUID(), randomUUID(), 'preparing')).rejects.toMatchObject({ code: '22023' });
  });
});

describe('reap_runs', () => {
  it('marks what was cut off, and what its own agent left running', async () => {
    const agent = randomUUID();
    const accounts = await member
      .from('social_accounts')
      .insert([
        { platform: 'instagram', account_label: 'reaped' },
        { platform: 'instagram', account_label: 'kept' },
      ])
      .select('id, account_label')
      .throwOnError();
    for (const { id, account_label } of accounts.data) {
      const owner = account_label === 'reaped' ? agent : randomUUID();
      await call('claim_warmup', { account: id, owner, lease_seconds: 60, at: at() });
    }
    await call('claim_job', { job: 'cut', run_key: 'x', owner: agent, lease_seconds: 60, at: at() });
    const early = { agent, opened_at: at(), at: at() };
    expect(await call('reap_runs', early), 'what it began since it opened goes on').toEqual({ warmups: 0, jobs: 0 });
    expect(await call('reap_runs', { ...early, opened_at: at(1) })).toEqual({ warmups: 1, jobs: 1 });
    const left = await member
      .from('social_accounts')
      .select('account_label, warmup_status')
      .in('account_label', ['reaped', 'kept'])
      .order('account_label')
      .throwOnError();
    expect(left.data.map((row) => row.warmup_status)).toEqual(['running', 'failed']);
    const next = { job: 'cut', run_key: 'x', owner: randomUUID(), lease_seconds: 60, at: at() };
    expect(await call('claim_job', next)).toMatchObject({ outcome: 'claimed', attempt: 2 });
  });

  it("keeps the newest 400 runs of each job's history", async () => {
    const row = (run_key: number) => ({
      job: 'long',
      run_key: String(run_key),
      owner: randomUUID(),
      started_at: at(run_key * 1000),
      lease_until: at(),
      status: 'success' as const,
    });
    await member
      .from('job_runs')
      .insert(Array.from({ length: 410 }, (_, key) => row(key)))
      .throwOnError();
    await call('reap_runs', { at: at() });
    const kept = await member.from('job_runs').select('run_key').eq('job', 'long').order('started_at').throwOnError();
    expect(kept.data).toHaveLength(400);
    expect(kept.data[0]?.run_key).toBe('10');
  });
});

describe('who may claim', () => {
  const job = { job: 'x', run_key: 'x', lease_seconds: 60 };

  it('not a stranger who is signed in', async () => {
    const stranger = await backend.strangerClient();
    const { data } = await member
      .from('social_accounts')
      .insert({ platform: 'instagram', account_label: 'private' })
      .select('id')
      .single()
      .throwOnError();
    const owner = randomUUID();
    await expect(call('claim_job', { ...job, owner }, stranger)).rejects.toMatchObject({ code: '42501' });
    const warmup = { account: data.id, owner, lease_seconds: 60 };
    expect(await call('claim_warmup', warmup, stranger)).toEqual({ outcome: 'not_found' });
    expect(await call('claim_due_deliveries', { owner, lease_seconds: 60, most: 9 }, stranger)).toEqual([]);
    expect(await call('reap_runs', {}, stranger)).toEqual({ warmups: 0, jobs: 0 });
  });

  it('not the public key', async () => {
    await expect(call('claim_job', { ...job, owner: randomUUID() }, backend.anonClient())).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('the service key', async () => {
    const claim = await call('claim_job', { ...job, owner: randomUUID() }, backend.connection.admin);
    expect(claim).toMatchObject({ outcome: 'claimed' });
  });
});
