import { note, type Terminal } from './terminal.ts';

/** Without a terminal, one line per this many per cent of a step. */
const STEP_PERCENT = 10;

type Count = { done: number; total: number };

/** Shows progress: on a terminal in one changing line, otherwise in one line per tenth of a step. */
export function showProgressLine(terminal: Terminal) {
  const { stderr } = terminal;
  let shown = '';
  let isCounting = false;
  const end = () => {
    if (isCounting) stderr.write('\n');
    isCounting = false;
  };
  return {
    /** Ends the changing line. */
    end,
    show(step: string, words: string, { done, total }: Count) {
      const percent = total > 0 ? Math.floor((100 * done) / total) : 0;
      const key = `${step} ${stderr.isTTY ? percent : percent - (percent % STEP_PERCENT)}`;
      if (key === shown) return;
      if (shown.split(' ')[0] !== step) end();
      shown = key;
      isCounting = stderr.isTTY === true;
      // Clears the rest of a longer line.
      if (isCounting) stderr.write(`\r${words}\u001b[K`);
      else note(terminal, words);
    },
  };
}
