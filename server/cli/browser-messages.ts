import type { InstalledChrome } from '../browser/install-browser.ts';

/** What the terminal says about the browser that people may download. */

export const DOWNLOADING = 'Downloading Chrome…';
export const UNPACKING = 'Unpacking…';
export const OFFER = 'Download Chrome now (about 180 MB)? [Y/n] ';

export const downloadProgress = (percent: number, done: number, total: number) =>
  `${String(percent).padStart(3)} %, ${megabytes(done)} of ${megabytes(total)} MB`;
export const browserInstalled = (version: string, { executablePath, isNew }: InstalledChrome) =>
  `Chrome ${version} ${isNew ? 'is installed' : 'was there already'}: ${executablePath}`;
export const doesNotStart = (executablePath: string, reason: string) =>
  `Chrome was downloaded to ${executablePath} but does not start: ${reason} On a minimal Linux system, libraries may be missing: deb.deps next to it lists the packages. Or install Chromium from your distribution (Debian: apt install chromium).`;

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
