import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAgent, type TestAgent } from '../../helpers/agent.ts';
import { makeBuiltUi } from '../../helpers/built-ui.ts';

let agent: TestAgent;
let ui: Awaited<ReturnType<typeof makeBuiltUi>>;

beforeAll(async () => {
  ui = await makeBuiltUi();
  agent = await startTestAgent({}, { uiDir: ui.dir });
});
afterAll(async () => {
  await agent?.close();
  await ui?.remove();
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

  it('keeps hashed files for a year and nothing else', async () => {
    const script = await open('/assets/index-4f2a.js');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toMatch(/javascript/);
    expect((await open('/icon.svg')).headers.get('cache-control')).toBe('no-store');
  });

  it('sends the compressed copy to whoever takes it', async () => {
    const ask = (encodings: string) =>
      agent.call('/assets/index-4f2a.js', { token: null, headers: { 'accept-encoding': encodings } });
    const [packed, plain] = [await ask('gzip, br'), await ask('identity')];
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('content-type')).toMatch(/javascript/);
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await packed.text()).toBe(await plain.text());
    for (const answer of [packed, plain]) expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
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
