import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { GenerationError } from '../../../../generation/generation-error.ts';
import type { EngineAnswer, EngineQuestion } from '../../../../generation/writers/local/text-engine.ts';
import { cannotStart, crashed, ENGINE_STOPPED, faultInWords, killedBySystem } from './messages.ts';
import { type EngineReport, type EngineRequest, type EngineSetup, engineReportSchema } from './protocol.ts';

/** Time limit for stopping an answer. After it, the process is killed, and the next question reloads the model. */
const STOP_MS = 2000;
/** How much of the engine's stderr is kept, from its end. */
const STDERR_MAX_CHARS = 4000;

export type EngineLaunch = {
  /** The built program.ts. */
  program: string;
  /** The model's id, for messages. */
  model: string;
  setup: EngineSetup;
  /** The complete environment; nothing is inherited. */
  env: Record<string, string | undefined>;
  /** Called when the process has crashed, with the end of its stderr. */
  onCrash(stderr: string): void;
};

export type EngineProcess = {
  model: string;
  setup: EngineSetup;
  pid: number | undefined;
  isAlive(): boolean;
  /**
   * Answers one question at a time. Rejects with GenerationError, or with the signal's reason on abort. After an abort,
   * `free` resolves when the process can take another question, or has exited.
   */
  ask(question: EngineQuestion, signal: AbortSignal | undefined): Promise<EngineAnswer>;
  free(): Promise<void>;
  /** Kills the process; the current answer rejects with the reason. Resolves when the process has exited. */
  kill(reason?: string): Promise<void>;
};

/** Starts the process and loads its model; `ask` waits for that. */
export function startEngineProcess({ program, model, setup, env, onCrash }: EngineLaunch): EngineProcess {
  const child = spawn(process.execPath, [program], {
    env,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  let killedFor: string | null = null;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_MAX_CHARS);
  });
  const gone = ended(child).then((exit) => {
    if (killedFor === null) onCrash(stderr.trim());
    return exit;
  });
  const failure = gone.then((exit) => {
    throw new GenerationError('unavailable', killedFor ?? endInWords(exit, model));
  });
  failure.catch(() => undefined);

  const send = (request: EngineRequest) => {
    // If the process has just exited, `gone` handles that.
    if (child.connected) child.send(request, () => undefined);
  };
  const nextReport = () => Promise.race([reportOf(child), failure]);
  const kill = async (reason = ENGINE_STOPPED) => {
    killedFor ??= reason;
    child.kill('SIGKILL');
    await gone;
  };

  const loaded = nextReport().then((report) => assertNoFailure(report, model));
  // A process without a model is useless; the next question starts a new one.
  loaded.catch(() => kill());
  send({ setup });
  let answering: Promise<unknown> = Promise.resolve();

  const answerTo = async ({ model: _, ...ask }: EngineQuestion, signal?: AbortSignal): Promise<EngineAnswer> => {
    await loaded;
    signal?.throwIfAborted();
    send({ ask });
    const report = assertNoFailure(await nextReport(), model);
    if (report.kind !== 'answer') throw new GenerationError('unavailable', ENGINE_STOPPED);
    const { kind: _kind, ...answer } = report;
    return answer;
  };

  return {
    model,
    setup,
    pid: child.pid,
    isAlive: () =>
      killedFor === null && child.exitCode === null && child.signalCode === null && child.pid !== undefined,
    ask(question, signal) {
      const answer = answerTo(question, signal);
      answering = answer.catch(() => undefined);
      if (!signal) return answer;
      return new Promise((resolve, reject) => {
        const stop = () => {
          send({ stop: true });
          const patience = setTimeout(() => void kill(), STOP_MS);
          void answering.then(() => clearTimeout(patience));
          reject(signal.reason);
        };
        signal.addEventListener('abort', stop, { once: true });
        answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
        if (signal.aborted) stop();
      });
    },
    free: () => answering.then(() => undefined),
    kill,
  };
}

type Exit = { code: number | null; signal: NodeJS.Signals | null; error?: Error };

/** Never rejects. */
async function ended(child: ChildProcess): Promise<Exit> {
  const errors: Error[] = [];
  // Never removed: an error event without a listener, even a late one, would crash the agent.
  child.on('error', (error) => errors.push(error));
  if (child.pid === undefined) {
    await new Promise((resolve) => setImmediate(resolve));
    return { code: null, signal: null, error: errors[0] ?? new Error('The system starts no process.') };
  }
  const [code, signal]: [number | null, NodeJS.Signals | null] = await new Promise((resolve) =>
    child.once('exit', (...exit) => resolve(exit)),
  );
  return { code, signal };
}

function endInWords({ code, signal, error }: Exit, model: string): string {
  if (error) return cannotStart(error.message);
  // Almost always sent by the system, when memory runs out.
  if (signal === 'SIGKILL') return killedBySystem(model);
  return crashed(model, signal ?? `exit code ${code}`);
}

async function reportOf(child: ChildProcess): Promise<EngineReport> {
  const [message] = await once(child, 'message');
  return engineReportSchema.parse(message);
}

function assertNoFailure(report: EngineReport, model: string): EngineReport {
  if (report.kind !== 'failed') return report;
  throw new GenerationError('unavailable', faultInWords(report.trouble, model, report.reason));
}
