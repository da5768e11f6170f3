import { chown, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import { AppError } from '../../../../server/errors.ts';
import { readUpgradeFolder, takeFile } from '../../../../server/features/backup/upgrade-folder.ts';
import { testFolder } from '../../../helpers/file-folder.ts';

const NAME = 'before-upgrade-0.1.0-to-0.2.0-20261123T070809Z';
const ACCOUNT = 'channels/11111111-1111-4111-8111-111111111111.json';
const DUMP = gzipSync('-- a dump');
const roomForAll = async () => undefined;

let top: string;
let folder: string;

beforeEach(async () => {
  top = await testFolder();
  folder = join(top, NAME);
  await mkdir(join(folder, 'channels'), { recursive: true });
  await writeFile(join(folder, 'database.sql.gz'), DUMP);
  await writeFile(join(folder, 'keys.json'), '{}');
  await writeFile(join(folder, 'workspace.json'), '{"format":1,"version":"0.1.0"}');
  await writeFile(join(folder, ACCOUNT), '{}');
});

async function refusal(): Promise<string> {
  const error = await readUpgradeFolder(folder, roomForAll).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'bad_input' });
  return (error as AppError).message;
}

const noBackup = (reason: string) =>
  `${folder} is not a backup made by an upgrade of local-agent: ${reason}. Nothing was changed. Choose another backup.`;

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

const at = (name: string) => join(folder, name);
const moveTo = async (name: string) => {
  await rename(folder, join(top, name));
  folder = join(top, name);
};
const linkIt = async () => {
  await moveTo('real');
  await symlink(folder, join(top, NAME));
  folder = join(top, NAME);
};
const BAD_NAME = 'its name is not before-upgrade-<version>-to-<version>-<time>';

it.each<[string, () => Promise<unknown>, string]>([
  ['by another name', () => moveTo('mine'), BAD_NAME],
  ['unfinished', () => moveTo(`${NAME}.partial`), BAD_NAME],
  ['of no day that there is', () => moveTo(NAME.replace('1123T', '1399T')), BAD_NAME],
  ['without its database', () => rm(at('database.sql.gz')), 'database.sql.gz is missing'],
  ['with a link in it', () => symlink('/etc/passwd', at('agent-token')), '"agent-token" is a link or no ordinary file'],
  ['with a linked folder', () => symlink('/etc', at('sessions')), '"sessions" is a link or no ordinary file'],
  ['as a link', linkIt, 'it is a link or no folder'],
  [
    'with a file that no workspace has in that size',
    () => truncate(at('keys.json'), 5_000_000),
    '"keys.json" is too large',
  ],
])('is refused %s', async (_how, change, reason) => {
  await change();
  expect(await refusal()).toBe(noBackup(reason));
});

it('is refused where its database is cut off or changed', async () => {
  const cut = 'This backup is damaged: its database cannot be unpacked. Nothing was changed. Use another backup.';
  await truncate(at('database.sql.gz'), DUMP.length - 4);
  expect(await refusal()).toBe(cut);
  await writeFile(at('database.sql.gz'), 'no gzip');
  expect(await refusal()).toBe(cut);
});

it('is refused where the disk has no room for its database', async () => {
  // 80 MB of zeros in some KB.
  await writeFile(at('database.sql.gz'), gzipSync(Buffer.alloc(80_000_000), { level: 1 }));
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
