import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packagedBrowser } from '../../../server/browser/packaged-browser.ts';
import { isFull } from '../../helpers/depth.ts';

/** Planted in place of the unpacked browser. */
const PLANTED = '#!/bin/sh\necho planted\n';
const MAIN = createRequire(import.meta.url).resolve('@sparticuz/chromium');
const PACKAGE = resolve(dirname(MAIN), '../..');

let folder: string;
let cache: string;
let program: string;
let entry: string;

const find = async (...caches: string[]) => (await packagedBrowser(caches, process.env, entry))?.executablePath ?? '';
const isPlanted = async () => (await readFile(program)).subarray(0, PLANTED.length).toString() === PLANTED;

/** The package with a browser of a few bytes in place of the real one, which takes seconds to unpack. */
async function makeSmallPackage(): Promise<string> {
  const copy = join(folder, 'package');
  await cp(PACKAGE, copy, { recursive: true, filter: (path) => !path.endsWith('chromium.br') });
  await writeFile(join(copy, 'bin', 'chromium.br'), brotliCompressSync('#!/bin/sh\necho small\n'));
  // Makes the package's dependencies available to the copy.
  await symlink(resolve(PACKAGE, '../..'), join(folder, 'node_modules'));
  return MAIN.replace(PACKAGE, copy);
}

// The package has a browser for Linux x64 only.
describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('the packaged browser', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-agent-packaged-'));
    cache = join(folder, 'cache');
    entry = await makeSmallPackage();
    program = await find(cache);
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    await find(cache);
  }, 120_000);

  // Unpacking it takes seconds.
  it.runIf(isFull)(
    'starts, with its libraries and fonts',
    async () => {
      const real = await packagedBrowser([join(folder, 'real')], process.env);
      const env = { ...process.env, ...real?.env };
      const { stdout } = await promisify(execFile)(real?.executablePath ?? '', ['--version'], { env });
      expect(stdout).toContain('Chrom');
    },
    120_000,
  );

  it('lies in a private folder, with nothing beside it', async () => {
    expect([(await stat(cache)).mode & 0o777, (await stat(program)).mode & 0o022]).toEqual([0o700, 0]);
    expect(await readdir(cache)).toHaveLength(1);
  });

  it('is not unpacked again while it is what was unpacked', async () => {
    const { ino } = await stat(program);
    await utimes(program, 1, 1);
    expect(await find(cache)).toBe(program);
    expect((await stat(program)).ino).toBe(ino);
  }, 120_000);

  it.runIf(isFull)(
    'is unpacked by several at once, and stays from the first on',
    async () => {
      const shared = join(folder, 'shared');
      const findAndLook = async () => (await stat(await find(shared))).ino;
      const found = await Promise.all(Array.from({ length: 8 }, findAndLook));
      expect(new Set([...found, await findAndLook()]).size).toBe(1);
      expect(await readdir(shared)).toHaveLength(1);
    },
    120_000,
  );

  it('is unpacked anew where others may change it, or a link stands in its place', async () => {
    await chmod(program, 0o777);
    await find(cache);
    expect((await stat(program)).mode & 0o022).toBe(0);
    const elsewhere = join(folder, 'elsewhere');
    await rename(dirname(program), elsewhere);
    await symlink(elsewhere, dirname(program));
    await writeFile(join(elsewhere, 'chromium'), PLANTED);
    await find(cache);
    expect(await isPlanted()).toBe(false);
    expect((await readFile(join(elsewhere, 'chromium'))).toString()).toBe(PLANTED);
  }, 120_000);

  it('is not looked for in a folder that is a link', async () => {
    await symlink(folder, join(folder, 'link'));
    await expect(find(join(folder, 'link'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  // Only root can change the owner of a folder.
  it.skipIf(process.getuid?.() !== 0)("is not looked for in another user's folder", async () => {
    const theirs = join(folder, 'theirs');
    await mkdir(theirs);
    await chown(theirs, 65_534, 65_534);
    await expect(find(theirs)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('lies elsewhere where the first folder cannot be made', async () => {
    await writeFile(join(folder, 'file'), '');
    const second = join(folder, 'second');
    expect(dirname(dirname(await find(join(folder, 'file', 'cache'), second)))).toBe(second);
  }, 120_000);
});
