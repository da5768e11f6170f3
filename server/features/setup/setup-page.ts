import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isOwnFolder } from '../../files/private-file.ts';

/** How long a browser may take to read the page; the printed link stays valid. */
const LIFETIME_MS = 10 * 60_000;
const NAME = 'local-agent-setup.html';

/**
 * The set-up link in a file that redirects a browser to it. On a command line, other users of the machine could read
 * the link and create the first account themselves.
 */
export type SetupPage = {
  /**
   * Writes the page, readable only by this user, replacing an earlier one. Returns its file URL; null if it cannot be
   * written.
   */
  write(link: string): Promise<string | null>;
  /** Removes the page, when the link was used or is no longer valid. Safe to call twice. */
  remove(): Promise<void>;
};

/**
 * Keeps the page in a separate folder: in the home folder on Linux, where snap and flatpak browsers can read visible
 * folders only, and in the data directory elsewhere. `home` is for tests.
 */
export function createSetupPage(dataDir: string, home: string = homedir()): SetupPage {
  const parent = process.platform === 'linux' ? home : dataDir;
  const prefix = `local-agent-setup-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}-`;
  let expiry: NodeJS.Timeout | undefined;

  /** Also removes pages of a killed agent. */
  const remove = async () => {
    clearTimeout(expiry);
    const names = await readdir(parent).catch(() => []);
    for (const name of names.filter((candidate) => candidate.startsWith(prefix))) {
      const folder = join(parent, name);
      if (await isOwnFolder(folder)) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  };

  return {
    async write(link) {
      await remove();
      try {
        const file = join(await mkdtemp(join(parent, prefix)), NAME);
        await writeFile(file, pageTo(link), { mode: 0o600, flag: 'wx' });
        expiry = setTimeout(() => void remove(), LIFETIME_MS).unref();
        return pathToFileURL(file).href;
      } catch {
        await remove();
        return null;
      }
    },
    remove,
  };
}

/** The link consists of a verified origin, a fixed path, and base64url: nothing needs escaping. */
function pageTo(link: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0; url=${link}">
    <title>local-agent</title>
  </head>
  <body><a href="${link}">Create your account</a></body>
</html>
`;
}
