import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, atOnce, CLAIMERS, claimsBackend, HOUR_MS, NOW, ROUNDS } from '../helpers/claims.ts';
import { publishingRows } from '../helpers/publishing-rows.ts';

const claims = claimsBackend();
const { call } = claims;
const rows = publishingRows(claims);

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
    expect(await call('renew_job', { ...renewal, at: at(110_001) }), 'it has expired').toBe(false);
    expect(await claim('renewed', 'x', owner, at(110_001))).toMatchObject({ outcome: 'claimed', attempt: 2 });
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
    const { data } = await claims.member.from('social_accounts').insert(row).select('id').single().throwOnError();
    return data.id;
  }

  async function account(id: string) {
    const { data } = await claims.member.from('social_accounts').select('*').eq('id', id).single().throwOnError();
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
      expect([await finish(run_id, owner, status), await finish(run_id, owner, status)]).toEqual([true, false]);
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

  it('stands as long as its owner renews it, and is not renewed once it has expired', async () => {
    const owner = randomUUID();
    const { run_id: run } = await claim(await addAccount(), owner);
    const renew = (ms: number) => call('renew_warmup', { run, owner, lease_seconds: 60, at: at(ms) });
    expect([await renew(60_000), await renew(120_000), await renew(180_001)]).toEqual([true, true, false]);
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

it('reap_runs marks what was cut off, and what its own agent left running', async () => {
  const agent = randomUUID();
  const accounts = await claims.member
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
  const left = await claims.member
    .from('social_accounts')
    .select('account_label, warmup_status')
    .in('account_label', ['reaped', 'kept'])
    .order('account_label')
    .throwOnError();
  expect(left.data.map((row) => row.warmup_status)).toEqual(['running', 'failed']);
  const next = { job: 'cut', run_key: 'x', owner: randomUUID(), lease_seconds: 60, at: at() };
  expect(await call('claim_job', next)).toMatchObject({ outcome: 'claimed', attempt: 2 });
});

it("reap_runs keeps the newest 400 runs of each job's history", async () => {
  const row = (run_key: number) => ({
    job: 'long',
    run_key: String(run_key),
    owner: randomUUID(),
    started_at: at(run_key * 1000),
    lease_until: at(),
    status: 'success' as const,
  });
  await claims.member
    .from('job_runs')
    .insert(Array.from({ length: 410 }, (_, key) => row(key)))
    .throwOnError();
  await call('reap_runs', { at: at() });
  const kept = await claims.member
    .from('job_runs')
    .select('run_key')
    .eq('job', 'long')
    .order('started_at')
    .throwOnError();
  expect(kept.data).toHaveLength(400);
  expect(kept.data[0]?.run_key).toBe('10');
});

const MOST = 3;

/** Work that agents claim besides due posts: how one piece is made, its claim, and what an owner of a lease that is over may not do. */
const KINDS = {
  'posts that are handed over early': {
    async make(agent: string) {
      const { id } = await rows.addAccount(agent, 'mastodon');
      await claims.member.from('social_accounts').update({ hand_over_hours: 24 }).eq('id', id).throwOnError();
      await rows.addPost(['mastodon'], { accounts: [id], time: at(2 * HOUR_MS) });
    },
    claim: 'claim_early_deliveries',
    late: [
      [
        'begin_handing_over',
        (delivery: string) => ({ delivery, lease_seconds: 60, outgoing: {}, until: at(2 * HOUR_MS) }),
        false,
      ],
      ['finish_delivery', (delivery: string) => ({ delivery, state: 'failed' }), false],
    ],
  },
  replies: {
    async make(agent: string) {
      const { id: account_id, platform } = await rows.addAccount(agent);
      const comment = {
        account_id,
        platform,
        remote_id: randomUUID(),
        kind: 'comment' as const,
        can: ['reply' as const],
      };
      const seen = { author_name: 'Ada', text: 'Which flour?', written_at: at(), seen_at: at() };
      const row = claims.backend.connection.admin.from('post_comments').insert({ ...comment, ...seen });
      const { id } = (await row.select('id').single().throwOnError()).data;
      await call('open_reply', { reply: randomUUID(), comment: id, words: 'Thanks', at: at() });
    },
    claim: 'claim_replies',
    late: [
      ['begin_reply', (reply: string) => ({ reply }), false],
      ['finish_reply', (reply: string) => ({ reply, state: 'sent', is_absent: false, log: {} }), false],
    ],
  },
  'events for webhooks': {
    async make(agent_id: string) {
      const { admin } = claims.backend.connection;
      const hook = { url: 'http://localhost:9/', name: randomUUID(), events: ['post.published'], agent_id };
      const { data } = await admin.from('webhooks').insert(hook).select('id').single().throwOnError();
      const event = { event_id: randomUUID(), type: 'post.published', body: {}, next_at: at() };
      await admin
        .from('webhook_deliveries')
        .insert({ ...event, webhook_id: data.id })
        .throwOnError();
    },
    claim: 'claim_webhook_deliveries',
    late: [['finish_webhook_delivery', (delivery: string) => ({ delivery, outcome: 'delivered' }), 'lost']],
  },
} as const;

it.each(Object.entries(KINDS))(
  '%s are claimed by one owner each, and by another once its lease is over',
  async (_, kind) => {
    const agent = randomUUID();
    for (let made = 0; made < MOST; made += 1) await kind.make(agent);
    const claim = async (owner: string, when = at()) =>
      (await call<{ id: string }[]>(kind.claim, { owner, agent, lease_seconds: 60, most: MOST, at: when })).map(
        ({ id }) => id,
      );
    const silent = randomUUID();
    const handed = (await Promise.all([claim(silent), claim(randomUUID()), claim(randomUUID())])).flat();
    handed.push(...(await claim(silent)));
    expect([handed.length, new Set(handed).size]).toEqual([MOST, MOST]);
    expect(await claim(randomUUID(), at(60_000)), 'while the leases stand').toEqual([]);
    expect((await claim(randomUUID(), at(61_000))).sort()).toEqual(handed.sort());
    for (const [name, args, refusal] of kind.late)
      expect(await call(name, { ...args(String(handed[0])), owner: silent, at: at(62_000) }), name).toBe(refusal);
  },
);
