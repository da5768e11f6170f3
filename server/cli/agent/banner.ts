import { dirname } from 'node:path';
import type { Mode } from '../../../shared/agent/agent-api.ts';
import {
  ALREADY_RUNNING,
  CREATE_ACCOUNT,
  MODE_IN_WORDS,
  PRESS_CTRL_C,
  REACHABLE,
  REACHABLE_NO_SCRIPTS,
  REACHABLE_SCRIPTS,
  START_WITH_MACHINE,
  STOP_WITH,
} from '../messages.ts';
import { print, printJson, type Terminal } from '../terminal/terminal.ts';

/** The result of `start`; with --json one line of exactly these fields. */
export type StartReport = {
  url: string;
  dataDir: string;
  /** The embedded database's folder; null when there is none, absent when another process runs the agent. */
  databaseDir?: string | null;
  mode: Mode;
  /** The Supabase project; null for a workspace on this machine, absent when another process runs the agent. */
  supabaseUrl?: string | null;
  version: string;
  pid: number;
  /** The one-time link for the first account; null when an account exists. */
  setupLink: string | null;
  /** Whether an agent was already running: then this command exits, and that agent keeps running. */
  alreadyRunning: boolean;
};

/** Prints the report as text or as JSON. */
export function printReport(
  terminal: Terminal,
  report: StartReport,
  options: { json: boolean; remote: boolean; remoteScripts: boolean },
): void {
  if (options.json) printJson(terminal, report);
  else for (const line of bannerOf(report, options)) print(terminal, line && `  ${line}`);
}

function bannerOf(
  report: StartReport,
  { remote, remoteScripts }: { remote: boolean; remoteScripts: boolean },
): string[] {
  const { url, dataDir, databaseDir, mode, supabaseUrl, version, setupLink, alreadyRunning } = report;
  const isElsewhere = databaseDir && dirname(databaseDir) !== dataDir;
  return [
    '',
    `local-agent ${version}${alreadyRunning ? ` ${ALREADY_RUNNING}` : ''}`,
    '',
    `URL             ${url}`,
    `Data directory  ${dataDir}`,
    ...(isElsewhere ? [`Database        ${databaseDir}`] : []),
    `Mode            ${MODE_IN_WORDS[mode]}`,
    ...(supabaseUrl ? [`Supabase        ${supabaseUrl}`] : []),
    ...(setupLink ? ['', CREATE_ACCOUNT, setupLink] : []),
    '',
    // Shown only while there is no account.
    ...(setupLink && !alreadyRunning ? [START_WITH_MACHINE] : []),
    ...(remote ? [REACHABLE, remoteScripts ? REACHABLE_SCRIPTS : REACHABLE_NO_SCRIPTS] : []),
    alreadyRunning ? STOP_WITH : PRESS_CTRL_C,
    '',
  ];
}
