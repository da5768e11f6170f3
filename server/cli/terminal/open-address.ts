import open from 'open';

/**
 * Shows a page in the user's browser; `onFailed` where there is none. Others on the machine can read its command line: `url`
 * must hold no secret.
 */
export async function openAddress(url: string, onFailed: () => void): Promise<void> {
  try {
    const browser = await open(url);
    browser.once('error', onFailed);
  } catch {
    onFailed();
  }
}
