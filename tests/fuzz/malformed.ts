import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FuzzedAgent } from './workspace.ts';

/** Longer than the limits below; anything that takes this long is stuck. */
const STUCK_MS = 20_000;
const CRLF = '\r\n';

type Sent = {
  /** Sent immediately, each in its own write. */
  pieces: readonly string[];
  /** Whether our side of the connection is closed after them. */
  isHalfClosed?: boolean;
};

/**
 * Whatever bytes arrive at the agent's port, the response is 4xx or the connection closes, and others are still served.
 */
export function describeMalformed(fuzzed: () => FuzzedAgent): void {
  const port = () => fuzzed().agent.port;
  const host = () => `Host: 127.0.0.1:${port()}`;
  const token = () => `Authorization: Bearer ${fuzzed().agent.agentToken}`;
  const head = (start: string, ...headers: string[]) => [start, host(), ...headers, '', ''].join(CRLF);
  const get = (...headers: string[]) => head('GET /api/health HTTP/1.1', ...headers);
  const post = (...headers: string[]) =>
    head('POST /api/users HTTP/1.1', token(), 'Content-Type: application/json', ...headers);
  const smuggled = () =>
    `POST /api/users HTTP/1.1${CRLF}${host()}${CRLF}${token()}${CRLF}Content-Type: application/json${CRLF}` +
    `Content-Length: 62${CRLF}${CRLF}{"email":"mallory@example.com","password":"mallory123mallory"}`;

  /** The statuses of all responses until the agent closes the connection, and the last body. */
  const exchange = ({ pieces, isHalfClosed = true }: Sent) =>
    new Promise<{ statuses: number[]; text: string }>((resolve, reject) => {
      let text = '';
      const socket = connect(port(), '127.0.0.1', () => {
        for (const piece of pieces) socket.write(piece, 'latin1');
        if (isHalfClosed) socket.end();
      });
      const over = () => {
        const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
        socket.destroy();
        resolve({ statuses, text });
      };
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        text += chunk;
      });
      socket.setTimeout(STUCK_MS, () =>
        reject(new Error(`The connection stays open after ${pieces[0]?.slice(0, 200)}`)),
      );
      socket.once('end', over);
      // Closed while we were still writing, so the response may be lost.
      socket.once('error', over);
    });

  describe('what is no HTTP', () => {
    beforeAll(async () => {
      expect(await countUsers()).toBe(USERS);
    });
    afterAll(async () => {
      expect(await countUsers()).toBe(USERS);
      expect((await fuzzed().agent.call('/api/posts')).status).toBe(200);
      // Nothing is left of it: the remaining connections are those that fetch keeps for the next request.
      await vi.waitFor(async () => expect(await openConnections()).toBeLessThan(10), { timeout: STUCK_MS });
    });
    const countUsers = async () => ((await (await fuzzed().agent.call('/api/users')).json()) as unknown[]).length;
    const openConnections = () =>
      new Promise<number>((resolve, reject) =>
        fuzzed().agent.agent.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      );

    const REFUSED: [what: string, pieces: () => string | string[]][] = [
      ['bytes of no text', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
      ['the preface of HTTP/2', () => `PRI * HTTP/2.0${CRLF}${CRLF}SM${CRLF}${CRLF}`],
      ['an invented method', () => get().replace('GET', 'EVIL')],
      ['NUL in the address', () => get().replace('health', 'he\0lth')],
      ['a header without a colon', () => get('nonsense')],
      ['a space before the colon', () => get('X-A : b')],
      ['a header of 100 KB', () => get(`X-A: ${'x'.repeat(100_000)}`)],
      ['10,000 headers', () => get(...Array.from({ length: 10_000 }, (_, index) => `X-${index}: 1`))],
      ['an address of 1 MB', () => get().replace('health', 'x'.repeat(1_000_000))],
      ['an address that is no path', () => head('GET evil HTTP/1.1')],
      ['an address of another server', () => head('GET http://evil.example/api/health HTTP/1.1')],
      ['two lengths', () => post('Content-Length: 5', 'Content-Length: 6')],
      [
        'a length and chunks',
        () => `${post('Content-Length: 4', 'Transfer-Encoding: chunked')}0${CRLF}${CRLF}${smuggled()}`,
      ],
      ['an unknown transfer coding', () => `${post('Transfer-Encoding: xchunked')}0${CRLF}${CRLF}${smuggled()}`],
      ['a chunk of 2^68 bytes', () => `${post('Transfer-Encoding: chunked')}FFFFFFFFFFFFFFFFF${CRLF}{}`],
      ['a body that is cut off', () => `${post('Content-Length: 100')}{"email":`],
      ['a body that is longer than announced', () => `${post('Content-Length: 2')}{}}}}}}garbage${CRLF}${CRLF}`],
    ];

    it.each(REFUSED)('is refused and closed: %s', async (_what, bytes) => {
      const { statuses, text } = await exchange({ pieces: [bytes()].flat() });
      expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
      expect(statuses.length).toBeLessThanOrEqual(2);
      if (statuses.length === 0) return;
      const body = text.slice(text.lastIndexOf('{'));
      expect(JSON.parse(body)).toEqual({ error: expect.stringMatching(/\w+ \w+/), code: expect.any(String) });
    });

    it('is answered in our words', async () => {
      const { text } = await exchange({ pieces: [get(`X-A: ${'x'.repeat(100_000)}`)], isHalfClosed: false });
      expect(text).toMatch(/^HTTP\/1\.1 431 .*\r\nContent-Type: application\/json/);
      expect(text).toContain('"code":"bad_input"');
    });

    it('gets no tunnel and no other protocol', async () => {
      const tunnel = await exchange({ pieces: [head('CONNECT evil.example:443 HTTP/1.1'), 'secret'] });
      expect(tunnel.statuses.filter((status) => status < 400)).toEqual([]);
      for (const protocol of ['websocket', 'h2c']) {
        const { statuses } = await exchange({ pieces: [get('Connection: Upgrade, close', `Upgrade: ${protocol}`)] });
        expect(statuses).toEqual([200]);
      }
      const foreign = ['Connection: Upgrade, close', 'Upgrade: websocket', 'Origin: https://evil.example'];
      expect((await exchange({ pieces: [get(...foreign)] })).statuses).toEqual([403]);
    });

    it('is judged by its Host, whatever it expects', async () => {
      const expects = (name: string) =>
        exchange({ pieces: [get('Expect: nonsense', 'Connection: close').replace(host(), `Host: ${name}`)] });
      expect((await expects('evil.example')).statuses).toEqual([403]);
      expect((await expects(`127.0.0.1:${port()}`)).statuses).toEqual([200]);
    });

    it('ends the connection that it came on; what is asked in one go before it is answered in turn', async () => {
      const many = await exchange({ pieces: [get().repeat(49), get('Connection: close')], isHalfClosed: false });
      expect(many.statuses).toEqual(Array.from({ length: 50 }, () => 200));
      const broken = await exchange({ pieces: [get().repeat(50), 'nonsense'], isHalfClosed: false });
      expect(broken.statuses.at(-1)).toBe(400);
    });

    it('may come in single bytes', async () => {
      const { statuses } = await exchange({ pieces: [...get('Connection: close')] });
      expect(statuses).toEqual([200]);
    });

    it('keeps nobody else waiting, and is given up when it is too slow', async () => {
      const { server } = fuzzed().agent.agent.app;
      const usual = { headersTimeout: server.headersTimeout, requestTimeout: server.requestTimeout };
      expect(usual.headersTimeout).toBeGreaterThan(0);
      expect(usual.headersTimeout).toBeLessThanOrEqual(60_000);
      expect(usual.requestTimeout).toBe(600_000);
      Object.assign(server, { headersTimeout: 500, requestTimeout: 1000 });
      try {
        const slow = Array.from({ length: 100 }, (_, index) =>
          exchange({
            pieces: [index % 2 ? get().slice(0, 10 + (index % 30)) : `${post('Content-Length: 9')}{`],
            isHalfClosed: false,
          }),
        );
        expect((await fuzzed().agent.call('/api/posts')).status).toBe(200);
        for (const { statuses } of await Promise.all(slow))
          expect(statuses.filter((status) => status !== 408)).toEqual([]);
      } finally {
        Object.assign(server, usual);
      }
    });

    it('is not waited for where nobody is left to answer', async () => {
      const before = await openConnections();
      const gone = Array.from({ length: 50 }, async (_, index) => {
        const socket = connect(port(), '127.0.0.1');
        await new Promise((resolve) => socket.once('connect', resolve));
        if (index % 3 > 0) socket.write(index % 3 === 1 ? get() : post('Content-Length: 100000'));
        if (index % 2 > 0) socket.resetAndDestroy();
        else socket.destroy();
      });
      await Promise.all(gone);
      await vi.waitFor(async () => expect(await openConnections()).toBeLessThanOrEqual(before), { timeout: STUCK_MS });
    });
  });
}

/** The member and the stranger in the workspace of these tests. */
const USERS = 2;
