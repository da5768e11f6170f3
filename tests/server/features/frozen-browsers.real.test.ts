import { describe, expect, it } from 'vitest';
import { openProfile } from '../../../server/browser/profiles.ts';
import { accountCheckPath, accountLoginPath } from '../../helpers/agent-paths.ts';
import { freezeChrome } from '../../helpers/chrome-processes.ts';
import { processesOn } from '../../helpers/cli.ts';
import { inTime } from '../../helpers/in-time.ts';
import { SCRIPT } from '../../helpers/instagram/answers.ts';
import { warmupAgent } from '../../helpers/warmup-agent.ts';

/** How long a check may take that nobody ends, by the real clock: it means to need 20 s, and a busy machine needs more. */
const CHECK_LIMIT_MS = 60_000;

const warmup = warmupAgent();
const { addAccount, beginAndHold, newestRun, reopen } = warmup;

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
    // Where the agent had no time left to write that it was cancelled, the next start says that it failed.
    expect(await newestRun(visited)).toMatchObject({
      status: expect.stringMatching(/^(cancelled|failed)$/),
      reason: 'interrupted',
    });
  }, 120_000);
});
