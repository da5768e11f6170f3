import { chown, mkdir, mkdtemp, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../../../server/errors.ts';
import { readUpgradeFolder, takeFile } from '../../../../server/features/backup/upgrade-folder.ts';

const NAME = 'before-upgrade-0.1.0-to-0.2.0-20261123T070809Z';
const ACCOUNT = 'channels/11111111-1111-4111-8111-111111111111.json';
const DUMP = gzipSync('-- a dump');
const roomForAll = async () => undefined;

let top: string;
let folder: string;

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'la-upgrade-folder-'));
  folder = join(top, NAME);
  await mkdir(join(folder, 'channels'), { recursive: true });
  await writeFile(join(folder, 'database.sql.gz'), DUMP);
  await writeFile(join(folder, 'keys.json'), '{}');
  await writeFile(join(folder, 'workspace.json'), '{"format":1,"version":"0.1.0"}');
  await writeFile(join(folder, ACCOUNT), '{}');
});
afterEach(() => rm(top, { recursive: true, force: true }));

async function refusal(): Promise<string> {
  const error = await readUpgradeFolder(folder, roomForAll).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'bad_input' });
  return (error as AppError).message;
}

const noBackup = (reason: string) =>
  `${folder} is no backup that an upgrade of local-agent made: ${reason}. Nothing was changed. Choose another backup.`;

it('says when it was made, and names what is restored of it', async () => {
  await writeFile(join(folder, 'notes.txt'), 'mine');
  await mkdir(join(folder, 'uploads'));
  expect(await readUpgradeFolder(folder, roomForAll)).toEqual({
    createdAt: '2026-11-23T07:08:09Z',
    version: '0.1.0',
    includesSecrets: true,
    database: { bytes: 9 },
    parts: [
      { path: ACCOUNT, size: 2 },
      { path: 'database.sql.gz', size: DUMP.length },
      { path: 'keys.json', size: 2 },
    ],
  });
  await takeFile(folder, { path: ACCOUNT, size: 2 }, join(top, 'to', ACCOUNT));
  expect(await readFile(join(top, 'to', ACCOUNT), 'utf8')).toBe('{}');
});

it.each(['mine', `${NAME}.partial`, NAME.replace('1123T', '1399T')])('is refused by the name %s', async (name) => {
  await rename(folder, join(top, name));
  folder = join(top, name);
  expect(await refusal()).toBe(noBackup('its name is not before-upgrade-<version>-to-<version>-<time>'));
});

it('is refused without its database, and where that is cut off or changed', async () => {
  await truncate(join(folder, 'database.sql.gz'), DUMP.length - 4);
  const cut = 'This backup is damaged: its database cannot be unpacked. Nothing was changed. Use another backup.';
  expect(await refusal()).toBe(cut);
  await writeFile(join(folder, 'database.sql.gz'), 'no gzip');
  expect(await refusal()).toBe(cut);
  await rm(join(folder, 'database.sql.gz'));
  expect(await refusal()).toBe(noBackup('database.sql.gz is missing'));
});

it('is refused with a link in it, or as one', async () => {
  await symlink('/etc/passwd', join(folder, 'agent-token'));
  expect(await refusal()).toBe(noBackup('"agent-token" is a link or no ordinary file'));
  await rm(join(folder, 'agent-token'));
  await symlink('/etc', join(folder, 'sessions'));
  expect(await refusal()).toBe(noBackup('"sessions" is a link or no ordinary file'));
  await rm(join(folder, 'sessions'));
  await rename(folder, join(top, 'real'));
  await symlink(join(top, 'real'), folder);
  expect(await refusal()).toBe(noBackup('it is a link or no folder'));
});

it('is refused with a file that no workspace has in that size, and where the disk has no room for its database', async () => {
  await truncate(join(folder, 'keys.json'), 5 * 1024 * 1024);
  expect(await refusal()).toBe(noBackup('"keys.json" is too large'));
  await rm(join(folder, 'keys.json'));
  // 80 MB of zeros in some KB.
  await writeFile(join(folder, 'database.sql.gz'), gzipSync(Buffer.alloc(80_000_000), { level: 1 }));
  const asked: number[] = [];
  const full = new AppError('unavailable', 'Full.');
  const assertRoom = async (bytes: number) => {
    asked.push(bytes);
    if (bytes > 50_000_000) throw full;
  };
  await expect(readUpgradeFolder(folder, assertRoom)).rejects.toBe(full);
  expect(Math.max(...asked)).toBeLessThan(70_000_000);
});

it('is read no further than it was when it was looked at', async () => {
  await writeFile(join(folder, 'agent-id'), 'longer than it was');
  await expect(takeFile(folder, { path: 'agent-id', size: 3 }, join(top, 'agent-id'))).rejects.toThrow(
    'This backup is damaged: "agent-id" changes while it is read.',
  );
});

it.runIf(process.getuid?.() === 0)('is refused where it or a file in it belongs to another user', async () => {
  await chown(join(folder, 'keys.json'), 12_345, 12_345);
  expect(await refusal()).toBe(noBackup('"keys.json" belongs to another user'));
  await chown(folder, 12_345, 12_345);
  expect(await refusal()).toBe(noBackup('it belongs to another user'));
});
