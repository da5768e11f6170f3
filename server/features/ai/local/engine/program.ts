import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { EngineFailure, type LoadedModel, loadModel } from './loaded-model.ts';
import type { EngineReport, EngineRequest } from './protocol.ts';

/** Out of 1000: when memory runs out, Linux kills this process before the agent and its database. */
const OOM_SCORE = '900';
/** Maximum length of a failure's reason, in characters. */
const REASON_MAX = 300;

let model: LoadedModel | undefined;
let current: AbortController | undefined;

/** The process that runs a model: handles EngineRequests and sends EngineReports. */
process.on('message', async (request: EngineRequest) => {
  if ('stop' in request) current?.abort();
  else report(await ('setup' in request ? load(request.setup) : answer(request.ask)).catch(toFailure));
});

// The agent has ended, or was killed. A graceful exit would wait for the model.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

if (process.platform === 'linux') await writeFile('/proc/self/oom_score_adj', OOM_SCORE).catch(() => undefined);

async function load(setup: Extract<EngineRequest, { setup: unknown }>['setup']): Promise<EngineReport> {
  try {
    setPriority(setup.priority);
  } catch {
    // Not allowed on some systems.
  }
  model = await loadModel(setup);
  return { kind: 'ready' };
}

async function answer(question: Extract<EngineRequest, { ask: unknown }>['ask']): Promise<EngineReport> {
  if (!model) throw new EngineFailure('model', 'No model is loaded.');
  current = new AbortController();
  const { signal } = current;
  try {
    return await model.answer(question, signal);
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    throw error;
  }
}

function toFailure(error: unknown): EngineReport {
  const { trouble, message } = error instanceof EngineFailure ? error : new EngineFailure('question', error);
  return { kind: 'failed', trouble, reason: message.replace(/\s+/g, ' ').trim().slice(0, REASON_MAX) };
}

function report(message: EngineReport): void {
  process.send?.(message);
}
