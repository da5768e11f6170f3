import { afterAll, describe, expect, it } from 'vitest';
import { DISMISSED, ENDED } from '../../../../server/features/warmup/messages.ts';
import { stopOfWords } from '../../../../server/instagram/words.ts';
import type { WarmupReason } from '../../../../shared/accounts/warmup.ts';
import { processesOn } from '../../../helpers/cli.ts';
import {
  EXTRAS,
  LANGUAGES,
  LAYOUTS,
  LOG_OUTS,
  NOTICES,
  ONE_TIME_CODE,
  type Stop,
  type StopDialog,
  type Switches,
} from '../../../helpers/instagram/switches.ts';
import { WORDS } from '../../../helpers/instagram/words.ts';
import { FEED_FIRST, warmupAgent } from '../../../helpers/warmup-agent.ts';

/** What Instagram can do to stop a session, and the reason that is kept of it. */
const REASONS: { [stop in Stop]: WarmupReason } = {
  login: 'login',
  challenge: 'challenge',
  checkpoint: 'checkpoint',
  two_factor: 'two_factor',
  suspended: 'suspended',
  disabled: 'disabled',
  feedback_required: 'feedback_required',
  checkpoint_required: 'checkpoint',
  challenge_required: 'challenge',
  too_many_requests: 'rate_limited',
  wait_with_401: 'rate_limited',
  feedback_with_200: 'feedback_required',
  graphql_error_with_200: 'checkpoint',
  try_again_later: 'try_again_later',
  action_blocked: 'action_blocked',
  wait_a_few_minutes: 'rate_limited',
};
const STOPS = Object.keys(REASONS) as Stop[];

const warmup = warmupAgent({
  seed: FEED_FIRST,
  limits: { warmup_minutes_min: 5, warmup_minutes_max: 5, warmup_posts_min: 5, warmup_posts_max: 6 },
});

afterAll(() => {
  expect(warmup.log).toContain('/api/warmup/');
  expect(warmup.log).not.toContain(ONE_TIME_CODE);
});

/** A whole warm-up of a new account on an Instagram that does as `switches` says; it changes nothing there. */
async function visit(switches: Partial<Switches>) {
  warmup.instagram.set(switches);
  const accountId = await warmup.addAccount();
  const run = await warmup.whole(accountId);
  expect([warmup.instagram.changes(), await processesOn(accountId)]).toEqual([[], []]);
  return { run, account: await warmup.account(accountId) };
}

/** The visit is stopped, for this reason, which the account is held for; picture and journal say so. */
async function expectHold(switches: Partial<Switches>, reason: WarmupReason) {
  const { run, account } = await visit(switches);
  expect(run).toMatchObject({ status: 'failed', reason, hasScreenshot: true });
  expect((await warmup.screenshot(run)).headers.get('content-type')).toBe('image/png');
  expect(run.journal.at(-1)?.text).toBe(ENDED[reason]);
  expect(JSON.stringify(run)).not.toContain(ONE_TIME_CODE);
  expect(account).toMatchObject({ warmup_status: 'failed', warmup_held_reason: reason });
  return { postsSeen: run.counts.postsSeen, isLoggedIn: account.is_logged_in };
}

/** Each signal meets other languages and the other layout in the middle of a session than at its start. */
const cases = (shift: number) =>
  STOPS.map((stop, index) => ({
    stop,
    reason: REASONS[stop],
    language: LANGUAGES[(index + shift) % LANGUAGES.length] ?? 'en',
    layout: LAYOUTS[(index + shift) % LAYOUTS.length] ?? 'rail',
  }));

describe('a stop signal ends the warm-up at once and holds the account', () => {
  it.each(cases(0))('at the start: $stop ($language, $layout)', async ({ stop, reason, language, layout }) => {
    const { postsSeen } = await expectHold({ language, layout, stop: { by: stop, after: 0 } }, reason);
    expect(postsSeen).toBeLessThanOrEqual(1);
  });

  it.each(cases(1))(
    'in the middle, past questions that are harmless: $stop ($language, $layout)',
    async ({ stop, reason, language, layout }) => {
      const questions = { dialogs: ['cookies', 'notifications'], onetap: true } as const;
      const { postsSeen } = await expectHold({ language, layout, stop: { by: stop, after: 4 }, ...questions }, reason);
      expect(postsSeen).toBeGreaterThanOrEqual(2);
      expect(postsSeen).toBeLessThanOrEqual(6);
    },
  );

  it.each(LANGUAGES)('by the words of every dialog in %s', (language) => {
    const dialogs = Object.entries(WORDS[language].stopDialogs) as [StopDialog, [string, string]][];
    for (const [dialog, words] of dialogs) expect(stopOfWords(words.join('\n'))).toBe(REASONS[dialog]);
  });
});

describe('what is not known to be harmless stops the visit, with a picture, and holds the account', () => {
  it.each(NOTICES)('%s', async (by) => {
    const { postsSeen, isLoggedIn } = await expectHold({ stop: { by, after: 3 } }, 'unknown_notice');
    expect(postsSeen).toBeGreaterThan(0);
    expect(isLoggedIn).toBe(true);
  });

  it('"Action Blocked" that comes over a question when the pointer is there already: nothing is pressed', () =>
    expectHold({ dialogs: ['cookies'], trap: true }, 'action_blocked'));
});

describe('an ordinary page', () => {
  it.each(LAYOUTS)('with everything that may lie about on it stops nothing, in layout %s', async (layout) => {
    const { run, account } = await visit({ layout, extras: EXTRAS, dialogs: ['cookies', 'notifications'] });
    expect(run).toMatchObject({ status: 'success', reason: null });
    expect(account.warmup_held_reason).toBeNull();
    expect(run.journal.map(({ text }) => text)).toContain(DISMISSED);
  });

  it('has stories that are buttons of a menu', async () => {
    const { run } = await visit({ hasStoryButtons: true });
    expect(run.status).toBe('success');
    expect(run.counts.storiesSeen).toBeGreaterThan(0);
  });
});

it.each(LOG_OUTS.flatMap((by) => [0, 3].map((after) => ({ by, after }))))(
  'a session that is over logs the account out and holds it: $by after $after posts',
  async (stop) => expect(await expectHold({ stop }, 'login')).toMatchObject({ isLoggedIn: false }),
);
