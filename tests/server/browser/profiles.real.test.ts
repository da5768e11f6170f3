import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openProfile, type Profile } from '../../../server/browser/profiles.ts';
import { testFolder } from '../../helpers/file-folder.ts';

/** More than the caches of a profile may take; the files are sparse and use no disk space. */
const TOO_MUCH_BYTES = 300 * 1024 * 1024;

let base: string;
let outside: string;
let profile: Profile;
beforeEach(async () => {
  base = await testFolder();
  outside = join(base, 'outside');
  await mkdir(outside);
  profile = await openProfile(join(base, 'data'), randomUUID(), 'a test');
});
afterEach(async () => {
  await profile.close();
});

async function writeBig(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'x');
  await truncate(path, TOO_MUCH_BYTES);
  return path;
}

it('the caches of a profile are emptied when they have grown, and nothing else is', async () => {
  const cached = await writeBig(join(profile.folder, 'Default', 'Cache', 'Cache_Data', 'f_1'));
  const worker = await writeBig(join(profile.folder, 'Default', 'Service Worker', 'CacheStorage', 'f_2'));
  const kept = await writeBig(join(profile.folder, 'Default', 'Local Storage', 'f_3'));
  await profile.close();
  expect([cached, worker, kept].map(existsSync)).toEqual([false, false, true]);
});

it.each([
  ['Default', 'Cache/f_1'],
  ['Default/Service Worker', 'CacheStorage/f_1'],
  ['Default/Cache', 'f_1'],
  ['.', 'Default/Cache/f_1'],
])('the caches of a profile are left alone where %s is a link to a folder outside', async (link, file) => {
  const theirs = await writeBig(join(outside, file));
  await mkdir(dirname(join(profile.folder, link)), { recursive: true });
  if (link === '.') await rm(profile.folder, { recursive: true });
  await symlink(outside, join(profile.folder, link).replace(/\/$/, ''));
  await profile.close();
  expect(existsSync(theirs)).toBe(true);
});

it('a profile that is a link to a folder outside goes without what is in that', async () => {
  const account = dirname(profile.folder);
  await writeBig(join(outside, 'browser', 'Default', 'History'));
  await rename(account, join(base, 'aside'));
  await symlink(outside, account);
  await profile.remove();
  expect([existsSync(account), await readdir(outside)]).toEqual([false, ['browser']]);
});
