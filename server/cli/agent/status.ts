import type { Command } from 'commander';
import { DEEP_HEALTH_PATH, type DeepHealth, deepHealthSchema } from '../../../shared/agent/health.ts';
import { presenceApi } from '../../../shared/api/presence.ts';
import { workspaceApi } from '../../../shared/api/workspace.ts';
import type { OffTimes } from '../../../shared/presence/off-times.ts';
import { call, runningApi } from '../../agent-client/api.ts';
import { findHolder, stopHolder } from '../../data-directory/agent-lock.ts';
import { PART_LIMIT_MS } from '../../diagnostics/health/examine.ts';
import { AppError } from '../../errors.ts';
import { loadAgentToken } from '../../http/agent-token.ts';
import { storedProblem } from '../../supabase/hosted/stored-session.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { isBusy, isLinkedTo, isRunning, notRunning, stopped } from '../messages.ts';
import { CommandFailed } from '../terminal/exit-code.ts';
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts';
import { healthInWords, NO_HEALTH } from './health-messages.ts';

/** Short, because `status` must also work for an agent that does not respond. */
const OFF_TIMES_LIMIT_MS = 3_000;
/** Longer than the limits of the agent's checks, so that their results arrive. */
const DEEP_LIMIT_MS = 3 * PART_LIMIT_MS;

/**
 * `status` reports whether an agent runs on the data directory (exit code 1 if none does, or if it waits for a new
 * sign-in to its linked project) and, with --deep, its health (1 if degraded). `stop` ends the agent and waits until
 * it has exited.
 */
export function addStatusCommands(program: Command, terminal: Terminal): void {
  withWorkspaceOptions(program.command('status').description('show whether the agent is running, and where'))
    .option('--deep', 'ask the agent about its health: database, disk, memory, jobs, publishing')
    .action(async ({ deep }: { deep?: true }, command: Command) => {
      const { dataDir, json, link } = configOf(command);
      const holder = await findHolder(dataDir);
      const signIn = link && { url: link.url, email: link.email, problem: await storedProblem(dataDir, link.url) };
      const offTimes = holder?.url ? await offTimesAt(holder.url, dataDir, terminal.ending) : null;
      const still = holder?.url ? await stillAt(holder.url, dataDir, terminal.ending) : null;
      const health = deep && holder?.url ? await deepHealth(holder.url, dataDir, terminal.ending) : null;
      if (json)
        printJson(terminal, {
          running: holder?.url != null,
          dataDir,
          ...holder,
          ...(signIn && { linkedTo: signIn }),
          ...(still && { still }),
          ...(health && { health }),
          ...offTimes,
        });
      else if (!holder) note(terminal, notRunning(dataDir));
      else print(terminal, holder.url === null ? isBusy(holder) : isRunning({ ...holder, url: holder.url }));
      if (signIn && !json) print(terminal, signIn.problem ?? isLinkedTo(signIn.url, signIn.email));
      if (still && !json) print(terminal, still);
      if (offTimes?.offTimes.summary && !json)
        note(terminal, `${offTimes.offTimes.summary}. ${offTimes.offTimes.remedy ?? ''}`);
      if (health && !json) for (const line of healthInWords(health)) print(terminal, line);
      if (!holder?.url || signIn?.problem || health?.status === 'degraded') throw new CommandFailed();
    });

  withWorkspaceOptions(program.command('stop').description('stop the running agent')).action(
    async (_options: object, command: Command) => {
      const { dataDir, json } = configOf(command);
      const holder = await stopHolder(dataDir);
      if (json) printJson(terminal, { stopped: holder !== null, dataDir, ...holder });
      else if (holder) print(terminal, stopped(holder));
      else note(terminal, notRunning(dataDir));
    },
  );
}

/** Why the running agent neither publishes nor writes posts; null if it does both, or does not respond. */
async function stillAt(url: string, dataDir: string, ending: AbortSignal): Promise<string | null> {
  const limit = AbortSignal.any([ending, AbortSignal.timeout(OFF_TIMES_LIMIT_MS)]);
  try {
    return (await call(runningApi(url, await loadAgentToken(dataDir), limit), workspaceApi.getWorkspace)).still;
  } catch {
    ending.throwIfAborted();
    return null;
  }
}

/** The running agent's off times; null if they affect no post, or if it does not respond. */
async function offTimesAt(url: string, dataDir: string, ending: AbortSignal): Promise<{ offTimes: OffTimes } | null> {
  const limit = AbortSignal.any([ending, AbortSignal.timeout(OFF_TIMES_LIMIT_MS)]);
  try {
    const offTimes = await call(runningApi(url, await loadAgentToken(dataDir), limit), presenceApi.getOffTimes);
    return offTimes.posts.length > 0 ? { offTimes } : null;
  } catch {
    ending.throwIfAborted();
    return null;
  }
}

async function deepHealth(url: string, dataDir: string, ending: AbortSignal): Promise<DeepHealth> {
  const token = await loadAgentToken(dataDir);
  const answer = await fetch(new URL(DEEP_HEALTH_PATH, url), {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.any([ending, AbortSignal.timeout(DEEP_LIMIT_MS)]),
  })
    .then((response) => response.json())
    .catch((cause: unknown) => {
      ending.throwIfAborted();
      throw new AppError('unavailable', NO_HEALTH, { cause });
    });
  const { data } = deepHealthSchema.safeParse(answer);
  if (!data) throw new AppError('unavailable', NO_HEALTH);
  return data;
}
