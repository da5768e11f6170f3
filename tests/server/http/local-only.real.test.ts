import { networkInterfaces } from 'node:os';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAgent } from '../../helpers/agent.ts';
import { makeBuiltUi } from '../../helpers/built-ui.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { rawRequest } from '../../helpers/raw-http.ts';

/** The rows of docs/security.md about the origin of a request. `<port>` is the agent's own port. */

const ALLOWED = 'http://127.0.0.1:3999';
const ui = ofFile(makeBuiltUi);
const agent = ofFile(() => startTestAgent({ allowedOrigins: [ALLOWED] }, { uiDir: ui.dir }));
const withPort = (text: string) => text.replace('<port>', String(agent.port));
let member: string;
beforeAll(async () => {
  member = await agent.memberToken();
});

/** No request of any test may have created an account or a row. */
afterEach(async () => {
  const users = (await (await agent.call('/api/users')).json()) as unknown[];
  const scripts = await agent.admin.from('puppeteer_scripts').select('id');
  expect({ users: users.length, scripts: scripts.data }).toEqual({ users: 1, scripts: [] });
});

type Header = readonly [string, string];

/** Requests to the agent API and the embedded Supabase that would change something if they were allowed. */
const CHANGES = [
  { path: '/api/users', body: { email: 'mallory@example.com', password: 'mallory123' }, key: () => agent.agentToken },
  { path: '/rest/v1/puppeteer_scripts', body: { name: 'evil', code: '' }, key: () => member },
];
const own = (): Header => ['Host', withPort('127.0.0.1:<port>')];
const send = (path: string, headers: readonly Header[], more: Partial<Parameters<typeof rawRequest>[0]> = {}) =>
  rawRequest({ port: agent.port, path, headers, ...more });
const permissions = ({ headers }: Awaited<ReturnType<typeof rawRequest>>) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

function fireChange({ path, body, key }: (typeof CHANGES)[number], headers: readonly Header[]) {
  const sent: Header[] = [
    ['Content-Type', 'application/json'],
    ['Authorization', `Bearer ${key()}`],
    ['apikey', agent.agent.connection.publishableKey],
  ];
  return send(path, [...sent, ...headers], { method: 'POST', body: JSON.stringify(body) });
}

describe('the Host header', () => {
  const READS = ['/', '/assets/index-4f2a.js', '/config.json', '/api/health', '/rest/v1/', '/%zz'];
  const FOREIGN = [
    ...['evil.com', 'evil.com:<port>', '127.0.0.1.nip.io:<port>', '0.0.0.0:<port>', 'localhost.:<port>'],
    ...['127.0.0.1:1', 'localhost', '[::1]', ''],
  ];

  it.each(FOREIGN)('403 everywhere for "%s"', async (host) => {
    for (const path of READS) {
      const answer = await send(path, [['Host', withPort(host)]]);
      const error = expect.stringContaining(`http://127.0.0.1:${agent.port}`);
      expect({ path, status: answer.status }).toEqual({ path, status: 403 });
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'forbidden', error });
    }
    for (const change of CHANGES) {
      expect((await fireChange(change, [['Host', withPort(host)]])).status).toBe(403);
    }
  });

  it('400 for two of them, 400 for none in HTTP/1.1, 403 for none in HTTP/1.0', async () => {
    const status = async (headers: Header[], more = {}) => (await send('/api/health', headers, more)).status;
    expect([await status([own(), ['host', 'evil.com']]), await status([own(), own()])]).toEqual([400, 400]);
    expect([await status([]), await status([], { version: '1.0' })]).toEqual([400, 403]);
  });

  it('400 for a request target that is no path', async () => {
    for (const path of ['http://evil.com/api/health', '/%zz']) expect((await send(path, [own()])).status).toBe(400);
  });

  it.each(['localhost:<port>', 'LOCALHOST:<port>', '127.0.0.1:<port>', '[::1]:<port>'])(
    '200 for "%s", authenticated',
    async (host) => {
      const headers: Header[] = [
        ['Host', withPort(host)],
        ['Authorization', `Bearer ${agent.agentToken}`],
      ];
      expect((await send('/api/users', headers)).status).toBe(200);
    },
  );

  it('tells the UI to find the embedded Supabase where the UI itself was found', async () =>
    expect(JSON.parse((await send('/config.json', [['Host', withPort('localhost:<port>')]])).body)).toMatchObject({
      supabaseUrl: withPort('http://localhost:<port>'),
      mode: 'embedded',
    }));
});

