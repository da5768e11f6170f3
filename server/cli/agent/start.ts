import { once } from 'node:events';
import type { Command } from 'commander';
import type { Backups } from '../../../shared/agent/backups.ts';
import { agentApi } from '../../../shared/api/agent.ts';
import { setupApi } from '../../../shared/api/people.ts';
import { call, runningApi } from '../../agent-client/api.ts';
import { type AgentConfig, isLoopback } from '../../config/config.ts';
import { type AgentLock, lockDataDirectory, type RunningAgent } from '../../data-directory/agent-lock.ts';
import { prepareDataDirectory } from '../../data-directory/data-directory.ts';
import type { AppError } from '../../errors.ts';
import { loadAgentToken } from '../../http/agent-token.ts';
import { START_PAUSES_MS } from '../../supabase/hosted/readiness.ts';
import { configOf, withServerOptions, withWorkspaceOptions } from '../config/config-options.ts';
import { isWaiting, NO_BROWSER, OPENING_ANEW, STOPPING } from '../messages.ts';
import { Interruption, orInterrupted } from '../terminal/interruption.ts';
import { openAddress } from '../terminal/open-address.ts';
import { note, type Terminal } from '../terminal/terminal.ts';
import { printReport } from './banner.ts';
import { assertPortIsFree, listen } from './listen.ts';

/**
 * `start` runs the agent until a signal or `local-agent stop` ends it. If an agent already runs on the same data
 * directory, `start` prints that agent's address, opens it in the browser, and exits.
 */
export function addStartCommand(program: Command, terminal: Terminal): void {
  withWorkspaceOptions(withServerOptions(program.command('start').description('start the agent'))).action(
    async (_options: object, command: Command) => start(() => configOf(command), terminal),
  );
}

/** `read` is called again before each reopening, since the data directory may have been linked to another workspace. */
async function start(read: () => AgentConfig, terminal: Terminal): Promise<void> {
  const config = read();
  const { dataDir, version } = config;
  await prepareDataDirectory(dataDir);
  const { lock, running } = await orInterrupted(
    terminal.ending,
    lockDataDirectory(dataDir, { command: 'start', version }, (holder) => note(terminal, isWaiting(holder))),
  );
  if (running) return showRunning(config, running, terminal);
  try {
    await run(read, lock, terminal);
  } finally {
    await lock.release();
  }
}

type Replacement = { id: string; swap(): Promise<void> };

/**
 * Runs the agent until it ends, and again after each restore or link from the UI: on the same port, and without opening
 * the browser.
 */
async function run(read: () => AgentConfig, lock: AgentLock, terminal: Terminal): Promise<void> {
  let current = read();
  let lastRestore: Backups['lastRestore'] = null;
  for (;;) {
    const { url, replacement } = await runOnce(current, lock, terminal, lastRestore);
    if (!replacement) return;
    note(terminal, OPENING_ANEW);
    const failure = await replacement.swap().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (failure !== null) note(terminal, failure);
    if (terminal.ending.aborted || lock.stopRequested.aborted) return;
    lastRestore = { id: replacement.id, problem: failure };
    const config = read();
    current = { ...config, open: false, port: config.port === 0 ? Number(new URL(url).port) : config.port };
  }
}

async function runOnce(
  config: AgentConfig,
  lock: AgentLock,
  terminal: Terminal,
  lastRestore: Backups['lastRestore'],
): Promise<{ url: string; replacement: Replacement | null }> {
  await assertPortIsFree(config);
  let replacement: Replacement | null = null;
  const replaced = new AbortController();
  const lost = new AbortController();
  const { openWorkspace } = await import('../../open-workspace.ts');
  const agent = await openWorkspace(config, {
    onLost: (error: AppError) => lost.abort(error),
    onProgress: (sentence) => note(terminal, sentence),
    pausesMs: START_PAUSES_MS,
    replaceWorkspace: (id, swap) => {
      replacement = { id, swap };
      replaced.abort();
    },
    lastRestore,
  });
  // A single unhandled failure should not end everything else.
  const noteRejection = (reason: unknown) =>
    agent.app.log.error({ err: reason }, 'unhandled rejection (a bug); the agent keeps running');
  process.on('unhandledRejection', noteRejection);
  let url: string;
  try {
    terminal.ending.throwIfAborted();
    url = await listen(agent.app, config);
    lock.tell({ url: url });
    agent.startJobs();
    const setupLink = await agent.setupLink(url);
    const { mode, databaseDir } = agent.connection;
    const { dataDir, version, json } = config;
    printReport(
      terminal,
      {
        url,
        dataDir,
        databaseDir,
        mode,
        supabaseUrl: agent.connection.url,
        version,
        pid: process.pid,
        setupLink,
        alreadyRunning: false,
      },
      { json, remote: !isLoopback(config.host), remoteScripts: config.allowRemoteScripts },
    );
    const problem = agent.connection.linkProblem();
    if (problem) note(terminal, problem);
    if (config.open) await openBrowser(terminal, (setupLink && (await agent.setupPage(url))) ?? url);
    await theEnd(AbortSignal.any([terminal.ending, lock.stopRequested, lost.signal, replaced.signal]));
    if (!replacement) note(terminal, STOPPING);
  } finally {
    await agent.close();
    process.off('unhandledRejection', noteRejection);
  }
  if (lost.signal.aborted) throw lost.signal.reason;
  if (terminal.ending.aborted && !(terminal.ending.reason instanceof Interruption)) throw terminal.ending.reason;
  return { url, replacement };
}

async function theEnd(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

async function showRunning(
  config: AgentConfig,
  { url, pid, version }: RunningAgent,
  terminal: Terminal,
): Promise<void> {
  const { dataDir, json } = config;
  const api = runningApi(url, await loadAgentToken(dataDir), terminal.ending);
  const { mode } = await call(api, agentApi.getHealth);
  const { needed } = await call(api, setupApi.getSetup);
  const setupLink = needed ? (await call(api, setupApi.renewSetupLink)).link : null;
  printReport(
    terminal,
    { url, dataDir, mode, version, pid, setupLink, alreadyRunning: true },
    { json, remote: false, remoteScripts: false },
  );
  if (!config.open) return;
  const { page } = needed ? await call(api, setupApi.writeSetupPage) : { page: null };
  await openBrowser(terminal, page ?? url);
}

/** Failing to open a browser is not fatal: the terminal shows the address anyway. */
async function openBrowser(terminal: Terminal, url: string): Promise<void> {
  await openAddress(url, () => note(terminal, NO_BROWSER));
}
