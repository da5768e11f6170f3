import type { ScriptRunRequest } from '../../../shared/scripts/script-run.ts';
import type { Sessions } from '../../browser/sessions.ts';
import { attempted } from '../../system/time-limit.ts';
import type { ScriptLimits } from './limits.ts';
import type { LiveScriptRun } from './live-script-run.ts';
import { artifactsCut, timedOut } from './messages.ts';
import type { RunFiles } from './run-files.ts';
import type { RunProcess } from './run-process.ts';
import type { Runners } from './runners.ts';
import type { ScriptAccount } from './store.ts';

/** A process that starts later than this is removed in the background, in milliseconds. */
const LATE_START_MS = 10_000;

export type RunInput = { request: ScriptRunRequest; code: string; account: ScriptAccount | null };

export type PerformRunDeps = {
  runners: Runners;
  files: RunFiles;
  sessions: Sessions;
  limits: ScriptLimits;
  /** How long a stopped run may take to clean up, in milliseconds. */
  stopGraceMs(): number;
};

/**
 * Performs a run: gives it a process and a time limit, ends it when it should stop, and removes what it leaves. Sets
 * the run's status unless it was stopped.
 */
export async function performRun(
  live: LiveScriptRun,
  { request, code, account }: RunInput,
  deps: PerformRunDeps,
): Promise<void> {
  const { runners, files, sessions, limits, stopGraceMs } = deps;
  const { stopping } = live;
  live.change({ status: 'running', startedAt: new Date().toISOString() });
  const cookies = account && (await sessions.read(account.id));
  const artifactsFolder = await files.openArtifacts(live.details.id);
  const timeoutMs = request.timeoutMs ?? limits.timeoutMs;
  const timer = setTimeout(() => live.stop({ status: 'timeout', error: timedOut(timeoutMs) }), timeoutMs);
  let child: RunProcess | null = null;
  try {
    child = await takeUnlessStopped(runners, stopping);
    if (child === null) return;
    const { stop, run, ended } = child;
    const end = () => stop(stopGraceMs());
    stopping.addEventListener('abort', end);
    if (stopping.aborted) end();
    const job = { code, artifacts: artifactsFolder, headful: request.headful ?? false };
    run({ ...job, account: account && { ...account, cookies } }, live.log.add);
    const { error, isLogged } = await ended;
    if (stopping.aborted) return;
    if (error !== null && !isLogged) live.log.note('error', error);
    live.change({ status: error === null ? 'success' : 'error', error });
  } finally {
    clearTimeout(timer);
    if (child) await runners.dispose(child);
    const { artifacts, removed } = await files.closeArtifacts(live.details.id);
    if (removed !== 0) live.log.note('agent', artifactsCut(removed));
    live.change({ artifacts });
  }
}

/**
 * A process for the run; null if the run was stopped before it started. Such a process is removed; the run's end waits
 * for that for at most LATE_START_MS.
 */
async function takeUnlessStopped(runners: Runners, stopping: AbortSignal): Promise<RunProcess | null> {
  const taking = runners.take();
  const stopped = new Promise<null>((resolve) => {
    if (stopping.aborted) resolve(null);
    stopping.addEventListener('abort', () => resolve(null), { once: true });
  });
  const taken = await Promise.race([taking, stopped]);
  if (taken === null) await attempted(taking.then(runners.dispose), LATE_START_MS);
  return taken;
}
