import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generationResultSchema } from '../../../shared/posts/generation.ts';
import { type StartedCli, startCli, stopCli } from '../../helpers/cli.ts';
import { fileFolder } from '../../helpers/file-folder.ts';
import { IMITATED_PUBLIC, imitateInternet } from '../../helpers/imitated-internet.ts';
import { serve } from '../../helpers/loopback.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

/** The row of design/security.md about public sources that lead inside, on the program as a person runs it. */

const PUBLIC = '93.184.216.34';
/** Answers a public address when it is judged, and this machine's ever after. */
const REBINDING = 'rebinding.example';
/** One of each kind; private-networks.real.test.ts has all of them. */
const INSIDE = ['127.0.0.1', '[fc00::1]', '169.254.169.254', 'inside.example'];

const folder = await fileFolder();
let started: StartedCli;
let token: string;
let port: number;
let world: Server;
const machine = ofFile(() =>
  serve((request, response) => {
    asked.machine.push(`${request.headers.host}${request.url}`);
    response.end('<p>The router’s password is on this page.');
  }),
);
/** What the public server and a program of this machine were asked for, as `host/path`. */
const asked: Record<'world' | 'machine', string[]> = { world: [], machine: [] };

beforeAll(async () => {
  port = machine.port;
  // `/to=<url>` redirects there; there is nothing else.
  world = createServer((request, response) => {
    asked.world.push(`${request.headers.host}${request.url}`);
    const [, location] = /^\/to=(.+)$/.exec(decodeURIComponent(request.url ?? '')) ?? [];
    if (location) response.writeHead(302, { location }).end();
    else response.writeHead(404).end();
  }).listen(port, IMITATED_PUBLIC);
  await once(world, 'listening');
  const dataDir = await newWorkspace(join(folder, 'data'));
  const names = { 'public.example': [PUBLIC], 'inside.example': ['10.0.0.9'], [REBINDING]: [PUBLIC, '127.0.0.1'] };
  const env = imitateInternet({ names, publicAddress: PUBLIC, connections: join(folder, 'connections') });
  started = await startCli(dataDir, [], { env });
  token = (await readFile(join(dataDir, 'agent-token'), 'utf8')).trim();
});
afterAll(async () => {
  if (started) await stopCli(started);
  world?.closeAllConnections();
  world?.close();
});

const redirecting = (host: string) =>
  `http://public.example:${port}/to=${encodeURIComponent(`http://${host}:${port}/`)}`;

async function post(path: string, body: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${started.report.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return answer.json();
}

/** What the agent says of each of two sources for which it is to make posts. */
async function reasonsOf(...[source_url_1, source_url_2]: [string, string]): Promise<(string | null)[]> {
  const project = { niche_name: 'Bread', source_url_1, source_url_2, posts_per_day: 1, platforms: ['bluesky'] };
  const { id } = (await post('/api/projects', project)) as { id: string };
  const made = generationResultSchema.parse(await post('/api/generation', { project: id }));
  expect(made).toMatchObject({ created: 0, nothing: 'unread' });
  return [source_url_1, source_url_2].map((url) => made.sources?.find((one) => one.url === url)?.reason ?? null);
}

// Only there is all of 127.0.0.0/8 this machine.
describe.skipIf(process.platform !== 'linux')('a public source', () => {
  const pairs = INSIDE.flatMap((one, index) => (index % 2 ? [] : [[one, INSIDE[index + 1] ?? one] as const]));

  it.each(pairs)('that redirects to %s or %s is not followed there, and the reason says so', async (one, other) => {
    const reasons = await reasonsOf(redirecting(one), redirecting(other));
    for (const [index, host] of [one, other].entries()) {
      const { hostname } = new URL(`http://${host}`);
      const target = `public.example:${port} redirects to ${hostname}:${port}, which is an address in a private network`;
      expect(reasons[index]).toContain(target);
    }
  });

  it('whose name is looked up again for the connection is reached where it was judged to be', async () => {
    const [reason] = await reasonsOf(redirecting(REBINDING), redirecting('127.0.0.1'));
    expect(reason).toMatch(/404/);
    expect(asked.world).toContain(`${REBINDING}:${port}/`);
  });

  it('led nowhere but to public addresses', async () => {
    expect(asked.machine).toEqual([]);
    expect(asked.world.filter((path) => path.startsWith('public.example'))).toHaveLength(INSIDE.length + 2);
    const tried = (await readFile(join(folder, 'connections'), 'utf8')).trim().split('\n');
    expect(new Set(tried)).toEqual(new Set([`public.example ${PUBLIC}`, `${REBINDING} ${PUBLIC}`]));
  });
});
