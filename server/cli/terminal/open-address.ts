import open from 'open';

/**
 * Opens a page in the user's browser; calls `onFailed` if there is none. Other users can read its command line: `url`
 * must not contain a secret.
 */
export async function openAddress(url: string, onFailed: () => void): Promise<void> {
  try {
    const browser = await open(url);
    browser.once('error', onFailed);
  } catch {
    onFailed();
  }
}
