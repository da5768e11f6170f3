import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { EmbeddedConnection } from '../../../server/supabase/embedded/backend.ts';
import { startTestAgent } from '../../helpers/agent.ts';
import { databaseOf } from '../../helpers/database.ts';
import { ofFile } from '../../helpers/of-file.ts';

/** The rows of docs/security.md about the cost of requests: large bodies, passwords, and slow statements. */

const MIB = 1024 * 1024;

let read: number;
let memberToken: string;

const agent = ofFile(() => startTestAgent());
beforeAll(async () => {
  memberToken = await agent.memberToken();
  (agent.agent.connection as EmbeddedConnection).mountFunction('count', async ({ body }) => {
    read = 0;
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) read += chunk.byteLength;
    return Response.json({ read });
  });
});

/** Sends `bytes` of JSON, chunked unless a length is announced. Resolves with the response's status and body. */
function post(path: string, bytes: number, options: { token?: string; announced?: boolean } = {}) {
  const { publishableKey } = agent.agent.connection;
  const headers = {
    apikey: publishableKey,
    'content-type': 'application/json',
    ...(options.token && { authorization: `Bearer ${options.token}` }),
    ...(options.announced && { 'content-length': bytes }),
  };
  const name = 'x'.repeat(MIB / 2);
  const [row, end] = [`{"name":"${name}"},`, '{"name":"last"}]'];
  return new Promise<{ status: number; body: Record<string, unknown> | null }>((resolve, reject) => {
    const sent = request(`${agent.url}${path}`, { method: 'POST', headers }, async (answer) => {
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      resolve({ status: answer.statusCode ?? 0, body: text ? JSON.parse(text) : null });
    });
    sent.on('error', reject);
    sent.write('[');
    for (let left = bytes - 1 - end.length; left > 0; ) {
      const piece = left >= row.length ? row : ' '.repeat(left);
      sent.write(piece);
      left -= piece.length;
    }
    sent.end(end);
  });
}

const PATHS = ['/auth/v1/token?grant_type=password', '/rest/v1/puppeteer_scripts', '/functions/v1/count'];

describe.each([
  ['announced', true],
  ['chunked', false],
])('a body that is %s', (_how, announced) => {
  it.each(PATHS)('413 over 1 MB at %s before authentication', async (path) => {
    read = 0;
    const { status, body } = await post(path, 3 * MIB, { announced });
    expect(status).toBe(413);
    expect(JSON.stringify(body)).toContain('The request is too large: 1 MB is the limit here.');
    expect(read).toBeLessThanOrEqual(MIB);
  });

  it('is judged as before below that', async () => {
    const { status, body } = await post('/rest/v1/puppeteer_scripts', MIB / 2 + 100, { announced });
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: '42501' });
  });

  it('may have many MB once somebody is signed in', async () => {
    const { status } = await post('/rest/v1/script_runs?columns=nothing', 3 * MIB, { announced, token: memberToken });
    expect(status).toBe(400);
    expect(await post('/functions/v1/count', 3 * MIB, { announced, token: memberToken })).toEqual({
      status: 200,
      body: { read: 3 * MIB },
    });
  });

  it.each(['/rest/v1/puppeteer_scripts', '/functions/v1/count'])('413 over 4 MB at %s for everybody', async (path) => {
    const answer = await post(path, 8 * MIB, { announced, token: memberToken });
    expect(answer).toMatchObject({ status: 413, body: { message: expect.stringContaining('4 MB') } });
  });
});

describe('a megabyte of empty objects', () => {
  const ROWS = `[${'{},'.repeat(MIB / 3 - 1)}{}]`;
  const bearer = (token: string | null): Record<string, string> =>
    token === null ? {} : { authorization: `Bearer ${token}` };
  const keyed = (token: string | null) => ({ apikey: agent.agent.connection.publishableKey, ...bearer(token) });

  /** Sends the head of a request that announces a body, but no body. */
  const announce = async (path: string, token: string | null): Promise<number> => {
    const headers = { ...keyed(token), 'content-type': 'application/json', 'content-length': ROWS.length };
    const sent = request(`${agent.url}${path}`, { method: 'POST', headers });
    sent.flushHeaders();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    sent.destroy();
    return answer.statusCode ?? 0;
  };
  const send = (path: string, headers: Record<string, string>, body = ROWS) =>
    fetch(`${agent.url}${path}`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body });

  it('is refused to the public key and to a stranger before any of it has come', async () => {
    const { email, password } = await agent.addStranger();
    const stranger = await agent.signIn(email, password);
    for (const path of ['/rest/v1/puppeteer_scripts', '/rest/v1/rpc/publish_post']) {
      expect(await announce(path, null), path).toBe(401);
      expect(await announce(path, stranger), path).toBe(403);
    }
  });

  it.each([
    ['a member at the tables', '/rest/v1/puppeteer_scripts', () => keyed(memberToken)],
    ['a member at a function', '/functions/v1/count', () => keyed(memberToken)],
    ['anybody at the sign-in', '/auth/v1/token?grant_type=password', () => keyed(null)],
    ['a member at the agent API', '/api/posts', () => bearer(memberToken)],
    ['anybody at an open route', '/api/setup', () => ({})],
  ])('413 for %s, and none of it is parsed', async (_who, path, headers) => {
    const answer = await send(path, headers());
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain('5000 rows and 50000 values are the limit here');
  });
});

describe('a password', () => {
  const signIn = (password: string, path = '/auth/v1/token') =>
    fetch(`${agent.url}${path}${path.includes('?') ? '' : '?grant_type=password'}`, {
      method: 'POST',
      headers: { apikey: agent.agent.connection.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'me@example.com', password }),
    });

  it('that is wrong for the eleventh time in a minute: 429 with Retry-After, in plain words, but no end of sessions', async () => {
    const session = agent.supabase();
    await session.auth.signInWithPassword({ email: 'me@example.com', password: 'correct horse' });
    for (let time = 0; time < 10; time++) expect((await signIn(`wrong ${time}`)).status).toBe(400);
    const refused = await signIn('correct horse');
    const seconds = Number(refused.headers.get('retry-after'));
    expect(refused.status).toBe(429);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await refused.json()).toEqual({
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: expect.stringMatching(/^Too many wrong passwords\. Wait \d+ seconds?, then try again\.$/),
    });
    expect((await session.auth.refreshSession()).error).toBeNull();
    for (const query of [
      'grant_type=refresh_token&grant_type=password',
      'grant_type=password&grant_type=refresh_token',
    ])
      expect((await signIn('correct horse', `/auth/v1/token?${query}&`)).status, query).toBe(429);
  });

  it.each(['/auth/v1/%74oken', '/%61uth/v1/token', '/auth/v1/token/'])(
    'has no other way in, such as %s',
    async (path) => expect((await signIn('correct horse', path)).status).toBe(404),
  );
});

it('a statement of a member, or of nobody, has 30 s', async () => {
  const database = databaseOf(agent.dataDir);
  const limit = `create function public.test_limit() returns text language sql as $$ select current_setting('statement_timeout') $$;`;
  await database.script(`${limit} notify pgrst, 'reload schema';`).finally(() => database.close());
  for (const client of [agent.supabase(memberToken), agent.supabase()])
    await vi.waitFor(async () => expect(await client.rpc('test_limit' as never)).toMatchObject({ data: '30s' }), {
      timeout: 20_000,
    });
});
