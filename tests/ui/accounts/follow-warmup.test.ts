import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followWarmup } from '@/features/accounts/use-warmup.ts';
import { WARMUP_POLL_MS, type WarmupStatusAnswer } from '../../../shared/accounts/warmup.ts';

const RUNNING: WarmupStatusAnswer = { isRunning: true };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Follows a warm-up whose agent gives these answers in turn, and keeps repeating the last one. */
function follow(...answers: (WarmupStatusAnswer | Error)[]) {
  const stop = new AbortController();
  const heard: (WarmupStatusAnswer | undefined)[] = [];
  const ask = vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer || answer instanceof Error) throw answer;
    return answer;
  });
  const end = followWarmup({ ask, onAnswer: (answer) => heard.push(answer), signal: stop.signal });
  return { ask, heard, stop, end };
}

describe('followWarmup (§4)', () => {
  it('asks at once, then every five seconds, until it is over', async () => {
    const { ask, end } = follow(RUNNING, RUNNING, { isRunning: false, status: 'success' });
    await vi.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(WARMUP_POLL_MS - 1);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ask).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(WARMUP_POLL_MS);
    expect(await end).toBe('success');
    await vi.advanceTimersByTimeAsync(10 * WARMUP_POLL_MS);
    expect(ask).toHaveBeenCalledTimes(3);
    expect(WARMUP_POLL_MS).toBe(5000);
  });

  it('ends at once, without another question, when it is told to stop', async () => {
    const { ask, stop, end } = follow(RUNNING);
    await vi.advanceTimersByTimeAsync(WARMUP_POLL_MS / 2);
    stop.abort();
    expect(await end).toBeUndefined();
    await vi.advanceTimersByTimeAsync(10 * WARMUP_POLL_MS);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not report an answer that comes after the stop', async () => {
    const { heard, stop, end } = follow({ isRunning: false, status: 'success' });
    stop.abort();
    expect(await end).toBeUndefined();
    expect(heard).toEqual([]);
  });
});
