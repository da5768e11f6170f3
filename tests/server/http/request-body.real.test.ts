import { readdir } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { everyNth } from '../../helpers/depth.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { rawRequest } from '../../helpers/raw-http.ts';
import { workerAgent } from '../../helpers/worker-agent.ts';

/** The rows of docs/security.md about the content of requests. */

const agent = ofFile(workerAgent);

/** No request of any test to /api/users may have created an account. */
afterEach(async () => {
  expect(await (await agent.call('/api/users')).json()).toEqual([]);
});

const ACCOUNT = JSON.stringify({ email: 'mallory@example.com', password: 'mallory123' });

function post(body: string | FormData | URLSearchParams | Uint8Array, contentType?: string, path = '/api/users') {
  const headers = new Headers({ authorization: `Bearer ${agent.agentToken}` });
  if (contentType !== undefined) headers.set('content-type', contentType);
  return fetch(`${agent.url}${path}`, { method: 'POST', headers, body: body as BodyInit });
}

async function answerOf(response: Response) {
  return { status: response.status, ...((await response.json()) as { code: string; error: string }) };
}

it('is not quoted without end', async () => {
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`🎉${index}`, index]));
  const answer = await answerOf(await post(JSON.stringify(many), 'application/json', '/api/backups'));
  expect(answer).toMatchObject({ status: 400, code: 'bad_input' });
  expect(answer.error.length).toBeLessThanOrEqual(4_001);
  expect(answer.error).toMatch(/🎉0.*….*🎉1999/s);
  expect(encodeURIComponent(answer.error)).toContain('%E2%80%A6');
});

describe('the content type', () => {
  const JSON_ONLY = { status: 415, code: 'unsupported_media_type', error: expect.stringContaining('application/json') };

  it.each([
    ...['text/plain', 'text/plain;application/json', 'text/plain; charset=application/json'],
    ...['application/x-www-form-urlencoded', 'application/jsonp', 'application/json2'],
    ...['application/json/../text/plain', 'json', 'application/xml'],
  ])('415 for "%s"', async (contentType) =>
    expect(await answerOf(await post(ACCOUNT, contentType))).toEqual(JSON_ONLY),
  );

  it('415 for a form, for multipart, and without a type', async () => {
    const form = new FormData();
    form.set('email', 'mallory@example.com');
    expect(await answerOf(await post(form))).toEqual(JSON_ONLY);
    expect(await answerOf(await post(new URLSearchParams({ email: 'mallory@example.com' })))).toEqual(JSON_ONLY);
    expect(await answerOf(await post(new TextEncoder().encode(ACCOUNT)))).toEqual(JSON_ONLY);
  });

  it('takes JSON with a charset', async () =>
    expect((await post('{}', 'application/json; charset=utf-8')).status).toBe(400));
});

describe('the body', () => {
  it.each([
    ['cut off', '{"email":'],
    ['empty, though called JSON', ''],
    ['with __proto__', '{"email":"mallory@example.com","password":"mallory123","__proto__":{"admin":true}}'],
    ['that is no object', '["mallory@example.com","mallory123"]'],
    ['with an address that is none', '{"email":"mallory","password":"mallory123"}'],
    [
      'with a password that is too short',
      '{"email":"mallory@example.com","password":"five5"}',
      /^password: The password needs at least 6 characters\.$/,
    ],
  ] as [string, string, RegExp?][])('400 when %s', async (_what, body, words) => {
    const answer = await answerOf(await post(body, 'application/json'));
    expect(answer).toMatchObject({ status: 400, code: 'bad_input' });
    expect(answer.error).toMatch(words ?? /\w+ \w+/);
  });

  it('400 for a text that no database can hold, with its place', async () => {
    const place = {
      status: 400,
      error: expect.stringMatching(/^fields\.media\.0\.path: the text contains a character/),
    };
    for (const bad of ['a\\u0000b', '\\ud800', '\\udc00\\ud83d']) {
      const file = `{"path":"${bad}","url":"x","kind":"image"}`;
      const draft = `{"fields":{"caption":"","platforms":["bluesky"],"media":[${file}]}}`;
      expect(await answerOf(await post(draft, 'application/json', '/api/posts'))).toMatchObject(place);
      const script = await post(`{"name":"Mine","code":"${bad}"}`, 'application/json', '/api/scripts');
      expect(await answerOf(script)).toMatchObject({ status: 400, error: expect.stringMatching(/^code: the text/) });
    }
    expect((await agent.call('/api/media/%00')).status).toBe(400);
    expect(await (await agent.call('/api/scripts')).json()).toEqual([]);
  });

  it('400 with a few of its problems, however many it has', async () => {
    const fields = { platforms: Array.from({ length: 5000 }, () => 'x'.repeat(200)), ['y'.repeat(100_000)]: 1 };
    const answer = await answerOf(await post(JSON.stringify({ fields }), 'application/json', '/api/posts'));
    expect(answer).toMatchObject({ status: 400, error: expect.stringMatching(/; and \d+ more$/) });
    expect(answer.error.length).toBeLessThan(2000);
  });

  it('400 for a time that is none, so that no database is asked', async () => {
    const body = { name: 'Mine', code: '', ifUpdatedAt: 'yesterday' };
    const answer = await agent.call(`/api/scripts/${crypto.randomUUID()}`, { method: 'PUT', body });
    expect(await answerOf(answer)).toMatchObject({ status: 400, error: expect.stringContaining('ifUpdatedAt') });
  });

  it('400 for a file without bytes, and 415 for one that is announced as JSON', async () => {
    const none = await agent.call('/api/media?name=beach.png', { method: 'POST' });
    expect(await answerOf(none)).toMatchObject({ status: 400, error: expect.stringContaining('0 bytes') });
    expect((await post('{}', 'application/json', '/api/media?name=beach.png')).status).toBe(415);
  });

  it('413 for a script of 2 MB, which neither runs nor is kept', async () => {
    const code = `require('fs').writeFileSync('ran.txt', '');${' '.repeat(2 * 1024 * 1024)}`;
    const requests = [
      ['POST', '/api/scripts/run', { script: code }],
      ['POST', '/api/scripts', { name: 'Mine', code }],
      ['PUT', `/api/scripts/${crypto.randomUUID()}`, { name: 'Mine', code }],
    ] as const;
    for (const [method, path, body] of requests) {
      const answer = await answerOf(await agent.call(path, { method, body }));
      expect(answer, path).toMatchObject({ status: 413, code: 'too_large', error: expect.stringContaining('1 MB') });
    }
    for (const table of ['puppeteer_scripts', 'script_runs'] as const)
      expect((await agent.admin.from(table).select('id').throwOnError()).data).toEqual([]);
  });

  it('413 when its length was not announced', async () => {
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { authorization: `Bearer ${agent.agentToken}`, 'content-type': 'application/json' },
      body: new Blob([' '.repeat(2 * 1024 * 1024)]).stream(),
      duplex: 'half',
    };
    expect(await answerOf(await fetch(`${agent.url}/api/users`, init))).toMatchObject({ status: 413 });
  });
});

