import type { AgentConfig } from '../../config/config.ts';

/** What runs of scripts may take. */
export type ScriptLimits = {
  /** Time of a run that asks for none, in milliseconds. */
  timeoutMs: number;
  /** Runs at once. */
  concurrency: number;
  /** Runs that may wait; one more is refused. */
  waiting: number;
  /** JavaScript heap of a run's process, in MB; with buffers it may hold twice as much. */
  heapMb: number;
  /** Text of a log. */
  logBytes: number;
  /** How long a process with a browser is held ready for the next run, in milliseconds; 0 holds none. */
  spareMs: number;
  /** Finished runs that stay in the history however old they are, and the days for which all others stay too. */
  keptRuns: number;
  keptDays: number;
  /** What all runs together may have saved, in bytes; the files of the oldest go first. */
  keptFilesBytes: number;
};

/** Entries of a log: what makes it long rather than large. */
export const LOG_LINES_MAX = 20_000;
/** How long a script that is stopped may take to tidy up before it is killed. */
export const STOP_GRACE_MS = 2000;

/** The limits that the configuration sets. */
export function scriptLimits(config: AgentConfig): ScriptLimits {
  return {
    timeoutMs: config.scriptTimeout * 1000,
    concurrency: config.scriptConcurrency,
    waiting: config.scriptQueue,
    heapMb: config.scriptMemory,
    logBytes: config.scriptLog * 1024,
    spareMs: config.scriptSpare * 1000,
    keptRuns: config.scriptHistoryRuns,
    keptDays: config.scriptHistoryDays,
    keptFilesBytes: config.scriptHistoryFiles * 1024 * 1024,
  };
}
