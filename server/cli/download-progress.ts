import { DOWNLOADING, downloadProgress, UNPACKING } from './browser-messages.ts';
import { note, type Terminal } from './terminal.ts';

/** Without a terminal, one line each time the progress has grown by this many per cent. */
const STEP_PERCENT = 10;

export type DownloadProgress = {
  /** Bytes so far, and of all. */
  tell(done: number, total: number): void;
  /** Ends the line that counts. */
  end(): void;
};

/** Tells how far a download is: in one line that counts on a terminal, elsewhere in a line for every tenth. */
export function showDownload(terminal: Terminal): DownloadProgress {
  const { stderr } = terminal;
  let told = -1;
  let isCounting = false;
  const end = () => {
    if (isCounting) stderr.write('\n');
    isCounting = false;
  };
  return {
    end,
    tell(done, total) {
      if (told < 0) note(terminal, DOWNLOADING);
      const percent = total > 0 ? Math.floor((100 * done) / total) : 0;
      const step = stderr.isTTY ? percent : percent - (percent % STEP_PERCENT);
      if (step === told) return;
      told = step;
      isCounting = stderr.isTTY === true;
      const text = downloadProgress(step, done, total);
      stderr.write(isCounting ? `\r${text}` : `${text}\n`);
      if (percent < 100) return;
      end();
      note(terminal, UNPACKING);
    },
  };
}
