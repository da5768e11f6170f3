import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedConnection } from '../../../server/supabase/embedded/backend.ts';
import { deferred } from '../../helpers/deferred.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { rawRequest } from '../../helpers/raw-http.ts';
import { workerAgent } from '../../helpers/worker-agent.ts';

const MIB = 1024 * 1024;

let token: string;
const agent = ofFile(workerAgent);
beforeAll(async () => {
  token = await agent.memberToken();
});

/** Mounts a function, whose requests and responses pass through the mount. Returns its address. */
function serve(name: string, handler: (request: Request) => Promise<Response>): string {
  (agent.agent.connection as EmbeddedConnection).mountFunction(name, handler);
  return `${agent.url}/functions/v1/${name}`;
}

describe('request bodies', () => {
  it('arrive as they were sent, with their method, path and headers', async () => {
    const url = serve('echo', async (request) =>
      Response.json({
        method: request.method,
        path: new URL(request.url).pathname + new URL(request.url).search,
        type: request.headers.get('content-type'),
        body: await request.text(),
      }),
    );
    for (const [type, body] of [
      ['application/json', '{"broken": '],
      ['application/x-www-form-urlencoded', 'a=1&b=2'],
    ]) {
      const headers = { 'content-type': String(type) };
      const answer = await fetch(`${url}?a=%2F&b=1`, { method: 'PATCH', headers, body });
      expect(await answer.json()).toEqual({ method: 'PATCH', path: '/functions/v1/echo?a=%2F&b=1', type, body });
    }
    const empty = await fetch(url, { method: 'POST' });
    expect(await empty.json()).toMatchObject({ method: 'POST', body: '' });
  });

  it.each<[string, (body: Request['body']) => unknown]>([
    ['that nobody read', () => undefined],
    ['that was read in part', (body) => body?.getReader().read()],
  ])('%s are drained, so that the client sees the answer and keeps its connection', async (_what, take) => {
    serve('refuse', async ({ body }) =>
      Promise.resolve(take(body)).then(() => new Response('too large', { status: 413 })),
    );
    expect(await postTwice('/functions/v1/refuse', 8 * MIB)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 413']);
  });
});

/**
 * Sends a whole large request before reading the response, as browsers do, then a small one on the same connection.
 */
function postTwice(path: string, bytes: number): Promise<string[]> {
  const head = (length: number, more: string) =>
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${agent.port}\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${length}\r\n${more}\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(agent.port, '127.0.0.1');
    let answers = '';
    socket.setEncoding('utf8').pause();
    socket.on('data', (chunk: string) => {
      answers += chunk;
    });
    socket.once('end', () => resolve(answers.match(/HTTP\/1\.1 \d+/g) ?? []));
    socket.once('error', reject);
    socket.write(head(bytes, ''));
    socket.write(Buffer.alloc(bytes), () => {
      socket.write(head(1, 'Connection: close\r\n'));
      socket.write('x', () => socket.resume());
    });
  });
}

describe('answers', () => {
  it('stream event by event', async () => {
    const gate = deferred();
    const url = serve('events', async () => {
      const { readable, writable } = new TextEncoderStream();
      const writer = writable.getWriter();
      void writer.write('event: progress\ndata: 1\n\n');
      void gate.promise.then(() => writer.write('event: result\ndata: 2\n\n')).then(() => writer.close());
      return new Response(readable, { headers: { 'content-type': 'text/event-stream' } });
    });
    const answer = await fetch(url, { method: 'POST', headers: { accept: 'text/event-stream' } });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('data: 1');
    gate.resolve();
    expect((await reader?.read())?.value).toContain('data: 2');
  });

  it('keep their status and headers, except those that are ours to set, and cannot run as a page on our origin', async () => {
    const url = serve('headers', async () => {
      const headers = new Headers({
        'content-range': '0-9/42',
        'access-control-allow-origin': '*',
        'access-control-allow-private-network': 'true',
        'x-frame-options': 'ALLOWALL',
        'cache-control': 'max-age=3600',
        'content-type': 'text/html',
      });
      headers.append('set-cookie', 'a=1');
      headers.append('set-cookie', 'b=2');
      return new Response('part', { status: 206, headers });
    });
    const { status, headers } = await fetch(url);
    expect([status, headers.get('content-range')]).toEqual([206, '0-9/42']);
    expect([headers.get('cache-control'), headers.getSetCookie()]).toEqual(['max-age=3600', ['a=1', 'b=2']]);
    expect([headers.get('x-frame-options'), headers.get('x-content-type-options')]).toEqual(['DENY', 'nosniff']);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('to HEAD keep their length and have no body', async () => {
    serve('counted', async () => new Response(null, { headers: { 'content-length': '2', 'content-range': '*/0' } }));
    const headers = [['Host', `127.0.0.1:${agent.port}`]] as const;
    const answer = await rawRequest({ port: agent.port, method: 'HEAD', path: '/functions/v1/counted', headers });
    expect([answer.status, answer.body]).toEqual([200, '']);
    expect([answer.headers.get('content-length'), answer.headers.get('content-range')]).toEqual(['2', '*/0']);
  });

  it('are errors in our own shape when a function throws', async () => {
    const url = serve('broken', async () => {
      throw new Error('secret detail');
    });
    const answer = await fetch(url);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret detail');
  });
});

describe('a client that goes away', () => {
  it('aborts the request while the function works', async () => {
    const started = deferred();
    const aborted = deferred();
    const url = serve('slow', async (request) => {
      request.signal.addEventListener('abort', () => aborted.resolve());
      started.resolve();
      await aborted.promise;
      return new Response('late');
    });
    const client = new AbortController();
    const answer = fetch(url, { signal: client.signal });
    await started.promise;
    client.abort();
    await expect(answer).rejects.toThrow();
    await aborted.promise;
  });

  it('while it sends the body has called no function, and leaves the others answered', async () => {
    let calls = 0;
    const url = serve('receive', async () => {
      calls += 1;
      return new Response('received');
    });
    const client = new AbortController();
    const sent = deferred();
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(1024)),
      pull: () => sent.resolve(),
    });
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body: stream,
      duplex: 'half',
      signal: client.signal,
    };
    const answer = fetch(url, init);
    await sent.promise;
    client.abort();
    await expect(answer).rejects.toThrow();
    expect(await (await fetch(url, { method: 'POST', body: 'all of it' })).text()).toBe('received');
    expect(calls).toBe(1);
  });
});
