import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DISMISSED, ENDED } from '../../../../server/features/warmup/messages.ts';
import type { WarmupReason, WarmupRun } from '../../../../shared/accounts/warmup.ts';
import { startTestAgent, type TestAgent } from '../../../helpers/agent.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { everyNth } from '../../../helpers/depth.ts';
import { fastClock } from '../../../helpers/fast-clock.ts';
import { type Instagram, startInstagram } from '../../../helpers/instagram/imitation.ts';
import { EXTRAS, LAYOUTS, LOG_OUTS, NOTICES, type Switches } from '../../../helpers/instagram/switches.ts';
import { warmupsOf } from '../../../helpers/instagram/warmups.ts';
import { seeded } from '../../../helpers/seeded.ts';

/** With it a session begins in the feed. */
const FEED_FIRST = 4;
const SHORT = { warmup_minutes_min: 5, warmup_minutes_max: 5, warmup_posts_min: 5, warmup_posts_max: 6 };

let instagram: Instagram;
let test: TestAgent;
let warmups: ReturnType<typeof warmupsOf>;
let random: () => number;

beforeAll(async () => {
  instagram = await startInstagram();
  test = await startTestAgent(
    { instagramUrl: instagram.origin },
    { warmup: { clock: fastClock(), random: () => random(), patienceMs: 4_000 } },
  );
  warmups = warmupsOf({ ...test, database: test.admin, instagram });
  await test.admin.from('app_settings').insert(SHORT).throwOnError();
});
beforeEach(() => {
  random = seeded(FEED_FIRST);
});
afterEach(() => instagram.reset());
afterAll(async () => {
  await test?.close();
  await instagram?.close();
});

/** A whole warm-up of a new account on an Instagram that does as `switches` says; it changes nothing there. */
async function visit(switches: Partial<Switches>) {
  instagram.set(switches);
  const accountId = await warmups.addAccount();
  expect((await warmups.start(accountId)).status).toBe(202);
  await warmups.until(accountId);
  expect(instagram.changes()).toEqual([]);
  expect(await processesOn(accountId)).toEqual([]);
  return { run: await warmups.newestRun(accountId), account: await warmups.account(accountId) };
}

/** The visit was stopped, for this reason, which the account is held for; picture and journal say so. */
async function expectHold({ run, account }: Awaited<ReturnType<typeof visit>>, reason: WarmupReason): Promise<void> {
  expect(run).toMatchObject({ status: 'failed', reason, hasScreenshot: true });
  expect((await warmups.screenshot(run)).headers.get('content-type')).toBe('image/png');
  expect(run.journal.at(-1)?.text).toBe(ENDED[reason]);
  expect(account).toMatchObject({ warmup_status: 'failed', warmup_held_reason: reason });
}

const textsOf = ({ journal }: WarmupRun) => journal.map(({ text }) => text);

describe('what is not known to be harmless stops the visit, with a picture, and holds the account', () => {
  it.each(everyNth(NOTICES, 4))('%s', async (by) => {
    const seen = await visit({ stop: { by, after: 3 } });
    await expectHold(seen, 'unknown_notice');
    expect(seen.run.counts.postsSeen).toBeGreaterThan(0);
    expect(seen.account.is_logged_in).toBe(true);
  });

  it('"Action Blocked" that comes over a question when the pointer is there already: nothing is pressed', async () => {
    await expectHold(await visit({ dialogs: ['cookies'], trap: true }), 'action_blocked');
  });
});

describe('an ordinary page', () => {
  it.each(LAYOUTS)('with everything that may lie about on it stops nothing, in layout %s', async (layout) => {
    const { run, account } = await visit({ layout, extras: EXTRAS, dialogs: ['cookies', 'notifications'] });
    expect(run).toMatchObject({ status: 'success', reason: null });
    expect(account.warmup_held_reason).toBeNull();
    expect(textsOf(run)).toContain(DISMISSED);
  });

  it('has stories that are buttons of a menu', async () => {
    const { run } = await visit({ hasStoryButtons: true });
    expect(run.status).toBe('success');
    expect(run.counts.storiesSeen).toBeGreaterThan(0);
  });
});

describe('a session that is over logs the account out and holds it', () => {
  it.each(everyNth(LOG_OUTS, 2))('from the beginning: %s', async (by) => {
    const seen = await visit({ stop: { by, after: 0 } });
    await expectHold(seen, 'login');
    expect(seen.account.is_logged_in).toBe(false);
  });

  it.each(everyNth(LOG_OUTS, 2, 1))('in the middle: %s', async (by) => {
    const seen = await visit({ stop: { by, after: 3 } });
    await expectHold(seen, 'login');
    expect(seen.account.is_logged_in).toBe(false);
  });
});
