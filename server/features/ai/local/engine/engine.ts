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
  /** How long a model is kept in memory for the next question, in milliseconds. */
  idleMs: 5 * 60_000,
  /** Tokens of a question and its answer. Small models lose the thread in more, and each costs memory. */
  contextMax: 8192,
  /** Writing posts can wait for whatever else people do on their machine. */
  priority: constants.priority.PRIORITY_BELOW_NORMAL,
};

export type EngineOptions = {
  /** Where the engine and its models are (../installation.ts); asked at each start of a process. */
  installation: { enginePackage(): string | null; modelFile(model: string): string | null };
  log: Pick<Logger, 'debug' | 'warn'>;
  limits?: Partial<typeof LIMITS>;
  /** What is free of the memory, in bytes. */
  freeMemory?: () => number;
  /** The built program.ts. */
  program?: string;
};

export type LocalEngine = TextEngine & {
  /** The id of the process that holds a model; null while none is loaded. */
  process(): number | null;
  /** Lets a model go, or any with null, whose file is about to be removed; ends what it writes. */
  release(model: string | null): Promise<void>;
  /** Ends the process, and with it what it writes. */
  close(): Promise<void>;
};

/**
 * Runs models on this machine in a process of its own: what a model breaks or uses up ends that process and its question
 * only. It is started for the first question, kept for the next one of the same model, and ends after a while without
 * any, or with the agent.
 */
export function openEngine(options: EngineOptions): LocalEngine {
  const { log, freeMemory = memoryAtHand, program = PROGRAM } = options;
  const limits = { ...LIMITS, ...options.limits };
  const queue = new PQueue({ concurrency: 1 });
  let running: EngineProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** GenerationError conflict where something is not installed, unavailable where the memory is too small. */
  const processFor = async (model: string): Promise<EngineProcess> => {
    const { setup, neededBytes } = await setupFor(model);
    const { file, engine } = setup;
    if (running?.isAlive() && running.setup.file === file && running.setup.engine === engine) return running;
    await running?.kill();
    const freeBytes = freeMemory();
    if (freeBytes < neededBytes)
      throw new GenerationError('unavailable', tooLittleMemory(model, neededBytes, freeBytes));
    const onCrash = (stderr: string) => log.warn({ model, stderr }, 'the process of a model ended by itself');
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
    // Closed, or given up, while the files were looked for.
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
          // An answer that was given up may still be on its way.
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

/** Nothing of the agent's keys; the engine looks for a temporary folder. */
function engineEnvironment(): Environment {
  const temporary = tmpdir();
  return { ...scriptEnvironment(), TMPDIR: temporary, TMP: temporary, TEMP: temporary };
}

/** All cores but one, which is for the person at the machine. */
export function threadsFor(cores: number): number {
  return Math.max(1, cores - 1);
}
