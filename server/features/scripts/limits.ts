import type { AgentConfig } from '../../config/config.ts';

export type ScriptLimits = {
  /** The default time limit in milliseconds. */
  timeoutMs: number;
  /** Maximum concurrent runs. */
  concurrency: number;
  /** Maximum queued runs; further ones are refused. */
  waiting: number;
  /** JavaScript heap of a run's process, in MB; with buffers it may use twice as much. */
  heapMb: number;
  /** Bytes of a log's text. */
  logBytes: number;
  /** How long a spare process with a browser is kept for the next run, in milliseconds; 0 disables it. */
  spareMs: number;
  /** Finished runs kept at any age, and the days for which all others are kept. */
  keptRuns: number;
  keptDays: number;
  /** Limit of all runs' saved files, in bytes; the oldest are removed first. */
  keptFilesBytes: number;
};

/** Limit of a log's entries. */
export const LOG_LINES_MAX = 20_000;
/** How long a stopped script may take to clean up before it is killed. */
export const STOP_GRACE_MS = 2000;

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
