import type { FastifyBaseLogger } from 'fastify';
import { type FoundBrowser, findBrowser } from '../../browser/find-browser.ts';
import { AppError } from '../../errors.ts';
import { LOG_LINES_MAX, type ScriptLimits } from './limits.ts';
import { withoutSandbox } from './messages.ts';
import type { RunFiles } from './run-files.ts';
import { type RunProcess, startRunner } from './run-process.ts';

/**
 * Delay after a run before a spare process is started, in milliseconds: the run's response goes first, and a command
 * that is about to exit needs no spare.
 */
const SPARE_START_DELAY_MS = 200;

export type RunnersDeps = {
  files: RunFiles;
  limits: ScriptLimits;
  /** The built runner/main.ts. */
  runner: string;
  /** The part of the agent's environment for scripts. */
  env: Record<string, string | undefined>;
  hasScreen: boolean;
  isRoot: boolean;
  log: FastifyBaseLogger;
};

/** The processes that run scripts: one per run, and a spare one with a browser for the next. */
export type Runners = {
  /** The spare process, or a new one. */
  take(): Promise<RunProcess>;
  /** Removes the files of an ended process. */
  dispose(process: RunProcess): Promise<void>;
  /** Starts a spare process if there is none; it ends when unused for a while. */
  prepare(): void;
  /** Ends the spare process, waits for all disposals, and starts no further spare. */
  close(): Promise<void>;
};

export function createRunners({ files, limits, runner, env, hasScreen, isRoot, log }: RunnersDeps): Runners {
  const sandbox = !(isRoot && process.platform === 'linux');
  let finding: Promise<FoundBrowser> | undefined;
  let spare: Promise<RunProcess> | undefined;
  /** The timer that starts the spare process, or ends it. */
  let next: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Searches until a browser is found, then never again; users may install one in the meantime. */
  const find = async (): Promise<FoundBrowser | AppError> => {
    finding ??= findBrowser(env).then((browser) => {
      log.info({ browser: browser.executablePath, source: browser.source }, 'the browser for scripts');
      if (!sandbox) log.warn(withoutSandbox);
      return browser;
    });
    try {
      return await finding;
    } catch (error) {
      finding = undefined;
      if (error instanceof AppError) return error;
      throw error;
    }
  };

  const start = async (isSpare: boolean): Promise<RunProcess> => {
    const browser = await find();
    const missing = browser instanceof AppError ? browser.message : null;
    const found = browser instanceof AppError ? { executablePath: '', shell: false, env: {} } : browser;
    const scratch = await files.makeScratch();
    return startRunner({
      runner,
      heapMb: limits.heapMb,
      env: { ...env, ...found.env, TMPDIR: scratch, TMP: scratch, TEMP: scratch },
      setup: {
        scratch,
        packages: files.packages,
        log: { bytes: limits.logBytes, lines: LOG_LINES_MAX },
        isSpare,
        agent: process.pid,
        browser: {
          executablePath: found.executablePath,
          shell: found.shell,
          missing,
          hasScreen,
          headful: false,
          sandbox,
          profiles: scratch,
        },
      },
    });
  };

  const disposals = new Set<Promise<void>>();
  const noteDisposal = (work: Promise<void>): Promise<void> => {
    const disposal = work.finally(() => disposals.delete(disposal));
    disposals.add(disposal);
    return disposal;
  };
  const dispose = (process: RunProcess): Promise<void> => {
    process.stop(0);
    return noteDisposal(process.ended.then(() => files.removeScratch(process.scratch)));
  };

  /** Tracks a spare that is still starting, too: `close` may be called before it can be disposed of. */
  const releaseSpare = async () => {
    clearTimeout(next);
    const unused = spare;
    spare = undefined;
    if (unused) await noteDisposal(unused.then(dispose, () => undefined));
  };

  const startSpare = () => {
    const started = start(true);
    spare = started;
    const warn = (error: unknown) => log.warn({ err: error }, 'no spare process for scripts');
    // Cleans up if it cannot start, or ends before it is needed.
    started
      .then(async (process) => {
        const { error } = await process.ended;
        if (spare !== started) return;
        warn(error);
        await releaseSpare();
      })
      .catch(warn);
    next = setTimeout(() => releaseSpare().catch(warn), limits.spareMs).unref();
  };

  return {
    async take() {
      clearTimeout(next);
      const waiting = spare;
      spare = undefined;
      const ready = await waiting?.catch(() => null);
      if (ready?.isAlive()) return ready;
      if (ready) await dispose(ready);
      return start(false);
    },
    dispose,
    prepare() {
      if (isClosed || spare || limits.spareMs === 0) return;
      clearTimeout(next);
      next = setTimeout(startSpare, SPARE_START_DELAY_MS).unref();
    },
    async close() {
      isClosed = true;
      await releaseSpare();
      await Promise.all(disposals);
    },
  };
}
