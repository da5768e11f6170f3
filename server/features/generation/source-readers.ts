import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { SourceReading } from '../../../supabase/functions/auto-generate-content/post.ts';
import { SOURCE_TIMEOUT_MS, siteOf } from '../../../supabase/functions/auto-generate-content/sources/fetch-page.ts';
import { SOURCE_REASONS } from '../../../supabase/functions/auto-generate-content/sources/messages.ts';
import type { SourceReader } from '../../../supabase/functions/auto-generate-content/sources/read-source.ts';
import { packageRoot } from '../../supabase/package-files.ts';

export type WorkerReport = { step: 'fetched' } | { step: 'read'; reading: SourceReading };

/** What a source may cost. */
const LIMITS = {
  /**
   * For the worker's start and the download, which has a limit of its own (SOURCE_TIMEOUT_MS) and names what went
   * wrong.
   */
  fetchMs: SOURCE_TIMEOUT_MS + 10_000,
  /** For reading the document once it is here. */
  readMs: 10_000,
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
 * Reads sources in worker threads, because a document can keep its reader busy or fill its memory, whatever is done
 * about it: the worker is ended then, and the reading says why. Workers are started when they are needed and end after
 * a while.
 */
export function openSourceReaders(log: Pick<Logger, 'error'>, overrides: Partial<typeof LIMITS> = {}): SourceReaders {
  const limits = { ...LIMITS, ...overrides };
  const idle = new Map<Worker, NodeJS.Timeout>();
  const workers = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let reading = 0;
  let isClosed = false;

  const start = (): Worker => {
    const worker = startWorker(limits.memoryMb);
    workers.add(worker);
    worker.on('error', (err) => log.error({ err }, 'a worker that reads sources failed'));
    worker.once('exit', () => {
      workers.delete(worker);
      clearTimeout(idle.get(worker));
      idle.delete(worker);
    });
    return worker;
  };
  const keep = (worker: Worker) => {
    worker.unref();
    idle.set(worker, setTimeout(() => void worker.terminate(), limits.idleMs).unref());
  };
  const take = (): Worker => {
    const [kept] = idle;
    if (!kept) return start();
    const [worker, timer] = kept;
    clearTimeout(timer);
    idle.delete(worker);
    worker.ref();
    return worker;
  };
  const wakeNext = () => waiting.shift()?.();

  return {
    async read(url, signal) {
      signal.throwIfAborted();
      while (reading >= limits.atOnce) await turn(waiting, signal);
      if (signal.aborted || isClosed) {
        wakeNext();
        signal.throwIfAborted();
        return { ok: false, url, reason: SOURCE_REASONS.unreadable(siteOf(url)) };
      }
      reading += 1;
      const worker = take();
      let isUsable = false;
      try {
        const asked = await ask(worker, url, limits, signal);
        isUsable = asked.isUsable && !isClosed;
        return asked.answer;
      } finally {
        if (isUsable) keep(worker);
        else void worker.terminate();
        reading -= 1;
        wakeNext();
      }
    },
    async close() {
      isClosed = true;
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

/**
 * Runs a program that is not built, as tests do from the package's folder: Node 20 takes TypeScript in a worker only by
 * a call from within.
 */
const FROM_SOURCE = `
  const { workerData } = require('node:worker_threads');
  import('tsx/esm/api').then(({ register }) => (register(), import(workerData)));
`;

/** The built worker or, where this module itself is source, the source. */
function startWorker(memoryMb: number): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 };
  const options = { name: 'source-reader', resourceLimits };
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(join(packageRoot(), 'dist', 'server', 'source-worker.js'), options);
  }
  const program = new URL('source-worker.ts', import.meta.url).href;
  return new Worker(FROM_SOURCE, { ...options, eval: true, workerData: program });
}
