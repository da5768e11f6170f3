import { cp, readFile, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openRegisteredAgent } from '../../../../server/features/agents/feature.ts';
import { startTestAgent } from '../../../helpers/agent.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { emptyWorkspace } from '../../../helpers/workspace.ts';

const its = ofFile(() => startTestAgent());
const log = { warn: vi.fn(), error: vi.fn(), info: vi.fn(), debug: vi.fn() } as unknown as FastifyBaseLogger;
const capabilities = async () => ({
  logins: [],
  sessions: [],
  browser: false,
  screen: false,
  localModel: null,
  alwaysOn: false,
});

async function openOn(dataDir: string, watchMs = 100) {
  const options = { admin: its.admin, dataDir, version: '1.0.0', isAlone: false, capabilities, log, watchMs };
  const agent = await openRegisteredAgent(options);
  onTestFinished(() => agent.close());
  return agent;
}

const rowOf = async (id: string) =>
  (await its.admin.from('listed_agents').select('*').eq('id', id).single().throwOnError()).data;
/** Sets an agent's last heartbeat to now, or `ago` milliseconds earlier. */
const heardOf = (id: string, ago = 0) =>
  its.admin
    .from('agents')
    .update({ seen_at: new Date(Date.now() - ago).toISOString() })
    .eq('id', id)
    .throwOnError();

it('an agent keeps its id and name through kills and moves, and says when it ends', async () => {
  const dataDir = await emptyWorkspace();
  const first = await openOn(dataDir);
  expect(await rowOf(first.id)).toMatchObject({ state: 'running', version: '1.0.0' });
  expect((await rowOf(first.id)).name).toContain(hostname().split('.')[0] ?? '');
  // Restarted right after a kill -9: the stored runs show that the last heartbeat came from this data directory.
  expect((await openOn(dataDir)).id).toBe(first.id);
  const moved = `${dataDir}-moved`;
  await rename(dataDir, moved);
  // There is no other heartbeat: it is no copy, although the directory has moved.
  const later = await openOn(moved);
  expect(later).toMatchObject({ id: first.id, isCopy: false });
  await later.close();
  expect(await rowOf(first.id)).toMatchObject({ state: 'stopped' });
  await heardOf(first.id, 91_000);
  await its.admin.from('agents').update({ ended_at: null }).eq('id', first.id).throwOnError();
  expect(await rowOf(first.id)).toMatchObject({ state: 'silent' });
});

it('a data directory that was copied becomes an agent of its own while the original runs', async () => {
  const dataDir = await emptyWorkspace();
  const original = await openOn(dataDir);
  const copy = await emptyWorkspace();
  await cp(dataDir, copy, { recursive: true });
  const beating = setInterval(() => void heardOf(original.id).then(), 20);
  const copied = await openOn(copy, 20_000).finally(() => clearInterval(beating));
  expect(copied.isCopy).toBe(true);
  expect(copied.id).not.toBe(original.id);
  expect((await readFile(join(copy, 'agent-id'), 'utf8')).trim()).toBe(copied.id);
  expect((await rowOf(copied.id)).name).toMatch(/ 2$/);
  expect(await rowOf(original.id)).toMatchObject({ state: 'running' });
});

it('agents are listed, named and removed once they are gone', async () => {
  const ask = async (path: string, method = 'GET', body?: object, token?: string) => {
    const answer = await its.call(path, { method, ...(body && { body }), ...(token && { token }) });
    return { status: answer.status, json: answer.status === 204 ? null : await answer.json() };
  };
  const other = await openOn(await emptyWorkspace());
  const { json: list } = await ask('/api/agents');
  expect(list[0]).toMatchObject({ isThis: true, state: 'running', can: { localModel: null } });
  expect(list.map(({ id }: { id: string }) => id)).toContain(other.id);
  const path = `/api/agents/${other.id}`;
  expect((await ask(path, 'PUT', { name: ' Cellar ' })).json).toMatchObject({ name: 'Cellar', isThis: false });
  expect((await ask(path, 'PUT', { name: '  ' })).status).toBe(400);
  expect(await ask(path, 'DELETE')).toMatchObject({
    status: 409,
    json: { error: 'Cellar is running. Stop it first, then remove it here.' },
  });
  const { data } = await its.admin
    .from('social_accounts')
    .insert({ platform: 'bluesky', account_label: 'bakery' })
    .select('id')
    .single()
    .throwOnError();
  const channel = {
    account_id: data.id,
    agent_id: other.id,
    platform: 'bluesky',
    handle: 'b',
    remote_id: 'b',
  } as const;
  await its.admin
    .from('channels')
    .insert({ ...channel, server: 'https://b.example' })
    .throwOnError();
  await heardOf(other.id, 91_000);
  expect((await ask(path, 'DELETE')).status).toBe(204);
  expect((await ask(path, 'DELETE')).status).toBe(404);
  const { data: left } = await its.admin.from('channels').select('state, problem').eq('account_id', data.id).single();
  expect(left).toEqual({ state: 'reconnect', problem: 'The agent that posted here, Cellar, was removed.' });
});
