import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeAll, expect, it } from 'vitest';
import { findHolder } from '../../../server/data-directory/agent-lock.ts';
import { accountsTable } from '../../helpers/accounts-table.ts';
import { runCli } from '../../helpers/cli.ts';
import { isFull } from '../../helpers/depth.ts';
import { testFolder } from '../../helpers/file-folder.ts';
import { mcpClient } from '../../helpers/mcp-client.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { workerAgent } from '../../helpers/worker-agent.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

/** `local-agent mcp` as an editor starts it: the built program, with the official MCP client. */
const PROGRAM = fileURLToPath(new URL('../../../bin/local-agent.js', import.meta.url));

const agent = ofFile(workerAgent);
beforeAll(() => accountsTable(agent.admin).insert({ platform: 'bluesky', account_label: 'Sky' }));

async function start(dataDir: string) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', '--data-dir', dataDir],
    stderr: 'pipe',
  });
  // Collects everything on stdout that is not part of the protocol.
  const strays: Error[] = [];
  const mcp = await mcpClient(transport);
  mcp.client.onerror = (error) => strays.push(error);
  return { ...mcp, strays };
}

it.runIf(isFull)(
  'opens the workspace itself where no agent runs, says that nothing goes out then, and leaves nothing behind',
  async () => {
    const alone = await newWorkspace(join(await testFolder(), 'alone'));
    const { call, client, close, strays } = await start(alone);
    expect(client.getServerVersion()).toMatchObject({ name: 'local-agent', title: 'Local Agent' });
    // A client's initial requests don't open the workspace.
    expect((await client.listTools()).tools.length).toBeGreaterThan(20);
    expect(await findHolder(alone)).toBeNull();

    const input = { text: 'Alone', platforms: ['linkedin'], at: '2030-03-01T09:00:00Z' };
    const made = await call('compose_post', input);
    expect([made.isError, made.says]).toEqual([false, expect.stringContaining('run `local-agent start`')]);
    expect(await findHolder(alone)).toMatchObject({ command: 'mcp', url: null });
    await close();
    expect(strays).toEqual([]);
    expect(await findHolder(alone)).toBeNull();
  },
);

it('answers what was asked before standard input ended, then ends well, with nothing but the protocol on stdout', async () => {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } };
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_accounts', arguments: {} } },
  ];
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
  const { code, stdout } = await runCli(['mcp', '--data-dir', agent.dataDir], { input });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([code, answers.map(({ id }) => id)]).toEqual([0, [1, 2]]);
  expect(JSON.stringify(answers[1])).toContain('Sky');
});
