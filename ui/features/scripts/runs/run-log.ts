import { logLines } from '@/features/scripts/messages.ts';
import type { ScriptLogKind, ScriptRun, ScriptRunDetails } from '../../../../shared/scripts/script-run.ts';

/** One entry of the execution log. `at` is ISO 8601; null where nobody said when. */
export type LogEntry = { at: string | null; kind: ScriptLogKind; text: string };

/** The start line, which every log begins with (§4). */
export function startEntry(at: string): LogEntry {
  return { at, kind: 'agent', text: logLines.start };
}

/** Lines of an agent that says neither when nor by whom they were written. */
export function plainEntries(lines: string[]): LogEntry[] {
  return lines.map((text) => ({ at: null, kind: 'script', text }));
}

/** The "Error:" line at the end of a log (§4, §8), with the reason where the log does not have it yet. */
export function failureEntries(at: string, reason: string | null, log: LogEntry[]): LogEntry[] {
  const failed: LogEntry = { at, kind: 'error', text: logLines.refused };
  if (!reason || log.some(({ text }) => text.includes(reason))) return [failed];
  return [failed, { at: null, kind: 'error', text: reason }];
}

/** What follows the script's own lines once a run is over. */
export function closingEntries({ status, error, finishedAt }: ScriptRun, log: LogEntry[]): LogEntry[] {
  if (finishedAt === null || (status !== 'error' && status !== 'timeout')) return [];
  return failureEntries(finishedAt, error, log);
}

/** The execution log of a run that the agent knows, as it was when the run was followed. */
export function logOf(details: ScriptRunDetails): LogEntry[] {
  return [startEntry(details.startedAt), ...details.log, ...closingEntries(details, details.log)];
}
