import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProcessHealth } from '../../../shared/agent/health.ts';

/** Interval of the timer that measures the delay: long, so that an idle agent does not keep the processor awake. */
const RESOLUTION_MS = 100;
/** Length of a measuring window; the current and the previous one are kept. */
const WINDOW_MS = 60_000;
const NS_PER_MS = 1_000_000;

type Delay = ProcessHealth['eventLoopDelayMs'];

/** Measures this process until closed. Does not keep the process alive. */
export function watchProcess(): { read(): Promise<ProcessHealth>; close(): void } {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const late = (ns: number) => Math.max(0, ns / NS_PER_MS - RESOLUTION_MS);
  const current = (): Delay | null =>
    histogram.count === 0
      ? null
      : { median: late(histogram.percentile(50)), p99: late(histogram.percentile(99)), max: late(histogram.max) };
  let previous: Delay | null = null;
  const turn = setInterval(() => {
    previous = current();
    histogram.reset();
  }, WINDOW_MS);
  turn.unref();

  return {
    async read() {
      const { rss, heapUsed, heapTotal } = process.memoryUsage();
      return {
        uptimeSeconds: Math.round(process.uptime()),
        rssBytes: rss,
        heapUsedBytes: heapUsed,
        heapTotalBytes: heapTotal,
        eventLoopDelayMs: worse(previous, current()),
        handles: countsOf(process.getActiveResourcesInfo()),
        fileDescriptors: await openDescriptors(),
      };
    },
    close() {
      clearInterval(turn);
      histogram.disable();
    },
  };
}

/** The worse of two windows for each metric. */
function worse(one: Delay | null, other: Delay | null): Delay {
  const of = (name: keyof Delay) => Math.max(one?.[name] ?? 0, other?.[name] ?? 0);
  return { median: of('median'), p99: of('p99'), max: of('max') };
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Number of open file descriptors, without the one used for listing them. Linux only; null elsewhere. */
async function openDescriptors(): Promise<number | null> {
  return readdir('/proc/self/fd').then(
    (names) => names.length - 1,
    () => null,
  );
}
