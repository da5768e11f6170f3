import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findAccount } from '../../../server/cli/accounts/account-lookup.ts';
import { failureInWords, progressInWords, warmedUp } from '../../../server/cli/accounts/warmup-messages.ts';
import type { OpenedApi } from '../../../server/cli/agent/workspace.ts';
import { onDemand } from '../../../server/cli/mcp/on-demand.ts';
import { endOf } from '../../../server/cli/terminal/exit-code.ts';
import { Interruption } from '../../../server/cli/terminal/interruption.ts';
import { AppError } from '../../../server/errors.ts';
import { ENDED } from '../../../server/features/warmup/messages.ts';
import type { Account } from '../../../shared/accounts/accounts.ts';
import { isStopSignal, warmupReasonSchema } from '../../../shared/accounts/warmup.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { runHere } from '../../helpers/cli.ts';
import { deferred } from '../../helpers/deferred.ts';

const run = (...args: string[]) => runHere(args);

it('prints its version', async () => {
  const stdout = expect.stringMatching(/^\d+\.\d+\.\d+\n$/);
  expect(await run('--version')).toEqual({ code: 0, stdout, stderr: '' });
});

it('explains itself on stdout when asked, with every command', async () => {
  const { code, stdout } = await run('--help');
  expect(code).toBe(0);
  const all =
    'start status stop users generate posts jobs scripts accounts channels warmup config token service doctor';
  for (const command of `${all} browser`.split(' ')) {
    expect(stdout).toMatch(new RegExp(`^ +${command} `, 'm'));
  }
});

it.each([[[]], [['start', '--nonsense']], [['users', 'add']], [['users', 'add', 'a@b.c', 'password']]])(
  'takes %j for wrong usage: exit code 2, and help on stderr',
  async (args) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).not.toBe('');
  },
);

it.each([
  [['start', '--port', '70000'], '--port: expected a port from 0 to 65535.'],
  [['status', '--data-dir', ''], '--data-dir: expected a directory.'],
  [['status', '--log-level', 'loud'], '--log-level: expected silent, fatal, error, warn, info, debug or trace.'],
])('takes %j for wrong usage too, in the words of the setting', async (args, said) =>
  expect(await run(...args)).toEqual({ code: 2, stdout: '', stderr: `local-agent: ${said}\n` }),
);

it.each([
  [['generate', '--dry-run', '--days', '32'], 'Give a whole number from 1 to 31.'],
  [['generate', '--dry-run', '--count', '2'], ''],
  [['posts', 'list', '--status', 'bogus'], 'Allowed choices are scheduled, '],
])('takes %j for wrong usage, and says what to give', async (args, words) =>
  expect(await run(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) }),
);

it('ends with 1 and one line for a known error, 130 for Ctrl+C, and shows where a bug is', () => {
  expect(endOf(new AppError('conflict', 'It is taken.\nTry another.'))).toEqual({
    exitCode: 1,
    message: 'local-agent: It is taken. Try another.',
  });
  expect(endOf(new Interruption(130))).toEqual({ exitCode: 130, message: null });
  expect(endOf(new TypeError('oops')).message).toMatch(/a bug:\nTypeError: oops\n +at /);
});

const account = (id: string, platform: Platform, label: string): Account => ({
  id,
  platform,
  label,
  isLoggedIn: false,
  autoWarmup: true,
  warmupStatus: null,
  lastWarmupAt: null,
  warmupHeldReason: null,
  warmupHeldAt: null,
  isEstablished: false,
  rampUpSince: null,
  createdAt: '2026-11-21T00:00:00.000Z',
});
const accounts = [account('1', 'instagram', 'Main'), account('2', 'tiktok', 'main'), account('3', 'twitter', 'a/b')];

describe('an account', () => {
  it('is found by label, id or platform and label, without regard to case', () => {
    expect([findAccount(accounts, 'A/B').id, findAccount(accounts, '2').id]).toEqual(['3', '2']);
    expect(findAccount(accounts, 'TikTok/MAIN').id).toBe('2');
  });

  it('is the one of the platform that is meant where several have the label', () => {
    expect(findAccount(accounts, 'main', 'instagram').id).toBe('1');
    expect(findAccount(accounts, 'a/b', 'instagram').id).toBe('3');
  });

  it('is asked for again where the label says too little', () => {
    expect(() => findAccount(accounts, 'main')).toThrow('Name one with its platform: instagram/main or tiktok/main');
    expect(() => findAccount(accounts, 'other')).toThrow('no account named other');
  });
});

