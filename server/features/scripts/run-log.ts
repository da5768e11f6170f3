import { stripVTControlCharacters } from 'node:util';
import type { ScriptLogKind, ScriptLogLine } from '../../../shared/scripts/script-run.ts';
import { LOG_LINES_MAX } from './limits.ts';
import { logCut } from './messages.ts';

/** Limit of an entry about the run itself, such as an error with its stack; kept even in a full log. */
export const NOTE_MAX_CHARS = 16_384;
/** How many notes and errors of a run's process are kept even in a full log. */
const NOTES_MAX = 100;

export type RunLog = {
  readonly lines: readonly ScriptLogLine[];
  /** Adds output of the run's process; false when the log is full, and only a few notes and errors are still kept. */
  add(kind: ScriptLogKind, text: string): boolean;
  /** Adds a note of the agent about the run, even to a full log. */
  note(kind: 'agent' | 'error', text: string): void;
};

/** A run's ordered log, truncated at `maxBytes` of text with a note. `onLine` is called with each line. */
export function createRunLog(maxBytes: number, onLine: (line: ScriptLogLine) => void): RunLog {
  const lines: ScriptLogLine[] = [];
  let bytes = 0;
  let isCut = false;
  let notes = 0;
  const push = (kind: ScriptLogKind, text: string) => {
    const line = { at: new Date().toISOString(), kind, text: storable(text) };
    lines.push(line);
    onLine(line);
  };
  const cut = (kind: ScriptLogKind, text: string, room: number) => {
    isCut = true;
    // A split character at the end becomes a replacement character.
    const fitting = Buffer.from(text).subarray(0, Math.max(0, room)).toString();
    if (room > 1) push(kind, fitting.replace(/\uFFFD+$/, ''));
    push('agent', logCut(maxBytes));
  };
  const note = (kind: ScriptLogKind, text: string) => push(kind, text.slice(0, NOTE_MAX_CHARS));
  return {
    lines,
    note,
    add(kind, text) {
      if ((kind === 'agent' || kind === 'error') && notes < NOTES_MAX) {
        notes += 1;
        note(kind, text);
      } else if (!isCut) {
        const room = lines.length < LOG_LINES_MAX ? maxBytes - bytes : 0;
        const size = Buffer.byteLength(text) + 1;
        bytes += size;
        if (size > room) cut(kind, text, room);
        else push(kind, text);
      }
      return !isCut;
    },
  };
}

/** Removes terminal control characters and what PostgreSQL's JSON cannot store: NUL and lone surrogates. */
function storable(text: string): string {
  return Buffer.from(stripVTControlCharacters(text).replaceAll('\0', '\u2400')).toString();
}
