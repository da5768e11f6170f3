import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { type Command, InvalidArgumentError } from 'commander';
import { scriptRunApi } from '../../../shared/api/scripts.ts';
import {
  logText,
  type NeededApproval,
  NOT_APPROVED,
  neededApprovalSchema,
  SCRIPT_RUN_EVENTS,
  type ScriptLogLine,
  type ScriptRun,
  type ScriptRunRequest,
  type ScriptRunStatus,
} from '../../../shared/scripts/script-run.ts';
import { type Api, callForEvents, callWhileEnding } from '../../agent-client/api.ts';
import { NO_RESULT } from '../../agent-client/messages.ts';
import { AppError } from '../../errors.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { artifactsKept, changedElsewhere, RUN_IT_HERE, runEnded } from '../messages.ts';
import { CommandFailed } from '../terminal/exit-code.ts';
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts';
import { findScript } from './script-lookup.ts';
import { list } from './script-sync.ts';

type RunOptions = { account?: string; timeout?: number; headful?: boolean; approve?: boolean };

/** Exit codes; 124 is that of timeout(1). */
const EXIT_CODES: { [status in ScriptRunStatus]: number } = {
  success: 0,
  error: 1,
  timeout: 124,
  cancelled: 130,
  queued: 1,
  running: 1,
};

/**
 * `scripts run <script>`: a file, a saved script by name or id, or `-` for standard input. Its output is written as it
 * arrives, errors and agent messages to stderr. Exits with 0, 1 (the script failed), 124 (timeout) or 130 (cancelled);
 * Ctrl+C cancels the run.
 */
export function addScriptRunCommand(scripts: Command, terminal: Terminal): void {
  withWorkspaceOptions(
    scripts.command('run <script>').description('run a file, a saved script, or - for standard input'),
  )
    .option('--account <label>', 'let the script use the saved session of this account')
    .option('--timeout <seconds>', 'end the run after this time', seconds)
    .option('--headful', "show the browser's window")
    .option('--approve', 'run a saved script that someone else changed, without asking')
    .action(async (wanted: string, options: RunOptions, command: Command) => {
      const config = configOf(command);
      const code = await readCode(wanted, terminal);
      const run = await withApi('scripts run', config, terminal, async (api) => {
        const script = code ?? { scriptId: findScript(await list(api), wanted).id };
        const request = { ...script, ...requestOptions(options) };
        return followApproved(api, request, terminal, { json: config.json, approve: options.approve ?? false });
      });
      if (!config.json && run.error) note(terminal, runEnded(run.error));
      if (!config.json && run.artifacts.length > 0) note(terminal, artifactsKept(run.artifacts));
      if (run.status !== 'success') throw new CommandFailed(EXIT_CODES[run.status]);
    });
}

function seconds(given: string): number {
  const value = Number(given);
  if (!(value > 0)) throw new InvalidArgumentError('Give a number of seconds, such as 90.');
  return value;
}

function requestOptions({ account, timeout, headful }: RunOptions): Partial<ScriptRunRequest> {
  return {
    ...(account !== undefined && { account }),
    ...(timeout !== undefined && { timeoutMs: Math.round(timeout * 1000) }),
    ...(headful && { headful }),
  };
}

/** The code of a file or of standard input; null when `wanted` is not a file. */
async function readCode(wanted: string, { stdin }: Terminal): Promise<{ script: string; name: string } | null> {
  if (wanted === '-') return { script: await text(stdin), name: 'standard input' };
  try {
    return { script: await readFile(wanted, 'utf8'), name: basename(wanted) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENAMETOOLONG') return null;
    throw new AppError('bad_input', `${wanted} cannot be read: ${message}`, { cause: error });
  }
}

/** Like `follow`, but asks for approval if the script's text is not approved on this machine. */
async function followApproved(
  api: Api,
  request: Partial<ScriptRunRequest>,
  terminal: Terminal,
  { json, approve }: { json: boolean; approve: boolean },
): Promise<ScriptRun> {
  try {
    return await follow(api, request, terminal, json);
  } catch (error) {
    const needed = neededApproval(error);
    if (!needed || !(approve || (await mayRun(terminal, needed)))) throw error;
    return follow(api, { ...request, approve: needed.sha256 }, terminal, json);
  }
}

function neededApproval(error: unknown): NeededApproval | null {
  if (!(error instanceof AppError && error.code === NOT_APPROVED)) return null;
  return neededApprovalSchema.safeParse(error.details?.approval).data ?? null;
}

/** Shows the script's text and asks whether to run it. False without a terminal, or if the user declines. */
async function mayRun({ stdin, stderr, ending }: Terminal, needed: NeededApproval): Promise<boolean> {
  if (!stdin.isTTY || !stderr.isTTY) return false;
  const code = needed.script.split('\n').map((line) => line.replace(/[^\P{Cc}\t]/gu, ' '));
  stderr.write(`${changedElsewhere(needed)}\n\n${code.join('\n')}\n\n`);
  const lines = createInterface({ input: stdin, output: stderr });
  // While readline has the terminal, Ctrl+C sends no signal.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const answer = await lines.question(RUN_IT_HERE, { signal: ending }).finally(() => lines.close());
  return /^\s*y(es)?\s*$/i.test(answer);
}

async function follow(
  api: Api,
  request: Partial<ScriptRunRequest>,
  terminal: Terminal,
  json: boolean,
): Promise<ScriptRun> {
  let id: string | undefined;
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    if (!id) return;
    cancelled = callWhileEnding(api, scriptRunApi.cancelScriptRun, { params: { id } });
  };
  terminal.ending.addEventListener('abort', cancel, { once: true });
  try {
    return await callForEvents(api, scriptRunApi.runScript, { body: request }, NO_RESULT, ({ event, value }) => {
      if (json) printJson(terminal, { event, ...value });
      if (event === SCRIPT_RUN_EVENTS.run) id = value.id;
      if (event === SCRIPT_RUN_EVENTS.line && !json) printLogLine(terminal, value);
      return event === SCRIPT_RUN_EVENTS.result ? value : undefined;
    });
  } finally {
    terminal.ending.removeEventListener('abort', cancel);
    // If the command ended now, an unsent request would be lost.
    await cancelled;
  }
}

function printLogLine(terminal: Terminal, line: ScriptLogLine): void {
  if (line.kind === 'agent' || line.kind === 'error') note(terminal, logText(line));
  else print(terminal, logText(line));
}
