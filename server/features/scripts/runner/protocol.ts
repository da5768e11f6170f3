import type { ScriptLogKind } from '../../../../shared/scripts/script-run.ts';
import type { BrowserSetup } from '../../../browser/launch-options.ts';
import type { SessionCookie } from '../../../browser/sessions.ts';

/** Saved before the script, which may replace globals. */
const toJson = JSON.stringify;

/** The file descriptor for the runner's messages, one JSON object per line. */
export const MESSAGES_FD = 3;

/** The account whose session the script may use. `cookies` is null when none are saved. */
export type RunnerAccount = { id: string; platform: string; label: string; cookies: SessionCookie[] | null };

/** Limits of a log; the rest is dropped. */
export type LogLimits = { bytes: number; lines: number };

/** A runner's setup: the first line of its standard input, as JSON. */
export type RunnerSetup = {
  /** A private folder, removed after the run: script files and browser profiles. */
  scratch: string;
  /** Where the user may install packages for scripts (`npm install --prefix`). */
  packages: string;
  browser: BrowserSetup;
  log: LogLimits;
  /** Whether to start a browser immediately, for a later script. */
  isSpare: boolean;
  /** The agent's process id. The runner's ppid is no substitute, since the agent may end before the runner reads it. */
  agent: number;
};

/** The run itself: the second line, possibly much later. */
export type RunnerJob = {
  code: string;
  /** The folder for the script's files; also its working folder. */
  artifacts: string;
  /** Whether to show the browser's window. */
  headful: boolean;
  account: RunnerAccount | null;
};

/** Messages from the runner. `end` is the last one; a runner that exits without it has failed. */
export type RunnerMessage =
  | { kind: ScriptLogKind; text: string }
  | { end: 'success' }
  | { end: 'error'; error: string };

/** A value as one line of JSON, also for readers that treat U+2028 and U+2029 as line ends. */
export function toLine(value: unknown): string {
  return `${toJson(value).replace(/[\u2028\u2029]/g, (end) => (end === '\u2028' ? '\\u2028' : '\\u2029'))}\n`;
}
