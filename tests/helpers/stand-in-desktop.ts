import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Desktop } from '../../server/notifications/desktop.ts';

/** A notify-send that records its arguments, alone in its PATH. */
export type StandInDesktop = {
  desktop: Desktop;
  folder: string;
  shown(): Promise<string[][]>;
  remove(): Promise<void>;
};

/** `body` is what else the program does, as a line of shell. */
export async function standInDesktop(body = ''): Promise<StandInDesktop> {
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-desktop-'));
  const file = join(folder, 'shown');
  const program = join(folder, 'notify-send');
  await writeFile(program, `#!/bin/sh\nprintf '%s\\037' "$@" >>'${file}'\nprintf '\\036' >>'${file}'\n${body}\n`);
  await chmod(program, 0o755);
  return {
    desktop: { platform: 'linux', env: { PATH: folder } },
    folder,
    /** The arguments of each call. */
    async shown() {
      const text = await readFile(file, 'utf8').catch(() => '');
      const calls = text.split('\u001e').filter(Boolean);
      return calls.map((call) => call.split('\u001f').slice(0, -1));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
