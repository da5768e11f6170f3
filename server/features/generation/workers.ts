import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { CardDrawer } from '../../../supabase/functions/auto-generate-content/media/cards/draw-card.ts';
import type { SourceReading } from '../../../supabase/functions/auto-generate-content/post.ts';
import { SOURCE_TIMEOUT_MS, siteOf } from '../../../supabase/functions/auto-generate-content/sources/fetch-page.ts';
import { SOURCE_REASONS } from '../../../supabase/functions/auto-generate-content/sources/messages.ts';
import type { SourceReader } from '../../../supabase/functions/auto-generate-content/sources/read-source.ts';
import { packageRoot } from '../../supabase/package-files.ts';

/** What a worker is asked for, one at a time. */
export type WorkerRequest = { read: string } | { draw: Parameters<CardDrawer> };
export type WorkerReport =
  | { step: 'fetched' }
  | { step: 'read'; reading: SourceReading }
  | { step: 'drawn'; png: Uint8Array };

/** What a source and a card may cost. */
const LIMITS = {
  /**
   * For the worker's start, which takes long on a busy machine, and the download, which has a limit of its own
   * (SOURCE_TIMEOUT_MS) and names what went wrong.
   */
  fetchMs: SOURCE_TIMEOUT_MS + 50_000,
  /** For reading the document once it is here. */
  readMs: 10_000,
  /** For the worker's start and the drawing of a card. */
  drawMs: 60_000,
  /** Of a worker's heap. */
  memoryMb: 256,
  /** Workers at the same time; further sources and cards wait. */
  atOnce: 2,
  /** How long a worker is kept for the next source or card. */
  idleMs: 30_000,
};

export type GenerationWorkers = {
  read: SourceReader;
  /** Rejects when the card cannot be drawn. */
  draw: CardDrawer;
  /** Ends all workers, and with them what they do. */
  close(): Promise<void>;
};

/**
 * Reads sources and draws cards in worker threads. A document can keep its reader busy or fill its memory, whatever is
 * done about it: the worker is ended then, and the reading says why. Drawing would hold up the agent's requests.
 * Workers are started when they are needed and end after a while.
 */
export function openGenerationWorkers(
  log: Pick<Logger, 'error'>,
  overrides: Partial<typeof LIMITS> = {},
): GenerationWorkers {
  const limits = { ...LIMITS, ...overrides };
  const idle = new Map<Worker, NodeJS.Timeout>();
  const workers = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let working = 0;
  let isClosed = false;

  const start = (): Worker => {
    const worker = startWorker(limits.memoryMb);
    workers.add(worker);
    worker.on('error', (err) => log.error({ err }, 'a worker that reads sources and draws cards failed'));
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
  /** The one that worked last has loaded most of what is needed. */
  const take = (): Worker => {
    const kept = [...idle].at(-1);
    if (!kept) return start();
    const [worker, timer] = kept;
    clearTimeout(timer);
    idle.delete(worker);
    worker.ref();
    return worker;
  };
  const wakeNext = () => waiting.shift()?.();

  /** Lets `ask` use a worker; `closed` stands for its answer where the agent ends before. */
  const withWorker = async <T>(ask: (worker: Worker) => Promise<Asked<T>>, closed: () => T, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    while (working >= limits.atOnce) await turn(waiting, signal);
    if (signal?.aborted || isClosed) {
      wakeNext();
      signal?.throwIfAborted();
      return closed();
    }
    working += 1;
    const worker = take();
    let isUsable = false;
    try {
      const asked = await ask(worker);
      isUsable = asked.isUsable && !isClosed;
      return asked.answer;
    } finally {
      if (isUsable) keep(worker);
      else void worker.terminate();
      working -= 1;
      wakeNext();
    }
  };

  return {
    read: (url, signal) =>
      withWorker(
        (worker) => askToRead(worker, url, limits, signal),
        () => ({ ok: false, url, reason: SOURCE_REASONS.unreadable(siteOf(url)) }),
        signal,
      ),
    draw: (...draw) =>
      withWorker(
        (worker) => askToDraw(worker, draw, limits),
        () => {
          throw new Error(NOT_DRAWN);
        },
      ),
    async close() {
      isClosed = true;
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
}

/** Waits until a worker is free. */
function turn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(go), 1);
      reject(signal?.reason);
    };
    const go = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    waiting.push(go);
    signal?.addEventListener('abort', leave, { once: true });
  });
}

