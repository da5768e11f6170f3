import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MCP_PATH } from '../../server/mcp/routes.ts';
import { installApart } from '../helpers/install-apart.ts';
import { type PostingAgent, startPostingAgent } from '../helpers/posting-agent.ts';

/** The MCP inspector's command-line mode with one agent, over stdio and over HTTP. */
const PROGRAM = fileURLToPath(new URL('../../bin/local-agent.js', import.meta.url));

let its: PostingAgent;
let folder: string;
let inspector: string;
let config: string;

beforeAll(async () => {
  const installed = await installApart('mcp-inspector', {
    dependencies: { '@modelcontextprotocol/inspector': '2.12.0' },
  });
  inspector = join(installed, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  its = await startPostingAgent();
  folder = await mkdtemp(join(tmpdir(), 'la-inspector-'));
  const { url, dataDir, agentToken } = its.agent;
  config = join(folder, 'servers.json');
  const stdio = { type: 'stdio', command: process.execPath, args: [PROGRAM, 'mcp', '--data-dir', dataDir] };
  const http = {
    type: 'streamable-http',
    url: new URL(MCP_PATH, url).href,
    headers: { Authorization: `Bearer ${agentToken}` },
  };
  await writeFile(config, JSON.stringify({ mcpServers: { stdio, http } }), { mode: 0o600 });
});
afterAll(async () => {
  await its?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the inspector and returns its parsed JSON output. Rejects if the inspector reports an error. */
async function inspect(server: string, ...args: string[]) {
  const env = { ...process.env, HOME: folder, MCP_INSPECTOR_SECRET_STORE: 'memory' };
  const run = [inspector, '--cli', '--config', config, '--server', server, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, run, { env, maxBuffer: 16_000_000 });
  return JSON.parse(stdout);
}

describe.each(['stdio', 'http'])('over %s', (server) => {
  const ask = (...args: string[]) => inspect(server, ...args);

  it('lists tools whose schemas every client can take', async () => {
    const { tools } = await ask('--method', 'tools/list', '--strict');
    expect(tools.length).toBeGreaterThan(20);
  });

  it('calls tools, and gets refusals as results', async () => {
    const accounts = await ask('--method', 'tools/call', '--tool-name', 'list_accounts');
    expect(accounts.isError ?? false).toBe(false);
    expect(JSON.stringify(accounts)).toContain('Sky');
    const input = JSON.stringify({ text: 'From the inspector', platforms: ['bluesky'] });
    const made = await ask('--method', 'tools/call', '--tool-name', 'compose_post', '--tool-args-json', input);
    expect(JSON.stringify(made)).toContain('Kept as draft');
    const missing = await askRefused('--tool-name', 'show_post', '--tool-arg', 'id=ffffffff');
    expect(missing).toContain('There is no post ffffffff');
  });

  it('lists and reads resources, and prompts', async () => {
    const { resourceTemplates } = await ask('--method', 'resources/templates/list');
    expect(resourceTemplates.map(({ name }: { name: string }) => name)).toEqual(['post', 'media', 'report']);
    expect((await ask('--method', 'resources/list')).resources).toEqual([]);
    const { prompts } = await ask('--method', 'prompts/list');
    expect(prompts.length).toBe(4);
    const plan = await ask('--method', 'prompts/get', '--prompt-name', 'plan_my_week');
    expect(JSON.stringify(plan)).toContain('preview_week');
  });

  /** Returns a refused call's output. The inspector may exit with an error code if a tool returns an error. */
  async function askRefused(...args: string[]): Promise<string> {
    const answer = await ask('--method', 'tools/call', ...args).catch((error: { stdout?: string }) => error.stdout);
    return typeof answer === 'string' ? answer : JSON.stringify(answer);
  }
});
