import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withBuildLock } from '../../bin/build-lock.js';

/** Above the highest process number that Linux and macOS give. */
const NO_PROCESS = 2 ** 30;

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-agent-build-lock-'));
  file = join(folder, 'lock');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
