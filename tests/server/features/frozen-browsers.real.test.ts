import { describe, expect, it } from 'vitest';
import { openProfile } from '../../../server/browser/profiles.ts';
import {
  accountCheckPath,
  accountLoginCancelPath,
  accountLoginPath,
} from '../../../shared/accounts/account-session.ts';
import { warmupCancelPath } from '../../../shared/accounts/warmup.ts';
import { freezeChrome } from '../../helpers/chrome-processes.ts';
import { processesOn } from '../../helpers/cli.ts';
import { inTime } from '../../helpers/in-time.ts';
import { SCRIPT } from '../../helpers/instagram/answers.ts';
import { warmupAgent } from '../../helpers/warmup-agent.ts';

/**
 * How long a cancel, an end, and a check that nobody ends may take, in milliseconds by the real clock. The agent means
 * to need 10 s, and 20 s for the check; a busy machine needs more, and what is not bounded at all takes minutes.
 */
const END_LIMIT_MS = 30_000;
const CHECK_LIMIT_MS = 60_000;

const warmup = warmupAgent();
const { addAccount, beginAndHold, newestRun, reopen } = warmup;

/** Asks, and expects the answer in time and nothing left of the account's browser. */
async function askInTime(path: string, accountId: string): Promise<Response> {
  const answer = await warmup.test.call(path, { method: 'POST', signal: AbortSignal.timeout(END_LIMIT_MS) });
  expect(await processesOn(accountId)).toEqual([]);
  await (await openProfile(warmup.dataDir, accountId, 'a test')).close();
  return answer;
}

/**
 * A check that goes on: the site has served its page, which stays empty. Answers its answer's status; null where the
 * agent has ended before.
 */
async function beginCheck(accountId: string): Promise<{ status: Promise<number | null> }> {
  warmup.instagram.set({ hasScript: false });
  const served = warmup.instagram.whenAsked(SCRIPT);
  const answer = warmup.test.call(accountCheckPath(accountId), { method: 'POST' });
  const status = answer.then(
    (given) => given.status,
    () => null,
  );
  await served;
  return { status };
}

// Chrome's processes are found in Linux's /proc.
describe.skipIf(process.platform !== 'linux')('a browser that answers nothing any more does not keep', () => {
  it('a warm-up from being cancelled in the middle of its visit', async () => {
    const accountId = await addAccount();
    await beginAndHold(accountId);
    await freezeChrome(accountId);
    expect((await askInTime(warmupCancelPath(accountId), accountId)).status).toBe(200);
    expect(await newestRun(accountId)).toMatchObject({ status: 'cancelled', reason: 'cancelled' });
  });

  it('a log-in window from being closed', async () => {
    const accountId = await addAccount({ withSession: false });
    expect(await (await warmup.test.call(accountLoginPath(accountId), { method: 'POST' })).json()).toEqual({
      state: 'open',
    });
    await freezeChrome(accountId);
    expect(await (await askInTime(accountLoginCancelPath(accountId), accountId)).json()).toEqual({ state: 'none' });
  });

  it('a check of a session from coming to an end by itself, and its account from being used', async () => {
    const accountId = await addAccount();
    const { status } = await beginCheck(accountId);
    await freezeChrome(accountId);
    const since = performance.now();
    expect(await status).toBe(503);
    expect(performance.now() - since).toBeLessThan(CHECK_LIMIT_MS);
    expect(await processesOn(accountId)).toEqual([]);
    await (await openProfile(warmup.dataDir, accountId, 'a test')).close();
  }, 120_000);

  it('the agent from ending in time, in the middle of a warm-up, a log-in and a check', async () => {
    const [visited, open, checked] = [await addAccount(), await addAccount({ withSession: false }), await addAccount()];
    await beginAndHold(visited);
    await warmup.test.call(accountLoginPath(open), { method: 'POST' });
    const check = await beginCheck(checked);
    await Promise.all([visited, open, checked].map(freezeChrome));
    await inTime(warmup.test.agent.close());
    for (const accountId of [visited, open, checked]) expect(await processesOn(accountId)).toEqual([]);
    expect((await check.status) ?? 503).toBe(503);
    warmup.clock.go();
    await reopen();
    expect(await newestRun(visited)).toMatchObject({ status: 'cancelled', reason: 'interrupted' });
  }, 120_000);
});
