import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, realpath, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  lastBackup,
  parseUpgradeFolder,
  toGoBackTo,
  upgradeFolderName,
} from '../../../server/data-directory/backups-folder.ts';
import { canonicalPath, directoryError, prepareDataDirectory } from '../../../server/data-directory/data-directory.ts';
import { finishSwap, isSwapPending, type Move, swap } from '../../../server/data-directory/swap.ts';
import { removeOldSafetyBackups } from '../../../server/supabase/embedded/upgrade/safety-backup.ts';
import { testFolder } from '../../helpers/file-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await testFolder();
});

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

it('makes the directory and its parents, private, and marks it with the format', async () => {
  const dataDir = join(folder, 'a/b');
  await prepareDataDirectory(dataDir);
  expect([await modeOf(dataDir), await modeOf(join(dataDir, 'workspace.json'))]).toEqual([0o700, 0o600]);
  expect(JSON.parse(await readFile(join(dataDir, 'workspace.json'), 'utf8'))).toEqual({ format: 1 });
});

it('takes the rights of others away, but lets them pass where they could', async () => {
  await chmod(folder, 0o755);
  await prepareDataDirectory(folder);
  expect(await modeOf(folder)).toBe(0o711);
});

it('opens a directory again, whatever is in it by then, and takes a config file alone for an empty one', async () => {
  await writeFile(join(folder, 'config.json'), '{}');
  await prepareDataDirectory(folder);
  await writeFile(join(folder, 'keys.json'), '{}');
  await expect(prepareDataDirectory(folder)).resolves.toBeUndefined();
});

it.each([
  ['with other things in it', 'thesis.txt', '', /is not empty \(thesis\.txt\).*Choose an empty or new one/],
  ['from a newer version', 'workspace.json', '{"format":2}', /newer local-agent \(format 2.*Update local-agent/],
  ['whose mark is damaged', 'workspace.json', '{"form', /workspace\.json is damaged/],
])('leaves a directory %s alone, and says so', async (_what, name, content, words) => {
  await writeFile(join(folder, name), content);
  await expect(prepareDataDirectory(folder)).rejects.toThrow(words);
});

it('may be asked for by several at once', async () => {
  const dataDir = join(folder, 'data');
  await Promise.all(Array.from({ length: 20 }, () => prepareDataDirectory(dataDir)));
  expect(await readdir(dataDir)).toEqual(['workspace.json']);
});

it('says so when a file is in the way', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(prepareDataDirectory(join(folder, 'file'))).rejects.toThrow(/a file is in the way/);
  await expect(prepareDataDirectory(join(folder, 'file/below'))).rejects.toThrow(/a file is in the way/);
});

it('says in one line what the system refused, with a remedy', async () => {
  await mkdir(join(folder, 'x'));
  const refusals = {
    EACCES: 'write access',
    EROFS: 'write access',
    ENOSPC: 'is full',
    EDQUOT: 'is full',
    EIO: 'cannot be used',
  };
  for (const [code, words] of Object.entries(refusals)) {
    const { message } = directoryError(folder, Object.assign(new Error('refused'), { code }));
    expect(message).toContain(words);
    expect(message).toMatch(/--data-dir\.$/);
    expect(message).not.toContain('\n');
  }
});

it.runIf(process.platform === 'linux')('says so at once where no directory can be made at all', () =>
  expect(prepareDataDirectory('/proc/local-agent')).rejects.toThrow(/cannot be used.*Choose another/),
);

it('has one path for a folder however it is spelled, and for one that is still to be made', async () => {
  const real = join(await realpath(folder), 'real');
  await mkdir(real);
  await symlink(real, join(folder, 'link'));
  const spellings = [join(folder, 'link'), `${folder}/link/`, `${folder}/./link/../link`];
  expect(spellings.map(canonicalPath)).toEqual([real, real, real]);
  expect(canonicalPath(join(folder, 'link/new/data'))).toBe(join(real, 'new/data'));
});

