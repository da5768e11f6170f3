import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { processesOn, type StartedCli, serversOn, startCli, stopCli } from '../../../../helpers/cli.ts';
import { testFolder } from '../../../../helpers/file-folder.ts';
import { newWorkspace } from '../../../../helpers/workspace.ts';

/** A hanging server is killed after 8 seconds; the rest is a margin for busy machines. */
const LIMIT = { timeout: 30_000, interval: 200 };

let folder: string;
let dataDir: string;
let agent: StartedCli;

beforeEach(async () => {
  folder = await testFolder();
  dataDir = await newWorkspace(join(folder, 'data'));
  agent = await startCli(dataDir);
});
afterEach(async () => {
  await stopCli(agent, 'SIGKILL');
  await vi.waitUntil(nothingRuns, LIMIT);
});

const nothingRuns = async () => (await processesOn(folder)).length === 0;
const postmaster = async () =>
  Number.parseInt(await readFile(join(String(agent.report.databaseDir), 'postmaster.pid'), 'utf8'), 10);

/** The data directory's running guardians: process ids, groups and memory in kB. */
async function guardians(): Promise<{ pid: number; group: number; kilobytes: number }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-eo', 'pid=,pgid=,rss=,args=']);
  const lines = stdout.split('\n').filter((line) => line.includes(`local-agent-guardian ${dataDir}`));
  return lines.map((line) => {
    const [pid, group, kilobytes] = line.trim().split(/\s+/).map(Number);
    return { pid: Number(pid), group: Number(group), kilobytes: Number(kilobytes) };
  });
}

it('stops the server, and ends, after kill -9 of the agent with no start after it', async () => {
  expect(await guardians()).toHaveLength(1);
  agent.child.kill('SIGKILL');
  await agent.ended;
  await vi.waitUntil(nothingRuns, LIMIT);
  // Postgres has shut down cleanly: the next start has nothing to recover.
  await expect(readFile(join(String(agent.report.databaseDir), 'postmaster.pid'))).rejects.toMatchObject({
    code: 'ENOENT',
  });
});

it('ends a server that hangs', async () => {
  process.kill(await postmaster(), 'SIGSTOP');
  agent.child.kill('SIGKILL');
  await agent.ended;
  await vi.waitUntil(nothingRuns, LIMIT);
});

it('stops the server that was started in place of one that died', async () => {
  const first = await postmaster();
  process.kill(first, 'SIGKILL');
  await vi.waitUntil(async () => (await postmaster().catch(() => first)) !== first, { timeout: 20_000 });
  expect(await guardians()).toHaveLength(1);
  agent.child.kill('SIGKILL');
  await agent.ended;
  await vi.waitUntil(nothingRuns, LIMIT);
});

it('leaves the server alone while the agent lives, whatever the terminal or the system signals', async () => {
  const pid = await postmaster();
  const [guardian] = await guardians();
  expect(guardian?.group).toBe(guardian?.pid);
  expect(guardian?.kilobytes).toBeLessThan(3_000);
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.kill(Number(guardian?.pid), signal);
  agent.child.kill('SIGSTOP');
  agent.child.kill('SIGCONT');
  expect((await fetch(`${agent.report.url}/api/health`)).status).toBe(200);
  expect(await guardians()).toEqual([guardian]);
  expect(await postmaster()).toBe(pid);
});

it('never stops the server of an agent that was started at once', async () => {
  for (let round = 0; round < 3; round++) {
    agent.child.kill('SIGKILL');
    await agent.ended;
    agent = await startCli(dataDir);
  }
  await vi.waitUntil(async () => (await guardians()).length === 1, LIMIT);
  expect(await serversOn(dataDir)).toEqual([String(await postmaster())]);
  expect((await fetch(`${agent.report.url}/api/setup`)).status).toBe(200);
}, 180_000);

it('does no harm when it is killed: the next start finds what the agent left', async () => {
  process.kill(Number((await guardians())[0]?.pid), 'SIGKILL');
  agent.child.kill('SIGKILL');
  await agent.ended;
  expect(await serversOn(dataDir)).toHaveLength(1);
  agent = await startCli(dataDir);
  expect(await serversOn(dataDir)).toHaveLength(1);
});
