import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenedApi } from '../../../server/cli/agent/workspace.ts';
import { onDemand } from '../../../server/cli/mcp/on-demand.ts';
import { deferred } from '../../helpers/deferred.ts';

const IDLE_MS = 1000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Counts what is opened and closed; `isRunning` as an agent that runs by itself would be. */
function workspaces(isRunning: boolean) {
  const counts = { opened: 0, closed: 0 };
  const open = async (): Promise<OpenedApi> => {
    counts.opened += 1;
    return {
      api: () => Promise.reject(new Error('Nobody asks here.')),
      isRunning,
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