it('leaves a path as it is where a link leads round in a circle', async () => {
  await symlink(join(folder, 'b'), join(folder, 'a'));
  await symlink(join(folder, 'a'), join(folder, 'b'));
  expect(canonicalPath(join(folder, 'a'))).toBe(join(folder, 'a'));
});

it('the last backup is the newest, of a day or of an upgrade', async () => {
  const dataDir = await testFolder();
  const backups = join(dataDir, 'backups');
  expect(await lastBackup(dataDir)).toBeNull();
  await mkdir(join(backups, 'media'), { recursive: true });
  await writeFile(join(backups, 'backup-2026-11-21T03-00-00Z.tar'), '');
  expect(await lastBackup(dataDir)).toBe(join(backups, 'backup-2026-11-21T03-00-00Z.tar'));
  const ofUpgrade = upgradeFolderName('0.1.0-to-0.2.0', Date.parse('2026-11-21T03:00:01.999Z'));
  expect(ofUpgrade).toBe('before-upgrade-0.1.0-to-0.2.0-20261121T030001Z');
  expect(parseUpgradeFolder(ofUpgrade)).toEqual({ upgrade: '0.1.0-to-0.2.0', createdAt: '2026-11-21T03:00:01Z' });
  await mkdir(join(backups, ofUpgrade));
  await mkdir(join(backups, `${ofUpgrade.replace('2026', '2027')}.partial`));
  expect(await lastBackup(dataDir)).toBe(join(backups, ofUpgrade));
  await writeFile(join(backups, 'backup-2031-01-01T03-00-00Z.tar'), '');
  const now = Date.parse('2026-11-22T00:00:00Z');
  expect(await lastBackup(dataDir, now), 'made while the clock was wrong').toBe(join(backups, ofUpgrade));
});

it('keeps the backups of the two upgrades that were made last, also where others are dated in the future', async () => {
  const dataDir = await testFolder();
  const dates = ['20310101T000000Z', '20310102T000000Z', '20261121T030001Z', '20261122T030001Z'];
  for (const date of dates) await mkdir(join(dataDir, 'backups', `before-upgrade-1-to-2-${date}`), { recursive: true });
  await mkdir(join(dataDir, 'backups/mine'));
  await removeOldSafetyBackups(dataDir, Date.parse('2026-11-22T03:00:02Z'));
  expect((await readdir(join(dataDir, 'backups'))).map((name) => name.slice(-16))).toEqual([...dates.slice(2), 'mine']);
});

it.runIf(process.platform !== 'win32')('the command to restore it can be typed as it stands, whatever the folder', () =>
  expect(toGoBackTo("/home/o'neil/My Posts/backups/a.tar", '/data')).toBe(
    "The last backup is /home/o'neil/My Posts/backups/a.tar. To go back to it, type: local-agent restore '/home/o'\\''neil/My Posts/backups/a.tar' --data-dir /data",
  ),
);

