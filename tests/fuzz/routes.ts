import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isErrorCode } from '../../server/errors.ts';
import { OPERATION_GROUPS } from '../../server/openapi/groups.ts';
import { FUZZ_TIMEOUT_MS, runs, someOf } from './depth.ts';
import { type FuzzedRequest, type FuzzedRoute, fuzzedRoutes } from './requests.ts';
import type { Answer, FuzzedAgent } from './workspace.ts';

/** Tries per route in `npm test`, for every third route. */
const TIMES = 1;
/**
 * An error consists of a few sentences, with at most one path in it (4096 characters): not a page, nor a dump of the
 * request.
 */
const ERROR_MAX_CHARS = 5000;

/** Routes that call another service, which does not respond here; a 503 then names it. */
const ASKS_OTHERS = /^POST \/api\/(ai\/(test|models)|generation)$|^\w+ \/api\/accounts\/\{id\}\/channel/;
/**
 * Backups are files in the data directory, and the commands of a move contain its path: these responses, for owners,
 * may show it.
 */
const SHOWS_FOLDER = /\/api\/(backups|workspace\/move)/;
/** The page at the end of a sign-in is for people. */
const PAGE = 'GET /api/channels/return';

/**
 * Whatever is sent to the routes of the agent API is carried out, or refused with a message; `fuzzed` returns the agent
 * of the file.
 */
export function describeRoutes(fuzzed: () => FuzzedAgent): void {
  describe('requests that nobody would send', () => {
    let all: FuzzedRoute[] | undefined;
    const routes = () => {
      const { document, known, agent } = fuzzed();
      all ??= fuzzedRoutes(document, known, agent.agentToken);
      return all;
    };

    it.each(OPERATION_GROUPS)(
      'are done or refused in words: $tag',
      async ({ operations }) => {
        const names = new Set(
          Object.values(operations).map(({ route }) => route.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')),
        );
        const own = routes().filter((route) => names.has(route.name));
        for (const { name, requests } of someOf(own, 3)) {
          const property = fc.asyncProperty(requests.map(harmless(name)), async (request) => {
            const answer = await fuzzed().send(request);
            const { secrets, agent } = fuzzed();
            const hidden = SHOWS_FOLDER.test(name) ? secrets.filter((one) => one !== agent.dataDir) : secrets;
            expect(faults(name, answer, hidden), `${answer.status} ${answer.text.slice(0, 400)}`).toEqual([]);
          });
          await fc.assert(property, { ...runs<[FuzzedRequest]>(TIMES), interruptAfterTimeLimit: FUZZ_TIMEOUT_MS });
        }
      },
      FUZZ_TIMEOUT_MS,
    );

    it('were sent to every route of the description', () => {
      const named = OPERATION_GROUPS.flatMap(({ operations }) => Object.keys(operations));
      expect(routes()).toHaveLength(named.length);
    });

    it('leave the agent as it was for others', async () => {
      const { agent, document } = fuzzed();
      expect(await (await agent.call('/api/openapi.json')).json()).toEqual({ ...document, servers: expect.anything() });
      expect(await (await agent.call('/api/health', { token: null })).json()).toMatchObject({ name: 'local-agent' });
      expect((await agent.call('/api/posts')).status).toBe(200);
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect({}).not.toHaveProperty('isMember');
    });
  });
}

/**
 * Makes a request harmless: code is for an account that does not exist, so it is not run, and no file is written, since
 * no path is absolute.
 */
function harmless(route: string) {
  return (request: FuzzedRequest): FuzzedRequest => {
    const text = request.body.toString().trimEnd();
    if (route === 'POST /api/backups')
      return { ...request, body: Buffer.from(text.replace(/"file":"\/+/g, '"file":"')) };
    if (route !== 'POST /api/scripts/run') return request;
    if (!text.startsWith('{') || !text.endsWith('}')) return request;
    // If a name occurs twice, the last one counts.
    return { ...request, body: Buffer.from(`${text.slice(0, -1)}${text === '{}' ? '' : ','}"account":"nobody’s"}`) };
  };
}

/** What is wrong with a response of the agent API, whatever the request was. */
export function faults(route: string, { status, type, text }: Answer, secrets: readonly string[]): string[] {
  const found: string[] = [];
  if (status >= 500 && !(status === 503 && ASKS_OTHERS.test(route))) found.push('a fault of the agent');
  found.push(...leaks(text, secrets));
  if (status < 400 || route === PAGE) return found;
  if (!type.startsWith('application/json')) found.push('no JSON');
  const { error, code, ...more } = parsed(text);
  if (typeof code !== 'string' || !isErrorCode(code)) found.push('no code');
  if (typeof error !== 'string' || !/\w+ \w+/.test(error)) found.push('no sentence');
  if (String(error).length > ERROR_MAX_CHARS) found.push('an endless sentence');
  if (Object.keys(more).length > 0) found.push('more than a sentence and a code');
  return found;
}

/** What a response reveals about internals. */
export function leaks(text: string, secrets: readonly string[]): string[] {
  const found = secrets.filter((secret) => text.includes(secret)).map((secret) => `shows ${secret}`);
  if (/\n\s+at .+:\d+:\d+|node_modules|\.[cm]?[jt]s:\d+/.test(text)) found.push('a stack trace');
  return found;
}

function parsed(text: string): { [key: string]: unknown } {
  try {
    return JSON.parse(text) as { [key: string]: unknown };
  } catch {
    return {};
  }
}
