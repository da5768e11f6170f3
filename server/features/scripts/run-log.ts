import { stripVTControlCharacters } from 'node:util';
import type { ScriptLogKind, ScriptLogLine } from '../../../shared/script-run.ts';
import { LOG_LINES_MAX } from './limits.ts';
import { logCut } from './messages.ts';

/** Longest entry about the run itself, such as an error with its stack; these are kept when the log is full. */
const NOTE_MAX_CHARS = 16_384;

export type RunLog = {
  readonly lines: readonly ScriptLogLine[];
  add(kind: ScriptLogKind, text: string): void;
};

/** A run's log in order, cut once at `maxBytes` of text with a line that says so. `onLine` hears each line. */
export function createRunLog(maxBytes: number, onLine: (line: ScriptLogLine) => void): RunLog {
  const lines: ScriptLogLine[] = [];
  let bytes = 0;
  let isCut = false;
  const push = (kind: ScriptLogKind, text: string) => {
    const line = { at: new Date().toISOString(), kind, text: storable(text) };
    lines.push(line);
    onLine(line);
  };
  return {
    lines,
    add(kind, text) {
      if (kind === 'agent' || kind === 'error') return push(kind, text.slice(0, NOTE_MAX_CHARS));
      if (isCut) return;
      const room = lines.length < LOG_LINES_MAX ? maxBytes - bytes : 0;
      const size = Buffer.byteLength(text) + 1;
      bytes += size;
      isCut = size > room;
      if (!isCut) return push(kind, text);
      // Half a character at the end becomes a replacement mark.
      if (room > 1)
        push(
          kind,
          Buffer.from(text)
            .subarray(0, room)
            .toString()
            .replace(/\uFFFD+$/, ''),
        );
      push('agent', logCut(maxBytes));
    },
  };
}

/** Without what a terminal would obey and what PostgreSQL's JSON cannot hold: NUL, and halves of characters. */
function storable(text: string): string {
  return Buffer.from(stripVTControlCharacters(text).replaceAll('\0', '\u2400')).toString();
}
