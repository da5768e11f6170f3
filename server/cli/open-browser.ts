import open from 'open';
import { NO_BROWSER } from './messages.ts';
import { note, type Terminal } from './terminal.ts';

/**
 * Shows a page in the user's browser. Others on the machine can read its command line: `url` must hold no secret. A
 * machine without one is no reason to fail: the terminal names the address anyway.
 */
export async function openBrowser(terminal: Terminal, url: string): Promise<void> {
  const failed = () => note(terminal, NO_BROWSER);
  try {
    const browser = await open(url);
    browser.once('error', failed);
  } catch {
    failed();
  }
}
