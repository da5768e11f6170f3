import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { freePort } from '../helpers/free-port.ts';
import { installApart } from '../helpers/install-apart.ts';
import { serve } from '../helpers/loopback.ts';

/** The nodes in a real Node-RED, driven over its admin API, with one agent. */
const PACKAGE = fileURLToPath(new URL('../../integrations/node-red', import.meta.url));

// If the flows share the editor's path, Node-RED parses a body before a node sees it.
describe.each([
  ['beside the flows', '/'],
  ['apart from them', '/editor/'],
])('with the editor %s', (_, root) => {
  let agent: TestAgent;
  let folder: string;
  let nodeRed: ChildProcess | undefined;
  let address: string;
  let editor: string;
  let passedOn: Awaited<ReturnType<typeof serve>>;
  const messages: { topic: string; payload: unknown }[] = [];

  beforeAll(async () => {
    const installed = await installApart('node-red', { dependencies: { 'node-red': '4.1.15' } });
    passedOn = await serve(async (request, response) => {
      let body = '';
      for await (const piece of request.setEncoding('utf8')) body += piece;
      messages.push(JSON.parse(body));
      response.end();
    });
    agent = await startTestAgent();
    folder = await mkdtemp(join(tmpdir(), 'la-node-red-'));
    await mkdir(join(folder, 'node_modules'));
    await cp(PACKAGE, join(folder, 'node_modules/node-red-contrib-local-agent'), { recursive: true });
    const dependencies = { 'node-red-contrib-local-agent': '0.1.0' };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'flows', private: true, dependencies }));
    await writeFile(
      join(folder, 'settings.js'),
      `module.exports = { credentialSecret: 'test', uiHost: '127.0.0.1', httpAdminRoot: '${root}' };`,
    );
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    editor = `${address}${root}`;
    const run = [join(installed, 'node_modules/node-red/red.js'), '-u', folder, '-s', join(folder, 'settings.js')];
    nodeRed = spawn(process.execPath, [...run, '-p', String(port)], { stdio: 'ignore' });
    const isUp = async () => expect((await fetch(`${editor}nodes`)).ok).toBe(true);
    await vi.waitFor(isUp, { timeout: 60_000, interval: 200 });
  });
  afterAll(async () => {
    if (nodeRed?.exitCode === null) {
      nodeRed.kill();
      await once(nodeRed, 'exit');
    }
    await agent?.close();
    await passedOn?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function deploy(nodes: object[]) {
    const headers = { 'content-type': 'application/json', 'node-red-deployment-type': 'full' };
    const answer = await fetch(`${editor}flows`, { method: 'POST', headers, body: JSON.stringify(nodes) });
    expect(answer.status).toBe(204);
  }

  it('loads the nodes, and the example', async () => {
    const listed = await (await fetch(`${editor}nodes`, { headers: { accept: 'application/json' } })).json();
    const ours = listed.filter(({ module }: { module: string }) => module === 'node-red-contrib-local-agent');
    expect(ours).toMatchObject([
      { name: 'local-agent', types: ['local-agent-server', 'local-agent'], enabled: true },
      { name: 'local-agent-event', types: ['local-agent-event'], enabled: true },
    ]);
    await deploy(JSON.parse(await readFile(join(PACKAGE, 'examples/your-turn.json'), 'utf8')));
  });

  it('takes signed events once each and no others, and acts in the agent', async () => {
    const hook = { name: 'Node-RED', url: `${address}/local-agent`, events: ['post.published'] };
    const made = await (await agent.call('/api/webhooks', { body: hook })).json();
    const place = { z: 'tab', x: 1, y: 1 };
    await deploy([
      { id: 'tab', type: 'tab', label: 'Test' },
      { id: 'server', type: 'local-agent-server', url: agent.url, credentials: { token: agent.agentToken } },
      {
        ...place,
        id: 'event',
        type: 'local-agent-event',
        path: '/local-agent',
        credentials: { secret: made.secret },
        wires: [['shape']],
      },
      {
        ...place,
        id: 'shape',
        type: 'function',
        func: 'return { payload: { topic: msg.topic, payload: msg.payload } };',
        outputs: 1,
        wires: [['pass']],
      },
      { ...place, id: 'pass', type: 'http request', method: 'POST', url: passedOn.origin, ret: 'txt', wires: [[]] },
      { ...place, id: 'in', type: 'http in', method: 'post', url: '/write', wires: [['write']] },
      {
        ...place,
        id: 'write',
        type: 'local-agent',
        server: 'server',
        action: 'create',
        platforms: 'bluesky',
        at: 'draft',
        wires: [['out']],
      },
      { ...place, id: 'out', type: 'http response', statusCode: '', wires: [] },
    ]);
    const test = () => agent.call(`/api/webhooks/${made.id}/test`, { method: 'POST' }).then((answer) => answer.json());
    await expect.poll(test, { timeout: 20_000, interval: 500 }).toMatchObject({ state: 'delivered' });
    await expect.poll(() => messages.length).toBe(1);
    expect(messages).toEqual([{ topic: 'test', payload: { message: 'This is a test event from Local Agent.' } }]);
    const [last] = await (await agent.call(`/api/webhooks/${made.id}/deliveries`)).json();
    const again = await agent.call(`/api/webhook-deliveries/${last.id}/resend`, { method: 'POST' });
    expect((await again.json()).state).toBe('delivered');
    const forged = await fetch(`${address}/local-agent`, { method: 'POST', body: '{"type":"test"}' });
    expect(forged.status).toBe(401);
    expect(messages.length).toBe(1);

    const headers = { 'content-type': 'application/json' };
    const written = await fetch(`${address}/write`, { method: 'POST', headers, body: '{"caption":"From Node-RED"}' });
    const { id } = await written.json();
    const drafts = await (await agent.call('/api/drafts')).json();
    expect(drafts).toMatchObject([{ id, caption: 'From Node-RED', platforms: ['bluesky'] }]);
  });
});
