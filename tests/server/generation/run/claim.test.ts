import { once } from 'node:events';
import { expect, it } from 'vitest';
import { holdClaim } from '../../../../server/generation/run/run.ts';

it.each([
  ['another run has taken over', async () => false],
  ['it has expired while a renewal hangs', () => new Promise<boolean>(() => undefined)],
  ['it has expired because the backend is away', () => Promise.reject(new Error('offline'))],
])('a claim is lost when %s: the run ends and says why', async (_when, renew) => {
  const failures: string[] = [];
  const fail = async (_run: string, reason: string) => void failures.push(reason);
  const work = async (signal: AbortSignal) => {
    await once(signal, 'abort');
    signal.throwIfAborted();
  };
  const running = holdClaim({ renew, fail }, 'a run', work, { renewMs: 1, durationMs: 50 });
  await expect(running).rejects.toMatchObject({ code: 'conflict' });
  expect(failures).toEqual([expect.stringContaining('another one')]);
});

it('a claim that is renewed stands, and ends with the work', async () => {
  let renewals = 0;
  const renew = async () => {
    renewals += 1;
    return true;
  };
  const fail = async () => expect.fail('nothing has failed');
  const work = async (signal: AbortSignal) => {
    while (renewals < 5) await new Promise((resolve) => setTimeout(resolve, 1));
    return signal.aborted;
  };
  expect(await holdClaim({ renew, fail }, 'a run', work, { renewMs: 1, durationMs: 60_000 })).toBe(false);
});