const REASONS = warmupReasonSchema.options;

describe('why a warm-up failed', () => {
  it('is said by the terminal and the journal for every reason, in words of its own', () => {
    const said = REASONS.map((reason) => failureInWords(reason, 'IG_Main'));
    for (const words of said) expect(words).toMatch(/^The warm-up of IG_Main failed\. [A-Z].*\.$/);
    expect(new Set(said).size).toBe(REASONS.length);
    expect(Object.keys(ENDED).toSorted()).toEqual([...REASONS].toSorted());
    expect(new Set(Object.values(ENDED)).size).toBe(REASONS.length);
  });

  it.each(REASONS.filter(isStopSignal))('names the log-in that lets %s go on', (reason) =>
    expect(failureInWords(reason, 'IG_Main')).toContain('`local-agent accounts login "IG_Main"`'),
  );
});

it('what a warm-up does and did is counted in words', () => {
  const counts = { postsSeen: 1, storiesSeen: 1, reelsSeen: 2, likes: 0, seconds: 301 };
  expect(warmedUp('IG_Main', counts)).toBe('Warmed up IG_Main in 6 min: 1 post, 1 story, 2 reels, 0 likes.');
  const progress = { runId: 'x', activity: 'feed', counts, minutesLeft: 4 } as const;
  expect(progressInWords(progress)).toBe('Browsing the feed · 1 post seen · 4 min left');
  expect(progressInWords({ ...progress, activity: 'waiting' })).toBe('Waiting for another warm-up to end');
});

describe('a workspace that is opened on demand', async () => {
  const IDLE_MS = 1000;

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Counts how often a workspace is opened and closed; `isRunning` simulates a running agent. */
  function workspaces(isRunning: boolean) {
    const counts = { opened: 0, closed: 0 };
    const open = async (): Promise<OpenedApi> => {
      counts.opened += 1;
      return {
        api: () => Promise.reject(new Error('Nobody asks here.')),
        isRunning,
        port: 3001,
        close: async () => {
          counts.closed += 1;
        },
      };
    };
    return { counts, open };
  }

  it('opens a workspace once for calls at the same time and soon after, and closes it when nothing is asked', async () => {
    const { counts, open } = workspaces(false);
    const { withReach } = onDemand(open, IDLE_MS);
    expect(await Promise.all([withReach(async () => 1), withReach(async () => 2)])).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    expect(await withReach(async ({ isRunning }) => isRunning)).toBe(false);
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    expect(counts).toEqual({ opened: 1, closed: 0 });
    await vi.advanceTimersByTimeAsync(1);
    expect(counts).toEqual({ opened: 1, closed: 1 });
    await withReach(async () => undefined);
    expect(counts).toEqual({ opened: 2, closed: 1 });
  });

  it('never closes it under a call, however long that takes', async () => {
    const { counts, open } = workspaces(false);
    const { withReach } = onDemand(open, IDLE_MS);
    const long = deferred();
    const working = withReach(() => long.promise);
    await withReach(async () => undefined);
    await vi.advanceTimersByTimeAsync(10 * IDLE_MS);
    expect(counts).toEqual({ opened: 1, closed: 0 });
    long.resolve();
    await working;
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(counts).toEqual({ opened: 1, closed: 1 });
  });

  it('looks anew each time for an agent that runs, which may have ended since', async () => {
    const { counts, open } = workspaces(true);
    const { withReach } = onDemand(open, IDLE_MS);
    for (let time = 0; time < 3; time++) expect(await withReach(async ({ isRunning }) => isRunning)).toBe(true);
    expect(counts.opened).toBe(3);
  });

  it('hands on why it could not open, and tries again', async () => {
    const { counts, open } = workspaces(false);
    let isBroken = true;
    const { withReach } = onDemand(() => (isBroken ? Promise.reject(new Error('No disk.')) : open()), IDLE_MS);
    await expect(withReach(async () => 1)).rejects.toThrow('No disk.');
    isBroken = false;
    expect([await withReach(async () => 1), counts.opened]).toEqual([1, 1]);
  });

  it('waits for calls when asked to, and closes at once', async () => {
    const { counts, open } = workspaces(false);
    const { withReach, settled, close } = onDemand(open, IDLE_MS);
    let isOver = false;
    const long = deferred();
    const working = withReach(() => long.promise);
    const waiting = settled().then(() => {
      isOver = true;
    });
    expect(isOver).toBe(false);
    long.resolve();
    await Promise.all([waiting, working]);
    await close();
    expect(counts).toEqual({ opened: 1, closed: 1 });
  });
});