describe('the path', () => {
  it.each([
    ['GET', '/api/generation'],
    ['PUT', '/api/users'],
    ['DELETE', '/api/health'],
    ['POST', '/api/nothing'],
    ['GET', '/api/'],
  ])('404 in JSON for %s %s', async (method, path) => {
    const answer = await agent.call(path, { method, headers: { accept: 'text/html' } });
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await answerOf(answer)).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('400 for an id that is none, in the words of the field', async () => {
    for (const body of [{}, { accountId: '../x' }]) {
      const answer = await agent.call('/api/warmup/instagram', { body });
      expect(await answerOf(answer)).toMatchObject({ status: 400, error: 'accountId: expected the id of an account' });
    }
  });

  it('400 or 404 for an id that leads elsewhere, on every route, and no file is touched', async () => {
    const files = async () => {
      const all = await readdir(agent.dataDir, { recursive: true });
      return all.filter((name) => !name.startsWith('postgres')).sort();
    };
    const before = await files();
    expect(before).toContain('keys.json');
    const { paths } = (await (await agent.call('/api/openapi.json')).json()) as {
      paths: { [path: string]: { [method: string]: object } };
    };
    const withId = Object.entries(paths).filter(([path]) => path.includes('{'));
    expect(withId.length).toBeGreaterThan(30);
    const others: string[] = [];
    for (const [index, [path, methods]] of withId.entries()) {
      for (const method of Object.keys(methods)) {
        for (const bad of everyNth(['..%2fx', '%2e%2e%2f%2e%2e%2fkeys.json', '%00'], 3, index)) {
          const target = path.replace(/\{\w+\}/g, bad);
          const { status } = await rawRequest({
            port: agent.port,
            method: method.toUpperCase(),
            path: target,
            headers: [
              ['Host', `127.0.0.1:${agent.port}`],
              ['Authorization', `Bearer ${agent.agentToken}`],
              ['Content-Type', 'application/json'],
            ],
            ...(method !== 'get' && { body: '{}' }),
          });
          if (status !== 400 && status !== 404) others.push(`${method} ${target}: ${status}`);
        }
      }
    }
    expect([others, await files()]).toEqual([[], before]);
  });

  it('404 without the whole of a long address', async () => {
    const answer = await answerOf(await agent.call(`/api/nothing/${'x'.repeat(10_000)}`));
    expect(answer).toMatchObject({ status: 404, error: expect.stringMatching(/\/api\/nothing\/x+…\.$/) });
    expect(answer.error.length).toBeLessThan(300);
  });

  it('414 for a parameter that is longer than any address', async () => {
    const answer = await answerOf(await agent.call(`/api/users/${'x'.repeat(3000)}`, { method: 'DELETE' }));
    expect(answer).toMatchObject({ status: 414, code: 'bad_input' });
  });
});
