import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createServerClient } from '../../../../../server/supabase/client.ts';
import { processesOn, type StartedCli, serversOn, spawnCli, startCli, stopCli } from '../../../../helpers/cli.ts';
import { isFull } from '../../../../helpers/depth.ts';
import { seeded } from '../../../../helpers/seeded.ts';

const ROUNDS = isFull ? 20 : 8;
const WRITERS = 4;

let folder: string;
let dataDir: string;
let running: StartedCli | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-agent-kill-'));
  // Postgres under root runs as another user, who has to get in.
  await chmod(folder, 0o711);
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  if (running) await stopCli(running);
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<StartedCli> {
  running = await startCli(dataDir);
  return running;
}

/** Drawn anew for each run; a run that failed is repeated with KILL_SEED. */
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);
const random = seeded(seed);
const randomMs = (most: number) => Math.floor(random() * most);

/** A client with the service key of the agent at `url`. */
async function clientOf({ report }: StartedCli) {
  const { secretKey } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'));
  return createServerClient(report.url, secretKey);
}

/** Inserts rows until the agent is gone, noting the names of those that were acknowledged. */
async function writeUntilGone(agent: StartedCli, prefix: string, acknowledged: string[]): Promise<void> {
  const client = await clientOf(agent);
  const write = async (writer: number) => {
    for (let at = 0; ; at++) {
      const name = `${prefix}-${writer}-${at}`;
      const { error } = await client.from('puppeteer_scripts').insert({ name });
      if (error) return;
      acknowledged.push(name);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
}

/** Is there a shared memory segment of the cluster? Postgres derives its key from the folder's inode. */
async function hasSharedMemory(cluster: string): Promise<boolean> {
  const segments = await readFile('/proc/sysvipc/shm', 'utf8').catch(() => '');
  const key = Number(BigInt.asIntN(32, BigInt((await stat(cluster)).ino)));
  return segments.split('\n').some((line) => Number(line.trim().split(/\s+/)[0]) === key);
}

it('kill -9 of the agent at any moment loses nothing that was acknowledged and leaves nothing behind', async () => {
  process.stderr.write(`The delays of this run: KILL_SEED=${seed}\n`);
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const moment = ['starting', 'serving', 'stopping'][round % 3];
    if (moment === 'starting') {
      const { child, ended } = spawnCli(['start', '--json', '--no-open', '--port', '0', '--data-dir', dataDir]);
      await delay(randomMs(1_500));
      child.kill('SIGKILL');
      await ended;
      continue;
    }
    const agent = await start();
    const before = acknowledged.length;
    const writing = writeUntilGone(agent, `round-${round}`, acknowledged);
    await vi.waitUntil(() => acknowledged.length > before, { timeout: 20_000 });
    await delay(randomMs(300));
    if (moment === 'stopping') {
      agent.child.kill('SIGTERM');
      await delay(randomMs(300));
    }
    agent.child.kill('SIGKILL');
    await agent.ended;
    await writing;
  }

  const agent = await start();
  const { databaseDir } = agent.report;
  expect(await serversOn(dataDir)).toHaveLength(1);
  const client = await clientOf(agent);
  const kept = new Set<string>();
  for (let from = 0; ; from += 1000) {
    const page = await client
      .from('puppeteer_scripts')
      .select('name')
      .order('id')
      .range(from, from + 999)
      .throwOnError();
    for (const { name } of page.data) kept.add(name);
    if (page.data.length < 1000) break;
  }
  expect(acknowledged.length).toBeGreaterThan(ROUNDS);
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
  expect((await stopCli(agent)).code).toBe(0);

  // The guardian of a killed round looks once a second whether its server is gone.
  await vi.waitUntil(async () => (await processesOn(dataDir)).length === 0, { timeout: 30_000 });
  expect((await readdir(dataDir)).filter((name) => /partial|password|\.tmp$|^run$/.test(name))).toEqual([]);
  expect(await hasSharedMemory(String(databaseDir))).toBe(false);
}, 180_000);
