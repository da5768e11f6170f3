import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LatestRun, startedRun } from '../../../../ui/features/scripts/runs/latest-run.ts';
import { createRunFeed } from '../../../../ui/features/scripts/runs/run-feed.ts';

const FIRST = startedRun('a', '2026-11-21T09:05:00.000Z');
const line = (text: string) => ({ at: FIRST.startedAt, kind: 'script' as const, text });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a feed of a run', () => {
  it('shows the beginning at once, and a thousand lines together', () => {
    const shown: LatestRun[] = [];
    const feed = createRunFeed(FIRST, (run) => shown.push(run));
    expect(shown).toEqual([FIRST]);
    for (let index = 0; index < 1000; index++) feed.line(line(`${index}`));
    expect(shown).toHaveLength(1);
    vi.advanceTimersByTime(100);
    expect(shown).toHaveLength(2);
    expect(shown[1]?.log).toHaveLength(1001);
  });

  it('knows what is not shown yet', () => {
    const feed = createRunFeed(FIRST, () => undefined);
    feed.line(line('one'));
    expect(feed.current().log.at(-1)?.text).toBe('one');
  });

  it('shows nothing late after it was replaced', () => {
    const shown: LatestRun[] = [];
    const feed = createRunFeed(FIRST, (run) => shown.push(run));
    feed.line(line('one'));
    feed.replace({ ...FIRST, status: 'success' });
    vi.advanceTimersByTime(1000);
    expect(shown.map(({ status }) => status)).toEqual(['running', 'success']);
  });
});
