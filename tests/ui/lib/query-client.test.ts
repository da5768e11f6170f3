import { environmentManager, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/lib/query-client.ts';

/** The error that screens get if a fetch has no response. */
const AWAY = new TypeError('No answer.', { cause: new TypeError('Failed to fetch') });
const MINUTE = 60_000;

// TanStack Query ignores intervals on a server.
beforeAll(() => environmentManager.setIsServer(() => false));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const whereRead = (query: { state: { data?: unknown } }) => (query.state.data ? 2000 : false);
it.each([
  ['', 2000],
  [', chosen by what was read,', whereRead],
])('an interval%s grows while the backend is away, and is as before once it answers', async (_, refetchInterval) => {
  const client = createQueryClient();
  const asked: number[] = [];
  let isAway = false;
  const queryFn = async () => {
    asked.push(Date.now());
    if (isAway) throw AWAY;
    return 'here';
  };
  const leave = new QueryObserver(client, { queryKey: ['x'], queryFn, refetchInterval }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(asked.length).toBeGreaterThan(28);

  isAway = true;
  asked.length = 0;
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  const distances = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  expect(asked.length).toBeLessThan(25);
  expect(distances.slice(0, 5)).toEqual(distances.slice(0, 5).sort((a, b) => a - b));
  expect(Math.max(...distances)).toBeLessThanOrEqual(1.25 * MINUTE);
  expect(Math.max(...distances)).toBeGreaterThanOrEqual(0.75 * MINUTE);

  isAway = false;
  await client.refetchQueries();
  asked.length = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(5);
  leave();
  client.clear();
});

it('what writes is sent once, though nothing answers', async () => {
  const mutationFn = vi.fn(() => Promise.reject(AWAY));
  const sent = new MutationObserver(createQueryClient(), { mutationFn }).mutate();
  await expect(sent).rejects.toBe(AWAY);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(mutationFn).toHaveBeenCalledTimes(1);
});
