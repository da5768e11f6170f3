import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUPABASE_PATHS } from '../../server/http/supabase-mount.ts';
import { MCP_PATH } from '../../server/mcp/routes.ts';
import { countRows, TABLES } from '../helpers/tables.ts';
import { someOf } from './depth.ts';
import type { FoundRoute, FuzzedAgent } from './workspace.ts';

/** Routes only for people: files of the web interface, served under any path without another route. */
const UI = /^\/(\*|assets\/\*|)$/;

/**
 * The rows of docs/security.md that apply to every route, tested on all of Fastify's routes, so that a new one has to
 * comply, too. Nothing that is refused here has had an effect.
 */
export function describeGuards(fuzzed: () => FuzzedAgent): void {
  describe('every route', () => {
    let before: unknown;
    beforeAll(async () => {
      before = await everything(fuzzed());
    });
    afterAll(async () => {
      expect(await everything(fuzzed())).toEqual(before);
    });

    let asked = 0;
    /**
     * The routes whose response to a request differs from the expected one. Most refusals come before the routes, so
     * `npm test` tries every fourth route, different ones for each guard; refusals that depend on the route are tried
     * on all.
     */
    const others = async (
      expected: number,
      headers: { [name: string]: string },
      which: (route: FoundRoute) => boolean = () => true,
      { body = '', step = 4 } = {},
    ) => {
      asked += 1;
      const routes = someOf(fuzzed().routes.filter(which), step, asked);
      expect(routes.length).toBeGreaterThan(5);
      const found: string[] = [];
      for (const { method, url } of routes) {
        const path = url.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000').replace('*', 'x');
        const sent = method === 'GET' ? '' : body;
        const { status } = await fuzzed().send({ method, path, headers, body: Buffer.from(sent) });
        if (status !== expected) found.push(`${method} ${url}: ${status}`);
      }
      return found;
    };
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const own = () => bearer(fuzzed().agent.agentToken);

    it('is found', () => {
      const urls = fuzzed().routes.map(({ url }) => url);
      expect(urls).toEqual(expect.arrayContaining(['/api/posts', '/config.json', MCP_PATH, '/rest/v1/*']));
    });

    it('403 for another host, whoever asks', async () => {
      expect(await others(403, { ...own(), host: `127.0.0.1.nip.io:${fuzzed().agent.port}` })).toEqual([]);
    });

    it('403 for a page of another origin, whoever asks', async () => {
      expect(await others(403, { ...own(), origin: 'https://evil.example' })).toEqual([]);
    });

    it('403 for another site, whoever asks', async () => {
      const from = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' };
      expect(await others(403, { ...own(), ...from })).toEqual([]);
    });

    it('401 without a token and with the public key, but for what is open', async () => {
      const { publishableKey } = fuzzed().agent.agent.connection;
      expect(await others(401, {}, isClosed, { step: 1 })).toEqual([]);
      expect(await others(401, bearer(publishableKey), isClosed)).toEqual([]);
    });

    it('403 for somebody who is no member', async () => {
      expect(await others(403, bearer(fuzzed().stranger), isClosed)).toEqual([]);
    });

    it('403 for a member where only the agent token will do', async () => {
      expect(
        await others(403, bearer(fuzzed().member), ({ access }) => access === 'agent' || access === 'mcp', {
          step: 1,
        }),
      ).toEqual([]);
    });

    it('415 for a body that is announced as something else', async () => {
      const takesBody = (route: FoundRoute) => route.method !== 'GET' && isOurs(route);
      const type = 'text/plain;application/json';
      expect(await others(415, { ...own(), 'content-type': type }, takesBody, { body: '{}' })).toEqual([]);
    });

    it('is open to everybody only where it says so', () => {
      const open = fuzzed().routes.filter((route) => isOurs(route) && route.access === 'open');
      expect(open.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
        'GET /api/channels/return',
        'GET /api/health',
        'GET /api/openapi.json',
        'GET /api/setup',
        'GET /config.json',
        'POST /api/setup',
      ]);
    });
  });
}

function isOurs({ url }: FoundRoute): boolean {
  return !UI.test(url) && !SUPABASE_PATHS.some((path) => url.startsWith(path));
}

function isClosed(route: FoundRoute): boolean {
  return isOurs(route) && route.access !== 'open';
}

/** The number of rows in each table, the accounts, and the files. */
async function everything({ agent }: FuzzedAgent): Promise<unknown> {
  const counts = await Promise.all(TABLES.map(async (table) => [table, await countRows(agent.admin, table)]));
  const files = await readdir(agent.dataDir, { recursive: true });
  const users = await agent.agent.connection.accounts?.list();
  return { counts, users, files: files.filter((name) => !name.startsWith('postgres')).sort() };
}
