import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';

export type WorkerLimits = {
  /** A worker's heap limit in megabytes. */
  memoryMb: number;
  /** Maximum number of workers; further requests wait. */
  atOnce: number;
  /** How long an idle worker is kept, in milliseconds. */
  idleMs: number;
};

/** A worker's result. If `isUsable` is false, the worker is terminated. */
type Asked<T> = { answer: T; isUsable: boolean };

type Asking<T> = {
  resolve(asked: Asked<T>): void;
  reject(reason: unknown): void;
  /** Calls `late` after `ms` milliseconds, unless the task is over. */
  giveUp(late: () => void, ms: number): void;
  /** Options for event listeners that should be removed when the task is over. */
  until: { signal: AbortSignal };
};
type Listener<Report> = { report(report: Report): unknown; ended(error?: Error): void };

/** One request. `listen` handles the worker's reports; `closed` provides the answer if the pool closes first. */
export type WorkerTask<Request, Report, T> = {
  request: Request;
  listen(asking: Asking<T>): Listener<Report>;
  closed(): T;
  /** Aborts the task, even while it waits for a worker. */
  signal?: AbortSignal | undefined;
};

export type WorkerPool<Request, Report> = {
  ask<T>(task: WorkerTask<Request, Report, T>): Promise<T>;
  /** Terminates all workers and their tasks. */
  close(): Promise<void>;
};

/**
 * Worker threads that answer one request at a time, started on demand and terminated when idle. `program` is the path
 * of their script.
 */
export function openWorkerPool<Request, Report>(
  program: string,
  limits: WorkerLimits,
  log: Pick<Logger, 'error'>,
): WorkerPool<Request, Report> {
  const name = basename(program, '.js');
  const resourceLimits = { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32 };
  const idle = new Map<Worker, NodeJS.Timeout>();
  const workers = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let working = 0;
  let isClosed = false;

  const start = (): Worker => {
    const worker = new Worker(program, { name, resourceLimits });
    workers.add(worker);
    worker.on('error', (err) => {
      leaveIdle(worker);
      log.error({ err }, `a worker (${name}) failed`);
    });
    worker.once('exit', () => {
      leaveIdle(worker);
      workers.delete(worker);
    });
    return worker;
  };
  /** Removes a worker that is exiting, so that it gets no further requests. */
  const leaveIdle = (worker: Worker) => {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
  };
  const keep = (worker: Worker) => {
    worker.unref();
    const end = () => {
      leaveIdle(worker);
      void worker.terminate();
    };
    idle.set(worker, setTimeout(end, limits.idleMs).unref());
  };
  /** Takes the most recently used worker, which has the most modules loaded, or starts one. */
  const take = (): Worker => {
    const worker = [...idle.keys()].at(-1);
    if (!worker) return start();
    leaveIdle(worker);
    worker.ref();
    return worker;
  };
  const wakeNext = () => waiting.shift()?.();

  return {
    async ask({ request, listen, closed, signal }) {
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
        const asked = await askWorker(worker, request, listen, signal);
        isUsable = asked.isUsable && !isClosed;
        return asked.answer;
      } finally {
        if (isUsable) keep(worker);
        else void worker.terminate();
        working -= 1;
        wakeNext();
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
}

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

/** Whether the error passed to a listener's `ended` means that the worker exceeded its heap limit. */
export function isOutOfMemory(error: Error | undefined): boolean {
  return error !== undefined && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Sends a request to a worker and handles its messages until there is an answer. */
function askWorker<Request, Report, T>(
  worker: Worker,
  request: Request,
  listen: (asking: Asking<T>) => Listener<Report>,
  signal: AbortSignal | undefined,
): Promise<Asked<T>> {
  const over = new AbortController();
  const until = { signal: over.signal };
  return new Promise<Asked<T>>((resolve, reject) => {
    const giveUp = (late: () => void, ms: number) => {
      const timer = setTimeout(late, ms);
      over.signal.addEventListener('abort', () => clearTimeout(timer));
    };
    signal?.addEventListener('abort', () => reject(signal.reason), until);
    const { report, ended } = listen({ resolve, reject, giveUp, until });
    const onExit = () => ended();
    worker.on('message', report).on('error', ended).on('exit', onExit);
    over.signal.addEventListener('abort', () => worker.off('message', report).off('error', ended).off('exit', onExit));
    worker.postMessage(request);
  }).finally(() => over.abort());
}
