import { logLines } from '@/features/scripts/messages.ts';
import type { ScriptLogKind, ScriptRun, ScriptRunDetails } from '../../../../shared/scripts/script-run.ts';

/** An entry of the execution log. `at` is ISO 8601; null if unknown. */
export type LogEntry = { at: string | null; kind: ScriptLogKind; text: string };

/** The first line of every log (§4). */
export function startEntry(at: string): LogEntry {
  return { at, kind: 'agent', text: logLines.start };
}

/** Lines of an agent that sends neither time nor kind. */
export function plainEntries(lines: string[]): LogEntry[] {
  return lines.map((text) => ({ at: null, kind: 'script', text }));
}

/** The "Error:" line at the end of a log (§4, §8), with the reason if the log does not contain it. */
export function failureEntries(at: string, reason: string | null, log: LogEntry[]): LogEntry[] {
  const failed: LogEntry = { at, kind: 'error', text: logLines.refused };
  if (!reason || log.some(({ text }) => text.includes(reason))) return [failed];
  return [failed, { at: null, kind: 'error', text: reason }];
}

/** The lines after the script's own, once a run is over. */
export function closingEntries({ status, error, finishedAt }: ScriptRun, log: LogEntry[]): LogEntry[] {
  if (finishedAt === null || (status !== 'error' && status !== 'timeout')) return [];
  return failureEntries(finishedAt, error, log);
}

/** The execution log of a loaded run, identical to a followed one. */
export function logOf(details: ScriptRunDetails): LogEntry[] {
  return [startEntry(details.startedAt), ...details.log, ...closingEntries(details, details.log)];
}