type Asked<T> = { answer: T; isUsable: boolean };

/** One source, by a worker of its own. Rejects with the signal's reason only. */
function askToRead(
  worker: Worker,
  url: string,
  limits: typeof LIMITS,
  signal: AbortSignal,
): Promise<Asked<SourceReading>> {
  const site = siteOf(url);
  return ask<SourceReading>(worker, { read: url }, ({ resolve, reject, giveUp, until }) => {
    const fail = (reason: string) => resolve({ answer: { ok: false, url, reason }, isUsable: false });
    const inTime = (reason: string, ms: number) => giveUp(() => fail(reason), ms);
    inTime(SOURCE_REASONS.timedOut(site, Math.round(limits.fetchMs / 1000)), limits.fetchMs);
    signal.addEventListener('abort', () => reject(signal.reason), until);
    return {
      report(report) {
        if (report.step === 'fetched')
          inTime(SOURCE_REASONS.tooSlow(site, Math.round(limits.readMs / 1000)), limits.readMs);
        else if (report.step === 'read') resolve({ answer: report.reading, isUsable: true });
      },
      ended(error) {
        const isFull = error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        fail(isFull ? SOURCE_REASONS.tooLarge(site) : SOURCE_REASONS.unreadable(site));
      },
    };
  });
}

const NOT_DRAWN = 'The card could not be drawn.';

/** One card, by a worker of its own. */
function askToDraw(worker: Worker, draw: Parameters<CardDrawer>, limits: typeof LIMITS): Promise<Asked<Uint8Array>> {
  return ask<Uint8Array>(worker, { draw }, ({ resolve, reject, giveUp }) => {
    giveUp(() => reject(new Error(`${NOT_DRAWN} It took more than ${limits.drawMs / 1000} s.`)), limits.drawMs);
    return {
      report: (report) => report.step === 'drawn' && resolve({ answer: report.png, isUsable: true }),
      ended: (cause) => reject(new Error(NOT_DRAWN, { cause })),
    };
  });
}

type Asking<T> = {
  resolve(asked: Asked<T>): void;
  reject(reason: unknown): void;
  /** Calls `late` after `ms` milliseconds, unless it is over by then. */
  giveUp(late: () => void, ms: number): void;
  /** For listeners that end with it. */
  until: { signal: AbortSignal };
};
type Listener = { report(report: WorkerReport): unknown; ended(error?: Error): void };

/** Sends a request to a worker and listens to it until there is an answer. */
function ask<T>(worker: Worker, request: WorkerRequest, listen: (asking: Asking<T>) => Listener): Promise<Asked<T>> {
  const over = new AbortController();
  const until = { signal: over.signal };
  return new Promise<Asked<T>>((resolve, reject) => {
    const giveUp = (late: () => void, ms: number) => {
      const timer = setTimeout(late, ms);
      over.signal.addEventListener('abort', () => clearTimeout(timer));
    };
    const { report, ended } = listen({ resolve, reject, giveUp, until });
    const onExit = () => ended();
    worker.on('message', report).on('error', ended).on('exit', onExit);
    over.signal.addEventListener('abort', () => worker.off('message', report).off('error', ended).off('exit', onExit));
    worker.postMessage(request);
  }).finally(() => over.abort());
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
  const options = { name: 'generation-worker', resourceLimits };
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(join(packageRoot(), 'dist', 'server', 'generation-worker.js'), options);
  }
  const program = new URL('worker.ts', import.meta.url).href;
  return new Worker(FROM_SOURCE, { ...options, eval: true, workerData: program });
}
