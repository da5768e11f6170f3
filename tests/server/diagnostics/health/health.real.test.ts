import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { backupOverdue } from '../../../../server/diagnostics/health/messages.ts';
import { sql } from '../../../../server/supabase/sql/template.ts';
import { DEEP_HEALTH_PATH, type DeepHealth, deepHealthSchema } from '../../../../shared/agent/health.ts';
import { startTestAgent } from '../../../helpers/agent.ts';
import { databaseOf } from '../../../helpers/database.ts';
import { ofFile } from '../../../helpers/of-file.ts';

const THREE_DAYS_AGO = Date.now() / 1000 - 3 * 86_400;

let member: string;
let stranger: string;

const agent = ofFile(() => startTestAgent());
beforeAll(async () => {
  const me = await agent.addMember();
  member = await agent.signIn(me.email, me.password);
  const other = await agent.addStranger();
  stranger = await agent.signIn(other.email, other.password);
});

async function deep(token: string | null = agent.agentToken): Promise<{ status: number; health: DeepHealth }> {
  const answer = await agent.call(DEEP_HEALTH_PATH, { token });
  return { status: answer.status, health: deepHealthSchema.parse(await answer.json()) };
}

/** Polls until the agent's health is as `expected`: on a busy machine, a part of it may be late. */
async function untilHealth(status: number, expected: object): Promise<DeepHealth> {
  return vi.waitFor(
    async () => {
      const answer = await deep();
      expect(answer).toMatchObject({ status, health: expected });
      return answer.health;
    },
    { timeout: 20_000, interval: 200 },
  );
}

it('says nothing new to those without a token, and nothing to strangers', async () => {
  for (const path of ['/api/health', '/api/health?deep=0']) {
    const open = await agent.call(path, { token: null });
    expect(Object.keys((await open.json()) as object).sort()).toEqual(['mode', 'name', 'version']);
  }
  expect((await agent.call(DEEP_HEALTH_PATH, { token: null })).status).toBe(401);
  expect((await agent.call(DEEP_HEALTH_PATH, { token: `${agent.agentToken}x` })).status).toBe(401);
  expect((await agent.call(DEEP_HEALTH_PATH, { token: stranger })).status).toBe(403);
  expect((await agent.call('/api/health?deep=2')).status).toBe(400);
});

it('says to members and the agent token how the agent is, and no secret', async () => {
  const health = await untilHealth(200, { status: 'ok', reasons: [] });
  expect(health).toMatchObject({
    name: 'local-agent',
    mode: 'embedded',
    database: { isMigrated: true, connections: { limit: 24 } },
    jobs: { isWatching: false, isPaused: false, problem: null },
    publisher: { isWatching: false, lookedAt: null, underWay: 0, leases: { held: 0, expired: 0 } },
    log: { isWritable: true },
    backup: { isOn: true, lastAt: null, isOverdue: false },
  });
  expect(health.database?.connections?.used).toBeGreaterThan(0);
  expect(health.disk?.freeBytes).toBeGreaterThan(0);
  expect(health.process?.heapUsedBytes).toBeGreaterThan(1024 ** 2);
  expect(Object.keys(health.process?.handles ?? {})).not.toHaveLength(0);
  expect(health.jobs?.jobs.map(({ name }) => name)).toContain('reconcile');
  expect((await deep(member)).health.name).toBe('local-agent');
  const text = await (await agent.call(DEEP_HEALTH_PATH, { token: member })).text();
  const keys = Object.values<string>(JSON.parse(await readFile(join(agent.dataDir, 'keys.json'), 'utf8')));
  for (const secret of [...keys, agent.agentToken, member, agent.dataDir]) expect(text).not.toContain(secret);
});

it('names what is wrong in plain words, with status 503, until it is mended', async () => {
  const logs = join(agent.dataDir, 'logs');
  await rm(logs, { recursive: true, force: true });
  await writeFile(logs, '');
  await agent.admin
    .from('job_runs')
    .insert({
      job: 'reconcile',
      run_key: 'x',
      owner: crypto.randomUUID(),
      lease_until: new Date().toISOString(),
      status: 'failed',
    })
    .throwOnError();
  const database = databaseOf(agent.dataDir);
  await database
    .run(sql`delete from supabase_migrations.schema_migrations where name = 'workspace'`)
    .finally(() => database.close());
  const backups = join(agent.dataDir, 'backups');
  await mkdir(backups);
  await writeFile(join(backups, 'backup-2026-01-02T03-04-05Z.tar'), '');
  await utimes(join(agent.dataDir, 'agent-id'), THREE_DAYS_AGO, THREE_DAYS_AGO);
  const health = await untilHealth(503, {
    status: 'degraded',
    log: { isWritable: false },
    database: { isMigrated: false },
  });
  expect(health.reasons).toEqual([
    expect.stringContaining('is missing migrations'),
    expect.stringContaining('job reconcile failed'),
    expect.stringContaining('log in the data directory cannot be written'),
    backupOverdue('2026-01-02T03:04:05Z'),
  ]);
  expect(health.jobs?.jobs.find(({ name }) => name === 'reconcile')).toMatchObject({ failures: 1 });
});
