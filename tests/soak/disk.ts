import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Quantiles, quantilesOf } from './quantiles.ts';

/** How often a page is written, and for how long it is kept what that took, in milliseconds. */
const WRITE_MS = 50;
const KEPT_MS = 120_000;

/** A write, or one that has not ended; in milliseconds since 1970. */
type Write = { began: number; ended: number };

/**
 * Watches how long the disk of `folder` takes until a page of 4 kB that is written to it is there: whatever has to be kept
 * waits as long, and with it what waits for that.
 */
export async function watchDisk(folder: string) {
  const recent: Write[] = [];
  let times: number[] = [];
  const writer = new Worker(new URL('./disk-writer.js', import.meta.url), {
    workerData: { path: join(folder, 'disk-probe'), everyMs: WRITE_MS },
    execArgv: [],
  });
  writer.on('message', ({ began, ended }: Partial<Write>) => {
    const last = recent.at(-1);
    if (began) recent.push({ began, ended: Number.POSITIVE_INFINITY });
    if (!ended || !last) return;
    last.ended = ended;
    times.push(ended - last.began);
    while ((recent[0]?.ended ?? ended) < ended - KEPT_MS) recent.shift();
  });
  await once(writer, 'online');
  // Where the run fails it must not keep the process.
  writer.unref();

  return {
    /** For how long between two moments the disk was busy with a page. Asked later, when this thread has heard of its end. */
    between(from: number, to: number): number {
      const parts = recent.map(({ began, ended }) => Math.min(ended, to) - Math.max(began, from));
      return parts.reduce((sum, part) => sum + Math.max(0, part), 0);
    },
    /** What it took since this was asked before. */
    take(): Quantiles {
      const taken = quantilesOf(times);
      times = [];
      return taken;
    },
    async stop(): Promise<void> {
      const gone = once(writer, 'exit');
      writer.postMessage('end');
      await gone;
    },
  };
}
export type Disk = Awaited<ReturnType<typeof watchDisk>>;
