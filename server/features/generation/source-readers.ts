import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { SourceReading } from '../../../supabase/functions/auto-generate-content/post.ts';
import { SOURCE_TIMEOUT_MS, siteOf } from '../../../supabase/functions/auto-generate-content/sources/fetch-page.ts';
import { SOURCE_REASONS } from '../../../supabase/functions/auto-generate-content/sources/messages.ts';
import type { SourceReader } from '../../../supabase/functions/auto-generate-content/sources/read-source.ts';
import { packageRoot } from '../../supabase/package-files.ts';

export type WorkerReport = { step: 'fetched' } | { step: 'read'; reading: SourceReading };

/** What a source may cost. */
const LIMITS = {
  /** For the worker's start and the download, which has a limit of its own (SOURCE_TIMEOUT_MS) and names what went wrong. */
  fetchMs: SOURCE_TIMEOUT_MS + 10_000,
  /** For reading the document once it is here. */
  readMs: 5_000,
  /** Of a worker's heap. */
  memoryMb: 256,
  /** Workers that read at the same time; further sources wait. */
  atOnce: 2,
  /** How long a worker is kept for the next source. */
  idleMs: 30_000,
};

export type SourceReaders = {
  read: SourceReader;
  /** Ends all workers, and with them what they read. */
  close(): Promise<void>;
};

/**
 * Reads sources in worker threads, because a document can keep its reader busy or fill its memory, whatever is done about it: the worker is ended
 * then, and the reading says why. Workers are started when they are needed and end after a while.
 */
export function openSourceReaders(overrides: Partial<typeof LIMITS> = {}): SourceReaders {
  const limits = { ...LIMITS, ...overrides };
  const idle: Worker[] = [];
  const workers = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let reading = 0;

  const start = (): Worker => {
    const worker = startWorker(limits.memoryMb);
    workers.add(worker);
    // Also between two sources, where nobody else listens.
    worker.on('error', () => {});
    worker.once('exit', () => {
      workers.delete(worker);
      forget(worker);
    });
    return worker;
  };
  const forget = (worker: Worker) => {
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
  };
  const keep = (worker: Worker) => {
    idle.push(worker);
    worker.unref();
    const timer = setTimeout(() => void worker.terminate(), limits.idleMs).unref();
    worker.once('taken', () => clearTimeout(timer));
  };
  const take = (): Worker => {
    const worker = idle.pop();
    if (!worker) return start();
    worker.emit('taken');
    worker.ref();
    return worker;
  };

  return {
    async read(url, signal) {
      while (reading >= limits.atOnce) await turn(waiting, signal);
      signal.throwIfAborted();
      reading += 1;
      const worker = take();
      try {
        const { answer, isUsable } = await ask(worker, url, limits, signal);
        if (isUsable) keep(worker);
        else void worker.terminate();
        return answer;
      } catch (error) {
        void worker.terminate();
        throw error;
      } finally {
        reading -= 1;
        waiting.shift()?.();
      }
    },
    async close() {
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
}

/** Waits until a reader is free. */
function turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(go), 1);
      reject(signal.reason);
    };
    const go = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    waiting.push(go);
    signal.addEventListener('abort', leave, { once: true });
  });
}

type Asked = { answer: SourceReading; isUsable: boolean };

/** One source, by a worker of its own. Rejects with the signal's reason only. */
function ask(worker: Worker, url: string, limits: typeof LIMITS, signal: AbortSignal): Promise<Asked> {
  const site = siteOf(url);
  const given = new AbortController();
  const until = { signal: given.signal };
  return new Promise<Asked>((resolve, reject) => {
    const fail = (reason: string) => resolve({ answer: { ok: false, url, reason }, isUsable: false });
    const giveUp = (reason: string, ms: number) => {
      const timer = setTimeout(() => fail(reason), ms);
      given.signal.addEventListener('abort', () => clearTimeout(timer));
    };
    giveUp(SOURCE_REASONS.timedOut(site, Math.round(limits.fetchMs / 1000)), limits.fetchMs);
    const onMessage = (report: WorkerReport) => {
      if (report.step === 'fetched')
        giveUp(SOURCE_REASONS.tooSlow(site, Math.round(limits.readMs / 1000)), limits.readMs);
      else resolve({ answer: report.reading, isUsable: true });
    };
    const onError = (error: Error) => {
      const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(isFull ? SOURCE_REASONS.tooLarge(site) : SOURCE_REASONS.unreadable(site));
    };
    const onExit = () => fail(SOURCE_REASONS.unreadable(site));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    given.signal.addEventListener('abort', () =>
      worker.off('message', onMessage).off('error', onError).off('exit', onExit),
    );
    signal.addEventListener('abort', () => reject(signal.reason), until);
    worker.postMessage(url);
  }).finally(() => given.abort());
}

/** The built worker or, where this module itself is source, the source by way of tsx. */
function startWorker(memoryMb: number): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 };
  const here = fileURLToPath(import.meta.url);
  if (!here.endsWith('.ts')) {
    return new Worker(join(packageRoot(), 'dist', 'server', 'source-worker.js'), {
      name: 'source-reader',
      resourceLimits,
    });
  }
  const program = new URL('source-worker.ts', import.meta.url);
  return new Worker(program, { name: 'source-reader', resourceLimits, execArgv: ['--import', 'tsx'] });
}
