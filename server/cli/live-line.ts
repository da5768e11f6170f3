import { note, type Terminal } from './terminal.ts';

const BACK_AND_CLEAR = '\r\u001b[K';

/**
 * What is going on right now: on a terminal one line that changes, elsewhere (a log, a pipe) a line each time that
 * `key` changes.
 */
export type LiveLine = {
  show(text: string, key: string): void;
  /** Leaves the line; what is written next has one of its own. */
  end(): void;
};

export function liveLine(terminal: Terminal): LiveLine {
  const { stderr } = terminal;
  const isTerminal = stderr.isTTY === true;
  let lastKey: string | undefined;
  let isOpen = false;
  return {
    show(text, key) {
      if (isTerminal) {
        stderr.write(`${BACK_AND_CLEAR}${text}`);
        isOpen = true;
      } else if (key !== lastKey) note(terminal, text);
      lastKey = key;
    },
    end() {
      if (isOpen) stderr.write('\n');
      isOpen = false;
    },
  };
}