describe('the Origin header', () => {
  const FOREIGN = [
    ...['https://evil.example', 'null', 'http://localhost:5173', 'http://127.0.0.1:<port>.evil.com'],
    ...['https://127.0.0.1:<port>', 'http://localhost:<port>', ''],
  ];

  it.each(FOREIGN)('403 with a good token from "%s", and nothing ran', async (origin) => {
    for (const change of CHANGES) {
      const answer = await fireChange(change, [own(), ['Origin', withPort(origin)]]);
      expect([answer.status, permissions(answer)]).toEqual([403, []]);
    }
  });

  it.each(['http://127.0.0.1:<port>', ALLOWED])('goes on to the body from "%s"', async (origin) => {
    const headers: Header[] = [
      own(),
      ['Origin', withPort(origin)],
      ['Authorization', `Bearer ${agent.agentToken}`],
      ['Content-Type', 'application/json'],
    ];
    expect((await send('/api/users', headers, { method: 'POST', body: '{}' })).status).toBe(400);
  });
});

describe('Sec-Fetch-Site', () => {
  const fire = (path: string, headers: readonly Header[]) => send(path, [own(), ...headers]);

  it.each(['cross-site', 'same-site', 'anything'])(
    '403 to the API for "%s", even for a person following a link',
    async (site) => {
      for (const change of CHANGES)
        expect((await fireChange(change, [own(), ['Sec-Fetch-Site', site]])).status).toBe(403);
      const link: Header[] = [
        ['Sec-Fetch-Site', site],
        ['Sec-Fetch-Mode', 'navigate'],
        ['Sec-Fetch-Dest', 'document'],
      ];
      expect((await fire('/api/health', link)).status).toBe(403);
    },
  );

  it('lets the UI, a typed address and a link of another site open a screen, but not a frame or a script', async () => {
    const from = (mode: string, dest: string): Header[] => [
      ['Sec-Fetch-Site', 'cross-site'],
      ['Sec-Fetch-Mode', mode],
      ['Sec-Fetch-Dest', dest],
      ['Accept', 'text/html'],
    ];
    expect((await fire('/scheduler', from('navigate', 'document'))).status).toBe(200);
    expect((await fire('/scheduler', from('navigate', 'iframe'))).status).toBe(403);
    expect((await fire('/assets/index-4f2a.js', from('no-cors', 'script'))).status).toBe(403);
    for (const site of ['same-origin', 'none'])
      expect((await fire('/api/health', [['Sec-Fetch-Site', site]])).status).toBe(200);
  });
});

const preflight = (origin: string, path: string) =>
  send(
    path,
    [
      own(),
      ['Origin', origin],
      ['Access-Control-Request-Method', 'POST'],
      ['Access-Control-Request-Headers', 'authorization, apikey, content-type'],
      ['Access-Control-Request-Private-Network', 'true'],
    ],
    { method: 'OPTIONS' },
  );

it.each(['/api/users', '/rest/v1/puppeteer_scripts', '/auth/v1/token'])(
  'preflights 403 without any permission to a stranger, exact permission to an allowed origin: %s',
  async (path) => {
    const hostile = await preflight('https://evil.example', path);
    expect([hostile.status, permissions(hostile)]).toEqual([403, []]);

    const friendly = await preflight(ALLOWED, path);
    expect(friendly.status).toBe(204);
    expect(friendly.headers.get('access-control-allow-origin')).toBe(ALLOWED);
    expect(friendly.headers.get('access-control-allow-private-network')).toBe('true');
    expect(friendly.headers.get('access-control-allow-headers')).toContain('apikey');
    expect(friendly.headers.get('access-control-allow-credentials')).toBeNull();
  },
);

