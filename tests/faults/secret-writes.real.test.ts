import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { removeUnfinishedWrites } from '../../server/files/private-file.ts';
import { runCli } from '../helpers/cli.ts';
import { isFull } from '../helpers/depth.ts';
import { testFolder } from '../helpers/file-folder.ts';
import { newWorkspace } from '../helpers/workspace.ts';
import { killAtWrite } from './kill-at-write.ts';
import { SECRET_KINDS, type SecretKind } from './secret-kinds.ts';

const WRITER = fileURLToPath(new URL('./secret-kinds.ts', import.meta.url));
const OLD = 'the-old-secret';
const NEW = 'the-new-secret-which-is-longer';
/** Files left by a process that was killed in the middle of a write. */
const UNFINISHED = /\.tmp$|partial|\.password$/;
/** More steps than any of these writes has. */
const STEPS_MAX = 200;
/** npm test kills only once, in the middle: starting the process takes longer than everything else. */
const MIDDLE = 6;

let folder: string;
beforeEach(async () => {
  folder = await testFolder();
});

/** Writes a secret in a process that is killed at a step. Resolves to the number of steps, or null if it was killed. */
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

type Case = { name: string; kind: SecretKind; old: string | null; before: string };
const cases: Case[] = Object.entries(SECRET_KINDS).flatMap(([name, kind]: [string, SecretKind]) => [
  { name, kind, old: null, before: 'none' },
  ...(kind.isMade ? [] : [{ name, kind, old: OLD, before: 'the old one' }]),
]);

describe('a process that is killed between any two steps of writing a secret', () => {
  it.each(isFull ? cases : cases.slice(0, 1))(
    'leaves the $name whole: the new one, or $before',
    async (tried) => {
      const { name, kind, old, before } = tried;
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
        if (!kind.isMade) expect([old, NEW], `step ${step}`).toContain(secret);
        found.add(secret === old ? before : 'the new one');
        const files = await readdir(dataDir, { recursive: true }).catch(() => []);
        expect(files.filter((file) => UNFINISHED.test(file))).toEqual([]);
        // The interrupted write does not block the next one.
        await kind.write(dataDir, NEW);
        if (!kind.isMade) expect(await kind.read(dataDir)).toBe(NEW);
        for (const file of await readdir(dataDir, { recursive: true })) {
          const { mode } = await stat(join(dataDir, file));
          if (process.platform !== 'win32') expect(mode & 0o077, file).toBe(0);
        }
      }
      if (isFull) expect([...found].sort()).toEqual([before, 'the new one'].sort());
    },
    240_000,
  );
});

/** Files with secrets that a first start creates, besides the database. */
const MADE = ['agent-id', 'agent-token', 'keys.json', 'workspace.json'];

describe.runIf(isFull)('a first start that is killed between any two of its writes', () => {
  it.each(Array.from({ length: 60 }, (_, index) => index + 1))('is made good by the next: step %i', async (step) => {
    const dataDir = join(folder, 'data');
    // A third of them also create the database.
    if (step % 3 > 0) await newWorkspace(dataDir);
    const command = ['users', 'list', '--data-dir', dataDir];
    const NODE_OPTIONS = `--import=${killAtWrite(dataDir, step)}`;
    const { code, stdout } = await runCli(command, { env: { NODE_OPTIONS } });
    // Beyond its last step it ends normally.
    if (code !== null) expect(Number(/steps (\d+)/.exec(stdout)?.[1])).toBeLessThan(step);
    expect(await runCli(command)).toMatchObject({ code: 0 });
    const names = await readdir(dataDir);
    expect(names.filter((name) => UNFINISHED.test(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(MADE));
  });
});
