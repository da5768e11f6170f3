import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killAllOf } from '../../../server/system/process-tree.ts';

it('kills what it has found, however long the look took', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-killed-'));
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', folder], { stdio: 'ignore' });
  try {
    const ended = new Promise((done) => child.once('exit', (_code, signal) => done(signal)));
    await killAllOf(folder, {}, -1);
    expect(await ended).toBe('SIGKILL');
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  }
});