it('requests that come over no network are judged by the same rules', async () => {
  const inject = (host: string) => agent.agent.app.inject({ url: '/api/health', headers: { host: withPort(host) } });
  expect([(await inject('127.0.0.1:<port>')).statusCode, (await inject('evil.com')).statusCode]).toEqual([200, 403]);
});

describe('with --host and --allow-remote', () => {
  const [address] = Object.values(networkInterfaces())
    .flat()
    .filter((candidate) => candidate?.family === 'IPv4' && !candidate.internal)
    .map((candidate) => candidate?.address);

  it.skipIf(!address)('answers to the address that the connection came in on, and to no other name', async () => {
    const remote = await startTestAgent({ host: '0.0.0.0', allowRemote: true });
    onTestFinished(() => remote.close());
    const { port } = remote;
    const ask = (host: string, over = address) =>
      rawRequest({ port, address: over, path: '/api/health', headers: [['Host', host]] }).then(({ status }) => status);
    expect([await ask(`${address}:${port}`), await ask(`127.0.0.1:${port}`, '127.0.0.1')]).toEqual([200, 200]);
    expect([await ask(`${address}:${port}`, '127.0.0.1'), await ask(`evil.com:${port}`)]).toEqual([403, 403]);
    expect(await ask(`${address}.nip.io:${port}`)).toBe(403);
  });
});

const open = (path: string, method = 'GET') =>
  agent.call(path, { method, token: null, headers: { accept: 'text/html,application/xhtml+xml' } });

describe('the UI', () => {
  it.each(['/', '/auth', '/create', '/scheduler', '/no/such/screen', '/index.html'])('opens at %s', async (path) => {
    const answer = await open(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await answer.text()).toContain('/assets/index-4f2a.js');
  });

  it('comes with headers that keep others out', async () => {
    for (const path of ['/', '/scheduler']) {
      const { headers } = await open(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("connect-src 'self';");
      expect([headers.get('x-content-type-options'), headers.get('x-frame-options')]).toEqual(['nosniff', 'DENY']);
      expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['same-origin', 'no-store']);
    }
  });

  it('keeps hashed files for a year and nothing else, and sends the compressed copy to whoever takes it', async () => {
    expect((await open('/icon.svg')).headers.get('cache-control')).toBe('no-store');
    const ask = (encodings: string) =>
      agent.call('/assets/index-4f2a.js', { token: null, headers: { 'accept-encoding': encodings } });
    const [packed, plain] = [await ask('gzip, br'), await ask('identity')];
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await packed.text()).toBe(await plain.text());
    for (const answer of [packed, plain]) {
      expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toMatch(/javascript/);
    }
  });

  it('404 in JSON for a missing file, and for anything that is no visit', async () => {
    const requests: [string, string, string][] = [
      ['GET', '/assets/gone-1234.js', '*/*'],
      ['GET', '/assets/gone-1234.js', 'text/html'],
      ['GET', '/missing.png', 'image/*'],
      ['POST', '/scheduler', 'text/html'],
    ];
    for (const [method, path, accept] of requests) {
      const answer = await agent.call(path, { method, headers: { accept } });
      expect({ path, status: answer.status }).toEqual({ path, status: 404 });
      expect(await answer.json()).toMatchObject({ code: 'not_found' });
    }
  });

  it.each(['/..%2fapp.ts', '/%2e%2e/%2e%2e/etc/passwd', '/assets/..%2f..%2f..%2fetc%2fpasswd', '/.env', '/assets/%00'])(
    'gives no file outside its folder: %s',
    async (path) => {
      const answer = await agent.call(path, { token: null });
      expect([400, 403, 404]).toContain(answer.status);
      expect(await answer.text()).not.toContain('root:');
    },
  );
});

it('says how to build the UI when it is not built', async () => {
  const bare = await startTestAgent({}, { uiDir: '/nowhere/dist/ui' });
  onTestFinished(() => bare.close());
  const answer = await bare.call('/', { token: null, headers: { accept: 'text/html' } });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: expect.stringContaining('npm run build') });
});
