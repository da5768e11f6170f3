import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { processesOn, type StartedCli, startCli, stopCli } from '../../helpers/cli.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

/** Lets the agent's process fail where nobody handles it, when it is sent a signal. */
const PLANTED = `process.on('SIGUSR2', () => { Promise.reject(new Error('planted rejection')); });
  process.on('SIGWINCH', () => { throw new Error('planted exception'); });`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(PLANTED)}`;

let folder: string;
let running: StartedCli;
let errors: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-agent-errors-'));
  await chmod(folder, 0o711);
  running = await startCli(await newWorkspace(join(folder, 'data')), [], { env: { NODE_OPTIONS } });
  errors = '';
  running.child.stderr.on('data', (text: string) => {
    errors += text;
  });
});
afterEach(async () => {
  await stopCli(running);
  await rm(folder, { recursive: true, force: true });
});

it('a rejection that nobody handles is logged, and the agent goes on', async () => {
  for (const count of [1, 2]) {
    process.kill(running.report.pid, 'SIGUSR2');
    await vi.waitUntil(() => errors.split('Error: planted rejection').length > count, {
      timeout: 30_000,
      interval: 20,
    });
  }
  expect((await fetch(new URL('/api/health', running.report.url))).status).toBe(200);
  expect((await stopCli(running)).code).toBe(0);
});

it('an exception that nobody catches ends the agent in order', async () => {
  process.kill(running.report.pid, 'SIGWINCH');
  const { code, stderr } = await running.ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining('Error: planted exception')]);
  expect(await processesOn(folder)).toEqual([]);
});
