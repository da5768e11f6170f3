import type { ScriptLogKind } from '../../../../shared/scripts/script-run.ts';
import type { BrowserSetup } from '../../../browser/launch-options.ts';
import type { SessionCookie } from '../../../browser/sessions.ts';

/** As it was before the script, which may replace what is global. */
const toJson = JSON.stringify;

/** The file descriptor on which the runner writes its messages, one JSON object a line. */
export const MESSAGES_FD = 3;

/** The account whose session the script may use. `cookies` is null when nothing is saved for it. */
export type RunnerAccount = { id: string; platform: string; label: string; cookies: SessionCookie[] | null };

/** What a log may grow to; the rest is dropped. */
export type LogLimits = { bytes: number; lines: number };

/** What a runner is given at its start: the first line of its standard input, as JSON. */
export type RunnerSetup = {
  /** A private folder that is removed after the run: script files and browser profiles. */
  scratch: string;
  /** Where the person may have installed packages for scripts (`npm install --prefix`). */
  packages: string;
  browser: BrowserSetup;
  log: LogLimits;
  /** Start a browser at once, for a script that will come. */
  isSpare: boolean;
  /** The agent's process. It may be gone before the runner has read this. */
  agent: number;
};

/** The run itself: the second line, which may come much later. */
export type RunnerJob = {
  code: string;
  /** Where the script's files are kept; also its working folder. */
  artifacts: string;
  /** The person wants to watch. */
  headful: boolean;
  account: RunnerAccount | null;
};

/** What the runner sends to the agent. The last one is `end`; a runner that dies without it failed. */
export type RunnerMessage =
  | { kind: ScriptLogKind; text: string }
  | { end: 'success' }
  | { end: 'error'; error: string };

/** A value as one line of JSON, for readers to whom U+2028 and U+2029 end a line too. */
export function toLine(value: unknown): string {
  return `${toJson(value).replace(/[\u2028\u2029]/g, (end) => (end === '\u2028' ? '\\u2028' : '\\u2029'))}\n`;
}
