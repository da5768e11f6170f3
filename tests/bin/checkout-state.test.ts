import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { withBuildLock } from '../../bin/build-lock.js';
import { isBuildOutdated, isCheckout, isInstallOutdated } from '../../bin/checkout-state.js';
import { testFolder } from '../helpers/file-folder.ts';

const FILES = [
  'server/cli/main.ts',
  'shared/a.ts',
  'ui/main.tsx',
  'build/a.ts',
  'package-lock.json',
  'tsup.config.ts',
  'vite.config.ts',
  'dist/server/main.js',
  'dist/ui/index.html',
  'dist/encoder/page.js',
];

let root: string;
let file: string;

beforeEach(async () => {
  root = await testFolder();
  file = join(root, 'lock');
  for (const path of FILES) write(path, '');
});

function write(path: string, content: string | object): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

function changeLater(path: string): void {
  const later = new Date(Date.now() + 10_000);
  utimesSync(join(root, path), later, later);
}

it('knows a checkout from the installed package, which has no sources', () => {
  expect(isCheckout(root)).toBe(true);
  rmSync(join(root, 'server'), { recursive: true });
  expect(isCheckout(root)).toBe(false);
});

describe('the build is outdated', () => {
  it('when it is missing or a source is newer', () => {
    expect(isBuildOutdated(root)).toBe(false);
    changeLater('server/cli/main.ts');
    expect(isBuildOutdated(root)).toBe(true);
  });

  it('when a half of it is missing', () => {
    rmSync(join(root, 'dist/ui/index.html'));
    expect(isBuildOutdated(root)).toBe(true);
  });

  it('when a file came or went in a folder', () => {
    changeLater('ui');
    expect(isBuildOutdated(root)).toBe(true);
  });
});

describe('the installed packages are outdated', () => {
  const there = { '': {}, 'node_modules/a': { version: '1.0.0' } };

  function install(locked: object, installed: object): boolean {
    write('package-lock.json', { packages: locked });
    write('node_modules/.package-lock.json', { packages: installed });
    return isInstallOutdated(root);
  }

  it('when there are none', () => expect(isInstallOutdated(root)).toBe(true));

  it('when one is missing or has another version, and not when all are there', () => {
    expect(install(there, there)).toBe(false);
    expect(install({ ...there, 'node_modules/b': { version: '1.0.0' } }, there)).toBe(true);
    expect(install({ 'node_modules/a': { version: '1.0.1' } }, there)).toBe(true);
  });

  it('but may lack optional ones, which are for other platforms', () => {
    const locked = { ...there, 'node_modules/b': { version: '1.0.0', optional: true } };
    expect(install(locked, there)).toBe(false);
    expect(install(locked, { ...there, 'node_modules/b': { version: '0.9.0' } })).toBe(true);
  });
});

/** Higher than any process id on Linux and macOS. */
const NO_PROCESS = 2 ** 30;

it('holds the lock while it works, and not longer', async () => {
  let holder = '';
  await withBuildLock(file, async () => {
    holder = readFileSync(file, 'utf8');
  });
  expect(holder).toBe(String(process.pid));
  expect(existsSync(file)).toBe(false);
});

it('gives it back when the work fails', async () => {
  await expect(withBuildLock(file, () => Promise.reject(new Error('no compiler')))).rejects.toThrow('no compiler');
  expect(existsSync(file)).toBe(false);
});

it('does the work of one after that of the other', async () => {
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    steps.push(`${name} ends`);
  };
  await Promise.all([withBuildLock(file, work('one')), withBuildLock(file, work('two'))]);
  expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

it.each([
  ['that is gone', String(NO_PROCESS)],
  ['that died before it had written its number', ''],
])('takes over from a process %s', async (_, content) => {
  writeFileSync(file, content);
  let done = false;
  await withBuildLock(file, async () => {
    done = true;
  });
  expect(done).toBe(true);
});
