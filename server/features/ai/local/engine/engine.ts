import { stat } from 'node:fs/promises';
import { availableParallelism, constants, tmpdir } from 'node:os';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { GenerationError } from '../../../../generation/generation-error.ts';
import type { EngineQuestion, TextEngine } from '../../../../generation/writers/local/text-engine.ts';
import { builtProgram } from '../../../../supabase/package-files.ts';
import { type Environment, scriptEnvironment } from '../../../../system/environment.ts';
import { reckonedMemory } from '../models.ts';
import { type EngineProcess, startEngineProcess } from './engine-process.ts';
import { memoryAtHand } from './memory.ts';
import { ENGINE_STOPPED, MODEL_REMOVED, NO_ENGINE, noModelFile, tooLittleMemory } from './messages.ts';
import type { EngineSetup } from './protocol.ts';

const LIMITS = {
  /** How long an idle model stays in memory, in milliseconds. */
  idleMs: 5 * 60_000,
  /** Maximum tokens of a question and its answer. Small models get confused by more, and each token costs memory. */
  contextMax: 8192,
  /** Other work on the user's machine takes precedence. */
  priority: constants.priority.PRIORITY_BELOW_NORMAL,
};

export type EngineOptions = {
  /** The locations of the engine and its models (../installation.ts), looked up for every question. */
  installation: { enginePackage(): string | null; modelFile(model: string): string | null };
  log: Pick<Logger, 'debug' | 'warn'>;
  limits?: Partial<typeof LIMITS>;
  /** Free memory in bytes. */
  freeMemory?: () => number;
  /** The built program.ts. */
  program?: string;
};

export type LocalEngine = TextEngine & {
  /** The id of the process that has a model loaded; null if there is none. */
  process(): number | null;
  /** Unloads a model (null: any model) before its file is removed; aborts its current answer. */
  release(model: string | null): Promise<void>;
  /** Kills the process and aborts its current answer. */
  close(): Promise<void>;
};

/**
 * Runs local models in a separate process: a crash or exhausted memory ends only that process and its question. It is
 * started for the first question, reused for the same model, and ends after an idle period, or with the agent.
 */
export function openEngine(options: EngineOptions): LocalEngine {
  const { log, freeMemory = memoryAtHand, program = PROGRAM } = options;
  const limits = { ...LIMITS, ...options.limits };
  const queue = new PQueue({ concurrency: 1 });
  let running: EngineProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** GenerationError conflict when something is not installed, unavailable when memory is too low. */
  const processFor = async (model: string): Promise<EngineProcess> => {
    const { setup, neededBytes } = await setupFor(model);
    const { file, engine } = setup;
    if (running?.isAlive() && running.setup.file === file && running.setup.engine === engine) return running;
    await running?.kill();
    const freeBytes = freeMemory();
    if (freeBytes < neededBytes)
      throw new GenerationError('unavailable', tooLittleMemory(model, neededBytes, freeBytes));
    const onCrash = (stderr: string) => log.warn({ model, stderr }, 'the process of a model exited unexpectedly');
    const started = startEngineProcess({ program, model, setup, env: engineEnvironment(), onCrash });
    log.debug({ model, pid: started.pid, threads: setup.threads }, 'a process for a model was started');
    running = started;
    return started;
  };

  const setupFor = async (model: string): Promise<{ setup: EngineSetup; neededBytes: number }> => {
    const engine = options.installation.enginePackage();
    if (engine === null) throw new GenerationError('conflict', NO_ENGINE);
    const file = options.installation.modelFile(model);
    const found = file === null ? null : await stat(file).catch(() => null);
    if (file === null || !found) throw new GenerationError('conflict', noModelFile(model));
    const setup = {
      engine,
      file,
      threads: threadsFor(availableParallelism()),
      contextMax: limits.contextMax,
      priority: limits.priority,
    };
    return { setup, neededBytes: reckonedMemory({ bytes: found.size }) };
  };

  const answer = async (question: EngineQuestion, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    if (isClosed) throw new GenerationError('unavailable', ENGINE_STOPPED);
    clearTimeout(idle);
    const process = await processFor(question.model);
    // The engine may have been closed while the process was prepared. `ask` then rejects, as it does after an abort.
    if (isClosed) await process.kill();
    return process.ask(question, signal);
  };

  const letGo = () => {
    clearTimeout(idle);
    if (!isClosed && queue.size === 0) idle = setTimeout(() => void running?.kill(), limits.idleMs).unref();
  };

  return {
    answer(question, signal) {
      return new Promise((resolve, reject) => {
        const giveUp = () => reject(signal?.reason);
        if (signal?.aborted) return giveUp();
        signal?.addEventListener('abort', giveUp, { once: true });
        void queue.add(async () => {
          await answer(question, signal).then(resolve, reject);
          // An aborted answer may still be running.
          await running?.free();
          signal?.removeEventListener('abort', giveUp);
          letGo();
        });
      });
    },
    process: () => (running?.isAlive() ? (running.pid ?? null) : null),
    async release(model) {
      if (running && (model ?? running.model) === running.model) await running.kill(MODEL_REMOVED);
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await running?.kill();
    },
  };
}

const PROGRAM = builtProgram('local-engine');

/** Contains none of the agent's keys; the engine needs a temporary folder. */
function engineEnvironment(): Environment {
  const temporary = tmpdir();
  return { ...scriptEnvironment(), TMPDIR: temporary, TMP: temporary, TEMP: temporary };
}

/** All cores but one, which is left for the user. */
export function threadsFor(cores: number): number {
  return Math.max(1, cores - 1);
}
