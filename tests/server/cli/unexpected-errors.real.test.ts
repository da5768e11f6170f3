import { rm } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { processesOn, startCli } from '../../helpers/cli.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

/** Lets the agent's process fail where nothing handles it, when it is sent a signal. */
const PLANTED = `process.on('SIGUSR2', () => { Promise.reject(new Error('planted rejection')); });
  process.on('SIGWINCH', () => { throw new Error('planted exception'); });`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(PLANTED)}`;

it('a rejection that nothing handles is logged and the agent goes on; an uncaught exception ends it in order', async () => {
  const dataDir = await newWorkspace();
  const { child, report, ended } = await startCli(dataDir, [], { env: { NODE_OPTIONS } });
  let errors = '';
  child.stderr.on('data', (text: string) => {
    errors += text;
  });
  for (const count of [1, 2]) {
    process.kill(report.pid, 'SIGUSR2');
    await vi.waitUntil(() => errors.split('Error: planted rejection').length > count, {
      timeout: 30_000,
      interval: 20,
    });
  }
  expect((await fetch(new URL('/api/health', report.url))).status).toBe(200);

  process.kill(report.pid, 'SIGWINCH');
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining('Error: planted exception')]);
  expect(await processesOn(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});
