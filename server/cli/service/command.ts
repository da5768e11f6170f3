import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { healthSchema } from '../../../shared/agent/agent-api.ts';
import type { AgentConfig } from '../../config/config.ts';
import { findHolder, stopHolder } from '../../data-directory/agent-lock.ts';
import { environment } from '../../system/environment.ts';
import { thisMachine } from '../../system/machine.ts';
import { runProgram } from '../../system/run-program.ts';
import { machineWaker } from '../../system/wake/waker.ts';
import { configOf } from '../config/config-options.ts';
import { CommandFailed } from '../terminal/exit-code.ts';
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts';
import { assertLasting, launcherPath, planService } from './plan.ts';
import { type Service, serviceOf } from './service.ts';
import {
  answersAt,
  doesNotAnswer,
  installed,
  nothingInstalled,
  OUT_OF_DATE,
  startedByHand,
  stateInWords,
  uninstalled,
} from './service-messages.ts';
import { addWakeCommands } from './wake-command.ts';

/** Starting with a new database takes a few seconds, or half a minute on a slow machine. */
const ANSWER_LIMIT_MS = 60_000;
const POLL_MS = 250;
const HEALTH_LIMIT_MS = 5_000;

/**
 * `service install | uninstall | status`: makes the system's service manager start the agent of a data directory with
 * the machine, so that publishing continues after a restart.
 */
export function addServiceCommand(program: Command, terminal: Terminal): void {
  const group = program.command('service').description('start the agent with the machine, so that posts are published');

  withOptions(group.command('install').description('have this system start the agent, now and after each restart'))
    .option('--port <number>', 'port to listen on; by default from config.json, or 3001')
    .option('--print', 'print what would be installed without installing it')
    .action(async ({ print: isPrinted, port }: { print?: true; port?: string }, command: Command) => {
      const config = configOf(command);
      const isPortSet = port !== undefined || Boolean(environment().LOCAL_AGENT_PORT);
      const service = lastingService(config, isPortSet ? config.port : null);
      if (isPrinted) return printDefinition(terminal, config, service);
      await install(terminal, config, service);
    });

  withOptions(group.command('uninstall').description('stop that agent, and no longer start it automatically')).action(
    async (_options: object, command: Command) => {
      const config = configOf(command);
      const service = serviceFor(config);
      const { running } = await service.state();
      // Stops the agent gracefully first, since the service manager might kill it.
      if (running) await stopHolder(config.dataDir);
      const wasThere = await service.uninstall();
      await machineWaker(config.dataDir).switch(false);
      if (config.json) return printJson(terminal, { ...nameOf(service), uninstalled: wasThere });
      if (wasThere) print(terminal, uninstalled(service));
      else note(terminal, nothingInstalled(config.dataDir));
    },
  );

  withOptions(
    group.command('status').description('show whether it is installed, and whether the agent is running'),
  ).action(async (_options: object, command: Command) => {
    const config = configOf(command);
    const service = serviceFor(config);
    const state = await service.state();
    const [isCurrent, url] = await Promise.all([service.isCurrent(), answeringUrl(config)]);
    if (config.json) printJson(terminal, { ...nameOf(service), ...state, current: isCurrent, url });
    else if (!state.installed) note(terminal, nothingInstalled(config.dataDir));
    else {
      for (const line of stateInWords(service, state)) print(terminal, line);
      if (!isCurrent) note(terminal, OUT_OF_DATE);
    }
    if (!config.json && url !== null) print(terminal, state.running ? answersAt(url) : startedByHand(url));
    if (!state.installed || url === null) throw new CommandFailed();
  });

  addWakeCommands(group, terminal);
}

/** Not the workspace's options: keys must not be on a command line, and a service reads them from config.json. */
function withOptions(command: Command): Command {
  return command.option('--data-dir <folder>', 'where the workspace lives').option('--json', 'print JSON for programs');
}

function parts(config: AgentConfig, port: number | null) {
  const { username: user, uid } = userInfo();
  const [machine, env] = [thisMachine(), environment()];
  const from = { machine, env, nodePath: process.execPath, launcher: launcherPath() };
  const wanted = { dataDir: config.dataDir, port };
  const plan = planService(wanted, from);
  return { plan, wanted, from, service: serviceOf(plan, { machine, env, user, uid, run: runProgram }) };
}

function serviceFor(config: AgentConfig): Service {
  return parts(config, null).service;
}

function lastingService(config: AgentConfig, port: number | null): Service {
  const { plan, wanted, from, service } = parts(config, port);
  assertLasting(plan, wanted, from);
  return service;
}

async function install(terminal: Terminal, config: AgentConfig, service: Service): Promise<void> {
  const { dataDir, json } = config;
  const { running } = await service.state();
  const holder = await findHolder(dataDir);
  const byHand = running ? null : (holder?.url ?? null);
  await service.install({ startNow: byHand === null });
  const url = byHand ?? (await waitForAgent(config, terminal.ending));
  const state = await service.state();
  if (json) return printJson(terminal, { ...nameOf(service), ...state, current: true, url });
  print(terminal, installed(service));
  if (byHand !== null) note(terminal, startedByHand(byHand));
  else if (url === null) note(terminal, doesNotAnswer(dataDir));
  else print(terminal, answersAt(url));
  const advice = await service.advice();
  if (advice !== null) note(terminal, advice);
}

function printDefinition(terminal: Terminal, { json }: AgentConfig, service: Service): void {
  if (json) printJson(terminal, { ...nameOf(service), definition: service.definition });
  else print(terminal, service.definition.trimEnd());
}

function nameOf({ manager, place }: Service): { manager: string; place: string } {
  return { manager, place };
}

async function waitForAgent(config: AgentConfig, ending: AbortSignal): Promise<string | null> {
  for (const until = Date.now() + ANSWER_LIMIT_MS; Date.now() < until; await delay(POLL_MS, null, { signal: ending })) {
    const url = await answeringUrl(config);
    if (url !== null) return url;
  }
  return null;
}

/** The URL of the data directory's running agent, or null. */
async function answeringUrl({ dataDir }: AgentConfig): Promise<string | null> {
  const url = (await findHolder(dataDir))?.url ?? null;
  if (url === null) return null;
  const answer = await fetch(new URL('/api/health', url), { signal: AbortSignal.timeout(HEALTH_LIMIT_MS) })
    .then((response) => response.json())
    .catch(() => null);
  return healthSchema.safeParse(answer).success ? url : null;
}
