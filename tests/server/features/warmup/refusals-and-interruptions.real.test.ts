import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openProfile } from '../../../../server/browser/profiles.ts';
import { sql } from '../../../../server/supabase/embedded/sql/template.ts';
import { warmupCancelPath, warmupRunSchema, warmupStatusPath } from '../../../../shared/accounts/warmup.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { databaseOf } from '../../../helpers/database.ts';
import { deferred } from '../../../helpers/deferred.ts';
import { inTime } from '../../../helpers/in-time.ts';
import { warmupAgent } from '../../../helpers/warmup-agent.ts';

/** An agent that stops waits a little longer than this for what is under way (server/agent.ts). */
const AGENT_WAITS_MS = 3_400;

const warmup = warmupAgent();
const { reopen, addAccount, start, begin, rowOf, statusOf, lastRun, beginAndHold } = warmup;

describe('a start is refused', () => {
  const refusal = async (accountId: string) => {
    const answer = await start(accountId);
    return { status: answer.status, ...(await answer.json()) };
  };

  it('for an account that is not there', async () => {
    expect(await refusal(randomUUID())).toMatchObject({ status: 404, code: 'not_found' });
    expect((await warmup.test.call(warmupStatusPath(randomUUID()))).status).toBe(404);
  });

  it('for another platform', async () => {
    expect(await refusal(await addAccount({ platform: 'tiktok' }))).toEqual({
      status: 400,
      code: 'bad_input',
      error: 'Warmup is currently only available for Instagram',
    });
  });

  it('for an account that is not logged in, or not on this machine, which is not claimed then', async () => {
    for (const account of [{ isLoggedIn: false }, { hasSession: false }]) {
      const accountId = await addAccount(account);
      expect(await refusal(accountId)).toMatchObject({
        status: 409,
        code: 'no_session',
        error: expect.stringContaining('import the cookies'),
      });
      expect(await statusOf(accountId)).toEqual({ isRunning: false, status: null, reason: null });
      expect((await rowOf(accountId)).warmup_status).toBeNull();
    }
  });

  it('while its browser is in use for something else', async () => {
    const accountId = await addAccount();
    const profile = await openProfile(warmup.dataDir, accountId, 'a log-in');
    expect(await refusal(accountId)).toMatchObject({ status: 409, error: expect.stringContaining('for a log-in') });
    expect((await rowOf(accountId)).warmup_status).toBeNull();
    expect(await statusOf(accountId)).toEqual({ isRunning: false, status: null, reason: null });
    // Nor does it change what the last warm-up was.
    const setStatus = { warmup_status: 'failed' } as const;
    await warmup.test.admin.from('social_accounts').update(setStatus).eq('id', accountId).throwOnError();
    expect((await refusal(accountId)).status).toBe(409);
    await profile.close();
    expect((await rowOf(accountId)).warmup_status).toBe('failed');
  });

  it('while one runs; ten clicks at once start one', async () => {
    const accountId = await addAccount();
    warmup.clock.stop();
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(accountId)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([202, ...Array(9).fill(409)]);
    expect((await warmup.test.call(warmupCancelPath(accountId), { method: 'POST' })).status).toBe(200);
  });
});

describe('a warm-up that does not come to its end', () => {
  it('is cancelled, without a hold or a cooldown', async () => {
    const accountId = await addAccount();
    await beginAndHold(accountId);
    const answer = await warmup.test.call(warmupCancelPath(accountId), { method: 'POST' });
    expect(warmupRunSchema.parse(await answer.json())).toMatchObject({ status: 'cancelled', reason: 'cancelled' });
    expect(await statusOf(accountId)).toEqual({ isRunning: false, status: null, reason: 'cancelled' });
    expect(await rowOf(accountId)).toMatchObject({
      warmup_status: null,
      last_warmup_at: null,
      warmup_held_reason: null,
    });
    expect(await processesOn(accountId)).toEqual([]);
    expect((await warmup.test.call(warmupCancelPath(accountId), { method: 'POST' })).status).toBe(404);
  });

  it('is cancelled in time while the database does not answer, which has its end later', async () => {
    const accountId = await addAccount();
    await beginAndHold(accountId);
    const release = await holdRow(accountId);
    const answer = await inTime(warmup.test.call(warmupCancelPath(accountId), { method: 'POST' }));
    expect(await answer.json()).toMatchObject({ status: 'cancelled', reason: 'cancelled' });
    await release();
    await expect.poll(() => lastRun(accountId), { timeout: 30_000 }).toMatchObject({ status: 'cancelled' });
  });

  it('stops when its claim passes to another agent, which it then sees running elsewhere until that falls silent', async () => {
    const accountId = await addAccount();
    const { id } = await beginAndHold(accountId);
    const change = (row: { owner?: string; lease_until?: string }) =>
      warmup.test.admin.from('warmup_runs').update(row).eq('id', id).throwOnError();
    await change({ owner: randomUUID() });
    await expect.poll(() => processesOn(accountId)).toEqual([]);
    await expect.poll(() => statusOf(accountId)).toEqual({ isRunning: true });
    expect(await rowOf(accountId)).toMatchObject({ warmup_status: 'running' });
    await change({ lease_until: new Date(0).toISOString() });
    expect(await statusOf(accountId)).toEqual({ isRunning: false, status: 'failed', reason: 'interrupted' });
    expect(await lastRun(accountId)).toMatchObject({ counts: { postsSeen: expect.any(Number) } });
  });

  it('ends with the agent, soon; what a killed agent left is failed at the next start', async () => {
    const ended = await addAccount();
    const killed = await addAccount();
    await beginAndHold(ended);
    const owner = (await readFile(join(warmup.dataDir, 'agent-id'), 'utf8')).trim();
    await warmup.test.admin.rpc('claim_warmup', { account: killed, owner, lease_seconds: 600 }).throwOnError();
    const askedAt = performance.now();
    await inTime(warmup.test.agent.close());
    // A machine that is too busy to close the browser in time leaves the end to the next start, like a killed agent.
    const isKept = performance.now() - askedAt < AGENT_WAITS_MS;
    await expect.poll(() => processesOn(ended)).toEqual([]);

    warmup.clock.go();
    await reopen();
    const status = isKept ? null : 'failed';
    expect(await statusOf(ended)).toEqual({ isRunning: false, status, reason: 'interrupted' });
    expect(await lastRun(ended)).toMatchObject({ status: status ?? 'cancelled', reason: 'interrupted' });
    expect(await statusOf(killed)).toEqual({ isRunning: false, status: 'failed', reason: 'interrupted' });
    expect(await rowOf(killed)).toMatchObject({ warmup_status: 'failed', warmup_held_reason: null });
    await begin(killed);
    await warmup.test.call(warmupCancelPath(killed), { method: 'POST' });
  });
});

/** Locks an account's row, so that no end of a warm-up can be written, until the returned function is called. */
async function holdRow(accountId: string): Promise<() => Promise<void>> {
  const database = databaseOf(warmup.dataDir);
  const locked = deferred();
  const released = deferred();
  const held = database.transaction(async (transaction) => {
    await transaction.rows(sql`select from public.social_accounts where id = ${accountId} for update`);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return async () => {
    released.resolve();
    await held;
    await database.close();
  };
}
