import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { removeUnfinishedWrites } from '../../server/files/private-file.ts';
import { isFull } from '../helpers/depth.ts';
import { testFolder } from '../helpers/file-folder.ts';
import { killAtWrite } from './kill-at-write.ts';
import { SECRET_KINDS } from './secret-kinds.ts';

const WRITER = fileURLToPath(new URL('./secret-kinds.ts', import.meta.url));
const OLD = 'the-old-secret';
const NEW = 'the-new-secret-which-is-longer';
/** Left by whoever was killed in the middle. */
const UNFINISHED = /\.tmp$|partial|\.password$/;
/** More than any of these writes has. */
const STEPS_MAX = 200;
/** In npm test it is killed once, in the middle: to start the process takes longer than all else. */
const MIDDLE = 6;

/** Writes a secret in a process that is killed at a step. Answers how many steps it had, or null when it was killed. */
function writeKilled(dataDir: string, kind: string, step: number): Promise<number | null> {
  const args = ['--import', 'tsx', '--import', killAtWrite(dataDir, step), WRITER, dataDir, kind, NEW];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout) => {
      if (error?.signal === 'SIGKILL') resolve(null);
      else if (error) reject(error);
      else resolve(Number(/steps (\d+)/.exec(stdout)?.[1]));
    });
  });
}

it.each(
  (
    [
      ['channel', 'none', null],
      ['channel', 'the old one', OLD],
      ['keys', 'none', null],
    ] as const
  ).slice(0, isFull ? 3 : 1),
)(
  'a process that is killed between any two steps of writing a %s leaves it whole: the new one, or %s',
  async (name, before, old) => {
    const kind = SECRET_KINDS[name];
    const folder = await testFolder();
    const made = async (at: string) => {
      const dataDir = join(folder, at);
      if (old !== null) await kind.write(dataDir, old);
      return dataDir;
    };
    const steps = isFull ? ((await writeKilled(await made('whole'), name, STEPS_MAX)) ?? 0) : MIDDLE;
    if (isFull) expect(steps).toBeGreaterThan(MIDDLE);
    const found = new Set<string>();
    for (let step = isFull ? 1 : MIDDLE; step <= steps; step += 1) {
      const dataDir = await made(`step-${step}`);
      expect(await writeKilled(dataDir, name, step), `step ${step}`).toBeNull();
      // As the next start does.
      await removeUnfinishedWrites(dataDir);
      const secret = await kind.read(dataDir);
      if (name === 'channel') expect([old, NEW], `step ${step}`).toContain(secret);
      found.add(secret === old ? before : 'the new one');
      const files = await readdir(dataDir, { recursive: true }).catch(() => []);
      expect(files.filter((file) => UNFINISHED.test(file))).toEqual([]);
      // The next write is not in the way of the one that broke off.
      await kind.write(dataDir, NEW);
      if (name === 'channel') expect(await kind.read(dataDir)).toBe(NEW);
      for (const file of await readdir(dataDir, { recursive: true })) {
        const { mode } = await stat(join(dataDir, file));
        if (process.platform !== 'win32') expect(mode & 0o077, file).toBe(0);
      }
    }
    if (isFull) expect([...found].sort()).toEqual([before, 'the new one'].sort());
  },
  240_000,
);
