import type { ScriptLogKind } from '../../../../shared/script-run.ts';
import type { BrowserSetup } from '../../../browser/launch-options.ts';
import type { SessionCookie } from '../../../browser/sessions.ts';

/** The file descriptor on which the runner writes its messages, one JSON object a line. */
export const MESSAGES_FD = 3;

/** The account whose session the script may use. `cookies` is null when nothing is saved for it. */
export type RunnerAccount = { id: string; platform: string; label: string; cookies: SessionCookie[] | null };

/** What a log may grow to; the rest is dropped. */
export type LogLimits = { bytes: number; lines: number };

/** What the runner reads from its standard input, as one JSON object. */
export type RunnerJob = {
  code: string;
  /** A private folder that is removed after the run: script files and browser profiles. */
  scratch: string;
  /** Where the script's files are kept; also its working folder. */
  artifacts: string;
  /** Where the person may have installed packages for scripts (`npm install --prefix`). */
  packages: string;
  browser: BrowserSetup;
  account: RunnerAccount | null;
  log: LogLimits;
};

/** What the runner tells the agent. The last one is `end`; a runner that dies without it failed. */
export type RunnerMessage =
  | { kind: ScriptLogKind; text: string }
  | { end: 'success' }
  | { end: 'error'; error: string };
