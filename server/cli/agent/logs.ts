import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { LOG_LEVELS, type LogLevel, logLevelSchema } from '../../../shared/agent/logs.ts';
import { logApi } from '../../../shared/api/agent.ts';
import { call, runningApi } from '../../agent-client/api.ts';
import type { AgentConfig } from '../../config/config.ts';
import { findHolder } from '../../data-directory/agent-lock.ts';
import { LOG_FOLDER } from '../../diagnostics/log/log-file.ts';
import type { LogLine } from '../../diagnostics/log/log-lines.ts';
import { endOfLog, followLog, readLog } from '../../diagnostics/log/read-log.ts';
import { loadAgentToken } from '../../http/agent-token.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { notRunning } from '../messages.ts';
import { CommandFailed } from '../terminal/exit-code.ts';
import { note, oneLine, print, printJson, type Terminal } from '../terminal/terminal.ts';
import { wholeNumber } from '../terminal/whole-number.ts';

const LINES_DEFAULT = 100;
const LINES_MAX = 100_000;
const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

type LogsOptions = {
  follow?: true;
  level?: LogLevel;
  text?: string;
  since?: number;
  lines?: number;
  setLevel?: LogLevel;
};

/**
 * `logs` shows the last lines of the log, whether or not the agent runs, and can follow it; `logs --set-level` changes
 * the running agent's log level.
 */
export function addLogsCommand(program: Command, terminal: Terminal): void {
  withWorkspaceOptions(program.command('logs').description('show the agent’s log'))
    .option('-f, --follow', 'keep printing new lines, until Ctrl+C')
    .option('--level <level>', 'only this level and more severe ones', level)
    .option('--text <text>', 'only lines with this text')
    .option('--since <time>', 'only since then: 15m, 2h, 3d, or a time such as 2027-01-31T09:00', since)
    .option('--lines <number>', `how many of the last lines (${LINES_DEFAULT})`, wholeNumber(1, LINES_MAX))
    .option('--set-level <level>', 'make the running agent log from this level on, until it stops', level)
    .action(async ({ setLevel, ...options }: LogsOptions, command: Command) => {
      const config = configOf(command);
      if (setLevel) await changeLevel(setLevel, config, terminal);
      else await showLog(options, config, terminal);
    });
}

async function showLog(
  { follow, lines: last = LINES_DEFAULT, ...filter }: LogsOptions,
  { dataDir, json }: AgentConfig,
  terminal: Terminal,
): Promise<void> {
  const folder = join(dataDir, LOG_FOLDER);
  const show = (line: LogLine) => print(terminal, json ? line.raw : inWords(line));
  // Taken before reading, so that no line is missed in between.
  const from = follow ? await endOfLog(folder) : null;
  const found = await readLog(folder, { ...filter, last });
  for (const line of found) show(line);
  if (found.length === 0 && !follow && !json) note(terminal, NO_LINES);
  if (!follow) return;
  const shown = new Set(found.map(({ raw }) => raw));
  for await (const line of followLog(folder, { ...filter, from, signal: terminal.ending }))
    if (!shown.delete(line.raw)) show(line);
}

async function changeLevel(wanted: LogLevel, { dataDir, json }: AgentConfig, terminal: Terminal): Promise<void> {
  const holder = await findHolder(dataDir);
  if (!holder?.url) {
    note(terminal, notRunning(dataDir));
    throw new CommandFailed();
  }
  const api = runningApi(holder.url, await loadAgentToken(dataDir), terminal.ending);
  const state = await call(api, logApi.setLogLevel, { body: { level: wanted } });
  if (json) printJson(terminal, state);
  else print(terminal, levelIs(state.level));
}

function level(given: string): LogLevel {
  const { data } = logLevelSchema.safeParse(given);
  if (!data) throw new InvalidArgumentError(`Choose one of ${LOG_LEVELS.join(', ')}.`);
  return data;
}

function since(given: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(given) ?? [];
  if (count && unit) return Date.now() - Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
  const at = Date.parse(given);
  if (Number.isNaN(at)) throw new InvalidArgumentError(WRONG_SINCE);
  return at;
}

const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });

/** A line as text: time, level, message, and shortened fields. `--json` has everything. */
function inWords({ at, level: importance, message, fields }: LogLine): string {
  const details = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(shortOf(value))}`);
  return oneLine(`${clock.format(at)} ${importance.toUpperCase().padEnd(5)} ${[message, ...details].join(' ')}`);
}

/** Shortens an error to its message, since its stack is long. */
function shortOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'message' in value ? value.message : value;
}

const NO_LINES =
  'No such lines. The agent writes warnings and errors; `local-agent logs --set-level info` makes it write more.';
const WRONG_SINCE = 'Expected 15m, 2h, 3d, or a time such as 2027-01-31T09:00.';
const levelIs = (level: LogLevel) =>
  level === 'silent' ? 'The agent writes no log.' : `The agent logs from level ${level} on, until it stops.`;