describe('a folder put in place of another', async () => {
  let dataDir: string;
  let moves: Move[];

  beforeEach(async () => {
    dataDir = await testFolder();
    const work = join(dataDir, 'restore-work-1');
    moves = ['postgres', 'storage', 'config.json', 'new-one'].map((name) => ({
      next: join(work, name),
      path: join(dataDir, name),
      kept: join(dataDir, 'before-restore', name),
    }));
    for (const { next, path } of moves) {
      await put(next, 'new');
      if (!path.endsWith('new-one')) await put(path, 'old');
    }
  });

  async function put(path: string, text: string): Promise<void> {
    const file = path.endsWith('.json') ? path : join(path, 'inside');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  const all = () =>
    Promise.all(
      moves.map(async ({ path }) =>
        readFile(path.endsWith('.json') ? path : join(path, 'inside'), 'utf8').catch(() => null),
      ),
    );

  async function expectNew(): Promise<void> {
    expect(await all()).toEqual(['new', 'new', 'new', 'new']);
    for (const { kept } of moves.slice(0, 2)) expect(await readFile(join(kept, 'inside'), 'utf8')).toBe('old');
    expect((await readdir(dataDir)).sort()).toEqual([
      'before-restore',
      'config.json',
      'new-one',
      'postgres',
      'storage',
    ]);
  }

  it('puts the new ones in place and keeps the old ones', async () => {
    await swap(dataDir, moves);
    await expectNew();
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('finishes what was killed after %i renames', async (renames) => {
    await writeFile(join(dataDir, 'swap.json'), JSON.stringify(moves));
    const steps = moves.flatMap(({ next, path, kept }) => [...(existsSync(path) ? [[path, kept]] : []), [next, path]]);
    expect(steps).toHaveLength(7);
    for (const [from = '', to = ''] of steps.slice(0, renames)) {
      await mkdir(dirname(to), { recursive: true });
      await rename(from, to);
    }
    await finishSwap(dataDir);
    await expectNew();
  });

  /** A `rename` that fails `count` times from call `from` on, as for a file in use or a mounted folder. */
  function refusing(from: number, count = Number.POSITIVE_INFINITY) {
    let asked = 0;
    return async (one: string, other: string) => {
      const nth = asked++;
      if (nth >= from && nth < from + count)
        throw Object.assign(new Error(`EBUSY: resource busy or locked, rename '${one}'`), { code: 'EBUSY', path: one });
      await rename(one, other);
    };
  }

  const expectOld = async () => {
    expect(await all()).toEqual(['old', 'old', 'old', null]);
    expect(await readdir(dataDir)).not.toContain('swap.json');
    for (const { kept } of moves) expect(existsSync(kept)).toBe(false);
  };

  // 14 renames for the trial, 7 for the actual swap.
  it.each(Array.from({ length: 21 }, (_, nth) => nth))(
    'leaves the old ones where rename %i is refused, whatever was done before',
    async (nth) => {
      await expect(swap(dataDir, moves, refusing(nth, 1))).rejects.toThrow('The workspace is unchanged');
      await expectOld();
      await swap(dataDir, moves);
      expect(await all()).toEqual(['new', 'new', 'new', 'new']);
    },
  );

  it.each([1, 2, 5, 15, 16, 17, 18, 20])(
    'keeps everything where rename %i and all after it are refused, until a start puts the old ones back',
    async (nth) => {
      await expect(swap(dataDir, moves, refusing(nth))).rejects.toThrow('then start local-agent');
      expect(isSwapPending(dataDir)).toBe(true);
      await expect(finishSwap(dataDir, refusing(0))).rejects.toThrow('could not be moved (EBUSY)');
      await finishSwap(dataDir, refusing(1)).catch(() => undefined);
      await finishSwap(dataDir);
      await expectOld();
      expect((await readdir(dataDir)).sort()).toEqual(['config.json', 'postgres', 'storage']);
    },
  );

  it('finds a move that the system refuses before anything is moved', async () => {
    const inside = { ...moves[2], kept: join(dataDir, 'postgres', 'inside', 'config.json') } as Move;
    await expect(swap(dataDir, [...moves.slice(0, 2), inside])).rejects.toThrow('The workspace is unchanged');
    await expectOld();
  });

  it('goes back where a start cannot finish what was killed, and leaves no mixture', async () => {
    await writeFile(join(dataDir, 'swap.json'), JSON.stringify(moves));
    const { path = '', kept = '' } = moves[0] ?? {};
    await mkdir(dirname(kept), { recursive: true });
    await rename(path, kept);
    await expect(finishSwap(dataDir, refusing(2, 1))).rejects.toThrow('The workspace is unchanged');
    await finishSwap(dataDir);
    await expectOld();
  });

  it('leaves the old ones where it was killed before it began, and removes the rest of it', async () => {
    await finishSwap(dataDir);
    expect(await all()).toEqual(['old', 'old', 'old', null]);
    expect((await readdir(dataDir)).sort()).toEqual(['config.json', 'postgres', 'storage']);
  });
});
