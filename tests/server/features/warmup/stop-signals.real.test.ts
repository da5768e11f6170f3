import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOOKED } from '../../../../server/features/warmup/messages.ts';
import { stopOfWords } from '../../../../server/instagram/words.ts';
import { isStopSignal, type WarmupReason } from '../../../../shared/accounts/warmup.ts';
import { startTestAgent, type TestAgent } from '../../../helpers/agent.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { everyNth } from '../../../helpers/depth.ts';
import { fastClock } from '../../../helpers/fast-clock.ts';
import { type Instagram, startInstagram } from '../../../helpers/instagram/imitation.ts';
import {
  LANGUAGES,
  LAYOUTS,
  ONE_TIME_CODE,
  type Stop,
  type StopDialog,
  type Switches,
} from '../../../helpers/instagram/switches.ts';
import { warmupsOf } from '../../../helpers/instagram/warmups.ts';
import { WORDS } from '../../../helpers/instagram/words.ts';
import { seeded } from '../../../helpers/seeded.ts';
import { REAL_TIME_PLAN, type RealTimeSession, runInRealTime } from './real-time.ts';

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
/** With it a session begins in the feed. */
const FEED_FIRST = 4;

let instagram: Instagram;
let test: TestAgent;
let warmups: ReturnType<typeof warmupsOf>;
let random: () => number;
let log = '';
/** Two minutes by the real clock, which pass while the others run. */
let inRealTime: Promise<RealTimeSession>;
const isOver = new AbortController();

beforeAll(async () => {
  inRealTime = runInRealTime(isOver.signal);
  inRealTime.catch(() => undefined);
  instagram = await startInstagram();
  const logStream = new PassThrough().on('data', (chunk) => {
    log += chunk;
  });
  test = await startTestAgent(
    { instagramUrl: instagram.origin, logLevel: 'trace' },
    { logStream, warmup: { clock: fastClock(), random: () => random(), patienceMs: 3_000 } },
  );
  warmups = warmupsOf({ ...test, database: test.admin, instagram });
});
beforeEach(() => {
  random = seeded(FEED_FIRST);
});
afterEach(() => instagram.reset());
afterAll(async () => {
  isOver.abort();
  await inRealTime.catch(() => undefined);
  await test?.close();
  await instagram?.close();
  expect(log).toContain('/api/warmup/');
  expect(log).not.toContain(ONE_TIME_CODE);
});

/** Each signal meets other languages and the other layout in the middle of a session than at its start. */
const cases = (shift: number) =>
  STOPS.map((stop, index) => ({
    stop,
    reason: REASONS[stop],
    language: LANGUAGES[(index + shift) % LANGUAGES.length] ?? 'en',
    layout: LAYOUTS[(index + shift) % LAYOUTS.length] ?? 'rail',
  }));

/** Warms a new account up while Instagram does as `switches` says, and expects that this stops it. */
async function expectStop(switches: Partial<Switches>, reason: WarmupReason): Promise<{ postsSeen: number }> {
  instagram.set(switches);
  const accountId = await warmups.addAccount();
  expect((await warmups.start(accountId)).status).toBe(202);
  expect(await warmups.until(accountId)).toEqual({ isRunning: false, status: 'failed', reason });

  const run = await warmups.newestRun(accountId);
  expect(run).toMatchObject({ status: 'failed', reason, hasScreenshot: true });
  expect(JSON.stringify(run)).not.toContain(ONE_TIME_CODE);
  expect((await warmups.screenshot(run)).headers.get('content-type')).toBe('image/png');
  expect(isStopSignal(reason)).toBe(true);
  expect(await warmups.account(accountId)).toMatchObject({ warmup_status: 'failed', warmup_held_reason: reason });
  expect(instagram.changes()).toEqual([]);
  expect(await processesOn(accountId)).toEqual([]);
  return run.counts;
}

describe('a stop signal ends the warm-up at once and holds the account', () => {
  it.each(everyNth(cases(0), 2))(
    'at the start: $stop ($language, $layout)',
    async ({ stop, reason, language, layout }) => {
      const { postsSeen } = await expectStop({ language, layout, stop: { by: stop, after: 0 } }, reason);
      expect(postsSeen).toBeLessThanOrEqual(1);
    },
  );

  it.each(everyNth(cases(1), 2, 1))(
    'in the middle, past questions that are harmless: $stop ($language, $layout)',
    async ({ stop, reason, language, layout }) => {
      const { postsSeen } = await expectStop(
        { language, layout, stop: { by: stop, after: 4 }, dialogs: ['cookies', 'notifications'], onetap: true },
        reason,
      );
      expect(postsSeen).toBeGreaterThanOrEqual(2);
      expect(postsSeen).toBeLessThanOrEqual(6);
    },
  );

  it.each(LANGUAGES)('by the words of every dialog in %s', (language) => {
    const dialogs = Object.entries(WORDS[language].stopDialogs) as [StopDialog, [string, string]][];
    for (const [dialog, words] of dialogs) expect(stopOfWords(words.join('\n'))).toBe(REASONS[dialog]);
  });
});

describe('two minutes in real time', () => {
  /** Longest looks, in seconds; what takes longer was no look. */
  const RANGES: { [text: string]: [number, number] } = {
    [LOOKED.photo]: [3, 6],
    [LOOKED.video]: [8, 30],
    [LOOKED.story]: [3, 6],
    [LOOKED.reel]: [8, 30],
    [LOOKED.grid]: [3, 8],
  };

  it('take two minutes, in which every look is as long as a look is, and nothing changes', async () => {
    const { journal, seen, seconds, changes } = await inRealTime;
    expect(seconds).toBeGreaterThanOrEqual(REAL_TIME_PLAN.lengthMs / 1000 - 1);
    expect(seconds).toBeLessThan(REAL_TIME_PLAN.lengthMs / 1000 + 30);
    expect(seen.feed).toBe(3);
    expect(seen.stories).toBeGreaterThan(0);
    expect(changes).toEqual([]);
    const looks = journal.filter(({ text }) => text in RANGES);
    expect(looks.length).toBeGreaterThanOrEqual(5);
    for (const { text, seconds: took = 0 } of looks) {
      const [least, most] = RANGES[text] ?? [0, 0];
      expect(took, text).toBeGreaterThanOrEqual(least - 0.05);
      // A page that is looked at for stop signals meanwhile takes time of its own.
      expect(took, text).toBeLessThan(most + 5);
    }
  }, 200_000);
});
