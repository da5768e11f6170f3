import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isBuildOutdated, isCheckout, isInstallOutdated } from '../../bin/checkout-state.js';

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

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'local-agent-state-'));
  for (const path of FILES) write(path, '');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

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
