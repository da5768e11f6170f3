import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MCP_PATH } from '../../server/mcp/routes.ts';
import { FUZZ_TIMEOUT_MS, runs } from './depth.ts';
import { bodiesOf, hostileValue } from './hostile.ts';
import { type JsonSchema, valuesOf } from './json-schema.ts';
import type { FuzzedRequest } from './requests.ts';
import { faults, leaks } from './routes.ts';
import type { Answer, FuzzedAgent } from './workspace.ts';

/** Tries per kind of request in `npm test`. */
const TIMES = 8;

const PIECES = [
  ...['generated_content', 'social_accounts', 'rpc/is_member', 'rpc/start_series', 'media-assets', 'x.png', 'no_such'],
  ...['%00', '..', '%2e%2e', '%2f', '', '%ff', '%F0%9F%91%A9', 'a'.repeat(3000), '*', "'", '"', ';', '__proto__'],
];
const REST = ['rest/v1', 'rest/v1/rpc'];
const AUTH = [
  ...['token?grant_type=password', 'token?grant_type=refresh_token', 'token?grant_type=pkce', 'signup', 'user'],
  ...['logout', 'recover', 'otp', 'verify', 'admin/users', 'factors', 'authorize?provider=x', 'settings', 'callback'],
].map((path) => `auth/v1/${path}`);
const STORAGE = [
  ...[
    'object/media-assets',
    'object/list/media-assets',
    'object/sign/media-assets',
    'object/authenticated/media-assets',
  ],
  ...['object/public/media-assets', 'upload/resumable', 'bucket', 'object/info/media-assets'],
].map((path) => `storage/v1/${path}`);
const HEADERS: readonly { [name: string]: string }[] = [
  {},
  { prefer: 'return=representation,resolution=merge-duplicates,count=exact,missing=default' },
  { prefer: 'handling=strict,x'.repeat(100), range: '9-1', 'range-unit': 'items' },
  { accept: 'application/vnd.pgrst.object+json', 'accept-profile': 'auth' },
  { 'content-profile': 'pg_catalog', 'x-upsert': 'true', 'x-metadata': '%', 'cache-control': '-1' },
  { 'tus-resumable': '1.0.0', 'upload-length': '99999999999999', 'upload-metadata': 'x ,,' },
];
const TYPES = ['application/json', 'text/csv', 'application/x-www-form-urlencoded', 'image/png', 'multipart/form-data'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** The fields that those interfaces read. */
const FIELDS = ['email', 'password', 'refresh_token', 'id', 'caption', 'platforms', 'prefix', 'bucketId', 'sourceKey'];

/** The interfaces of Supabase and of the Model Context Protocol respond to whatever they are sent, and never crash. */
export function describeSupabase(fuzzed: () => FuzzedAgent): void {
  describe('requests to the embedded Supabase', () => {
    it.each([
      ['/rest/v1', REST],
      ['/auth/v1', AUTH],
      ['/storage/v1', STORAGE],
      ['/functions/v1', ['functions/v1']],
    ] as const)(
      'are answered, whatever they hold: %s',
      async (_path, begins) => {
        const { member, stranger, agent, secrets } = fuzzed();
        const { publishableKey } = agent.agent.connection;
        const requests = supabaseRequests(begins, [member, stranger, publishableKey, 'eyJhbGciOiJub25lIn0.e30.']);
        const property = fc.asyncProperty(requests, async (request) => {
          const answer = await fuzzed().send({ ...request, headers: { apikey: publishableKey, ...request.headers } });
          expect(answer.status, answer.text.slice(0, 400)).toBeLessThan(500);
          expect(leaks(answer.text, secrets)).toEqual([]);
          if (answer.status >= 400 && request.method !== 'HEAD')
            expect(saysWhy(answer), `${answer.status} ${answer.text}`).toBe(true);
        });
        await fc.assert(property, runs<[FuzzedRequest]>(TIMES));
      },
      FUZZ_TIMEOUT_MS,
    );
  });

  describe('messages of the Model Context Protocol', () => {
    it(
      'are answered, whatever tools are called with',
      async () => {
        const { agent, known, secrets } = fuzzed();
        const headers = {
          authorization: `Bearer ${agent.agentToken}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        };
        const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
        const told = await fuzzed().send({ method: 'POST', path: MCP_PATH, headers, body: Buffer.from(list) });
        const tools = (JSON.parse(told.text.slice(told.text.indexOf('{'))) as ToolList).result.tools;
        expect(tools.length).toBeGreaterThan(20);
        const calls = fc.oneof(
          ...tools
            .filter(({ name }) => !RUN_CODE.has(name))
            .map(({ name, inputSchema }) =>
              valuesOf(inputSchema, {}, known(`tool ${name}`)).map((input) =>
                call('tools/call', { name, arguments: input }),
              ),
            ),
          fc
            .constantFrom('initialize', 'resources/read', 'prompts/get', 'completion/complete', 'no/such', '__proto__')
            .chain((method) => fc.jsonValue({ maxDepth: 2 }).map((params) => call(method, params))),
        );
        const property = fc.asyncProperty(bodiesOf(calls), async (text) => {
          const answer = await fuzzed().send({ method: 'POST', path: MCP_PATH, headers, body: Buffer.from(text) });
          expect(answer.status, answer.text.slice(0, 400)).toBeLessThan(500);
          expect(leaks(answer.text, secrets), text.slice(0, 400)).toEqual([]);
          if (answer.status >= 400 && !answer.text.includes('"jsonrpc"'))
            expect(faults(`POST ${MCP_PATH}`, answer, secrets)).toEqual([]);
        });
        await fc.assert(property, runs<[string]>(TIMES));
      },
      FUZZ_TIMEOUT_MS,
    );
  });
}

/** Tools that run code or open a browser. */
const RUN_CODE: ReadonlySet<string> = new Set(['run_script', 'schedule_script']);

type ToolList = { result: { tools: { name: string; inputSchema: JsonSchema }[] } };

function call(method: string, params: unknown) {
  return { jsonrpc: '2.0', id: 1, method, params };
}

function saysWhy({ text, type }: Answer): boolean {
  // One of Supabase's own functions refuses in plain text.
  if (!type.includes('json')) return /\w+/.test(text);
  const told: unknown = JSON.parse(text);
  return ['message', 'msg', 'error', 'errors'].some(
    (name) => typeof told === 'object' && told !== null && name in told,
  );
}

function supabaseRequests(begins: readonly string[], tokens: readonly string[]): fc.Arbitrary<FuzzedRequest> {
  const field = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), hostileValue);
  const body = bodiesOf(fc.record(Object.fromEntries(FIELDS.map((name) => [name, field])), { requiredKeys: [] }));
  return fc
    .record({
      method: fc.constantFrom(...METHODS),
      begin: fc.constantFrom(...begins),
      rest: fc.array(fc.constantFrom(...PIECES), { maxLength: 3 }),
      query: fc.array(
        fc.tuple(fc.constantFrom('select', 'id', 'order', 'limit', 'or', 'token'), fc.constantFrom(...PIECES)),
        { maxLength: 3 },
      ),
      token: fc.option(fc.constantFrom(...tokens)),
      more: fc.constantFrom(...HEADERS),
      type: fc.constantFrom(...TYPES),
      body,
    })
    .map(({ method, begin, rest, query, token, more, type, body: text }) => {
      const [path = '', own] = begin.split('?');
      const search = [...(own ? [own] : []), ...query.map(([name, value]) => `${name}=${value}`)].join('&');
      const isEmpty = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
      return {
        method,
        path: `/${[path, ...rest].join('/')}${search && `?${search}`}`,
        headers: { ...more, ...(token !== null && { authorization: `Bearer ${token}` }), 'content-type': type },
        body: Buffer.from(isEmpty ? '' : text),
      };
    });
}
