import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { MCP_PATH } from '../../../server/mcp/routes.ts';
import { createMcpTokens } from '../../../server/mcp/tokens.ts';
import type { McpScope } from '../../../shared/agent/mcp-tokens.ts';
import { isFull } from '../../helpers/depth.ts';
import { mcpClient } from '../../helpers/mcp-client.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { workerAgent } from '../../helpers/worker-agent.ts';

/** Assistants' tokens, used over /mcp of one agent. */
const agent = ofFile(workerAgent);

type Made = { id: string; token: string; name: string; scopes: McpScope[]; lastUsedAt: string | null };
async function make(name: string, scopes: McpScope[]): Promise<Made> {
  const answer = await agent.call('/api/mcp/tokens', { body: { name, scopes } });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Made;
}
const revoke = (id: string) => agent.call(`/api/mcp/tokens/${id}`, { method: 'DELETE' });

const connect = (token: string) =>
  mcpClient(
    new StreamableHTTPClientTransport(new URL(MCP_PATH, agent.url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );

/** The id in the data of a successful call. */
function idOf({ isError, data }: { isError: boolean; data: unknown }): string {
  expect(isError).toBe(false);
  return (data as { id: string }).id;
}
const statusOf = async (id: string) =>
  ((await (await agent.call(`/api/posts/${id}/fields`)).json()) as { status: string }).status;

describe('a token', () => {
  it('is shown once, kept as a hash in a private file, and used with its scopes', async () => {
    const made = await make('Reader', []);
    expect(made).toMatchObject({ name: 'Reader', scopes: ['read'], lastUsedAt: null });
    const { client, close } = await connect(made.token);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('list_posts');
    expect(names).not.toContain('compose_post');
    expect(await client.callTool({ name: 'compose_post', arguments: { text: 'x' } })).toMatchObject({ isError: true });
    expect(await (await agent.call('/api/drafts')).json()).toEqual([]);
    await close();

    const path = join(agent.dataDir, 'mcp-tokens.json');
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
    const listed = await (await agent.call('/api/mcp/tokens')).text();
    for (const text of [await readFile(path, 'utf8'), listed]) expect(text).not.toContain(made.token);
    expect(JSON.parse(listed)).toMatchObject([{ id: made.id, lastUsedAt: expect.stringMatching(/^\d{4}-/) }]);
  });

  it('is good for /mcp alone, and not for the agent API', async () => {
    const { token } = await make('Everything', ['draft', 'publish', 'run']);
    for (const path of ['/api/posts', '/api/users', '/api/mcp/tokens'])
      expect((await agent.call(path, { token })).status).toBe(401);
  });

  it('with the scope draft leaves scheduled posts as they are', async () => {
    const { token } = await make('Drafter', ['draft']);
    const [drafter, all] = [await connect(token), await connect(agent.agentToken)];
    const draft = idOf(await drafter.call('compose_post', { text: 'A draft' }));
    expect(await statusOf(draft)).toBe('draft');
    idOf(await drafter.call('edit_post', { id: draft, text: 'A better draft' }));

    await agent.admin.from('social_accounts').insert({ platform: 'bluesky', account_label: 'Me' }).throwOnError();
    const at = '2030-03-01T09:00:00+01:00';
    const scheduled = idOf(await all.call('compose_post', { text: 'Planned', platforms: ['bluesky'], at }));
    for (const [name, input] of [
      ['edit_post', { id: scheduled, text: 'Changed' }],
      ['delete_post', { id: scheduled }],
    ] as const)
      expect(await drafter.call(name, input)).toMatchObject({
        isError: true,
        says: expect.stringContaining('"publish"'),
      });
    expect(await all.call('show_post', { id: scheduled })).toMatchObject({
      data: { status: 'scheduled', caption: 'Planned' },
    });
    idOf(await drafter.call('delete_post', { id: draft }));
    await Promise.all([drafter.close(), all.close()]);
  });

  it('that is revoked stops at once, also for a client that is connected', async () => {
    const { id, token } = await make('Short', ['draft']);
    const { call, close } = await connect(token);
    expect(await call('list_posts')).toMatchObject({ isError: false });
    expect((await revoke(id)).status).toBe(204);
    await expect(call('list_posts')).rejects.toThrow();
    expect((await agent.call(MCP_PATH, { token, body: {} })).status).toBe(401);
    expect((await revoke(id)).status).toBe(404);
    await close();
  });

  it.runIf(isFull)('that is revoked ends a script that runs for it', async () => {
    const code = "process.once('SIGTERM', () => process.exit()); log('begun'); await sleep(600_000);";
    const body = { name: 'Endless', code };
    const script = (await (await agent.call('/api/scripts', { body })).json()) as { id: string };
    const { id, token } = await make('Runner', ['run']);
    const { call, close } = await connect(token);
    const begun = new Promise<void>((resolve) => {
      call('run_script', { script_id: script.id }, ({ message }) => message === 'begun' && resolve()).catch(
        () => undefined,
      );
    });
    await begun;
    await revoke(id);
    await expect
      .poll(async () => (await (await agent.call('/api/scripts/runs')).json())[0].status, { timeout: 30_000 })
      .toBe('cancelled');
    await close();
  });
});

it('says what is wrong', async () => {
  const post = async (body: object) => (await agent.call('/api/mcp/tokens', { body })).status;
  await make('Twice', []);
  expect([await post({ name: 'Twice', scopes: [] }), await post({ name: ' ', scopes: [] })]).toEqual([409, 400]);
  expect(await post({ name: 'Odd', scopes: ['everything'] })).toBe(400);
});

it('notes the last use to the minute', async () => {
  let now = Date.parse('2026-03-01T09:00:00Z');
  const dataDir = join(agent.dataDir, 'apart');
  const tokens = createMcpTokens(dataDir, () => now);
  const { token } = await tokens.add({ name: 'Clock', scopes: ['read'] });
  const lastUse = async () => {
    await tokens.verify(token);
    return (await createMcpTokens(dataDir).list())[0]?.lastUsedAt;
  };
  expect(await lastUse()).toBe('2026-03-01T09:00:00.000Z');
  now += 59_000;
  expect(await lastUse()).toBe('2026-03-01T09:00:00.000Z');
  now += 1_000;
  expect(await lastUse()).toBe('2026-03-01T09:01:00.000Z');
});
