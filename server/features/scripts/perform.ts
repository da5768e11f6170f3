import type { ScriptRunRequest } from '../../../shared/script-run.ts';
import { readSession } from '../../browser/sessions.ts';
import type { ScriptLimits } from './limits.ts';
import type { LiveRun } from './live-run.ts';
import { artifactsCut, timedOut } from './messages.ts';
import type { RunFiles } from './run-files.ts';
import type { Runners } from './runners.ts';
import type { ScriptAccount } from './store.ts';

export type Wish = { request: ScriptRunRequest; code: string; account: ScriptAccount | null };

export type PerformDeps = {
  runners: Runners;
  files: RunFiles;
  dataDir: string;
  limits: ScriptLimits;
  /** How long a run that is stopped may take to tidy up, in milliseconds. */
  patience(): number;
};

/**
 * Does a run whose turn has come: gives it a process and its time, ends it when it is to stop, and removes what it leaves. The run's status is set
 * unless it was stopped.
 */
export async function perform(live: LiveRun, { request, code, account }: Wish, deps: PerformDeps): Promise<void> {
  const { runners, files, dataDir, limits, patience } = deps;
  const { stopping } = live;
  live.change({ status: 'running', startedAt: new Date().toISOString() });
  const cookies = account && (await readSession(dataDir, account.id));
  const artifactsFolder = await files.openArtifacts(live.details.id);
  const child = await runners.take();

  const timeoutMs = request.timeoutMs ?? limits.timeoutMs;
  const timer = setTimeout(() => live.stop({ status: 'timeout', error: timedOut(timeoutMs) }), timeoutMs);
  const stop = () => child.stop(patience());
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  const job = { code, artifacts: artifactsFolder, headful: request.headful ?? false };
  child.run({ ...job, account: account && { ...account, cookies } }, live.log.add);
  try {
    const { error, isLogged } = await child.ended;
    if (stopping.aborted) return;
    if (error !== null && !isLogged) live.log.add('error', error);
    live.change({ status: error === null ? 'success' : 'error', error });
  } finally {
    clearTimeout(timer);
    await runners.dispose(child);
    const { artifacts, removed } = await files.closeArtifacts(artifactsFolder);
    if (removed > 0) live.log.add('agent', artifactsCut(removed));
    live.change({ artifacts });
  }
}
