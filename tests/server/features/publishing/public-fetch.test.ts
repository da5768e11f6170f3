import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { platformCalls } from '../../../../server/features/publishing/platform-calls.ts';
import { sendTo } from '../../../../server/system/pinned-request.ts';
import { serve } from '../../../helpers/loopback.ts';
import { problem } from '../../../helpers/publishing/publisher-tests.ts';

let port: number;
let close: () => Promise<void>;
let asked: { method: string | undefined; headers: IncomingMessage['headers']; body: string }[];
beforeAll(async () => {
  ({ port, close } = await serve(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    asked.push({ method: request.method, headers: request.headers, body });
    if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' }).end();
    else response.writeHead(201, { 'content-type': 'application/json', 'x-kept': 'yes' }).end('{"ok":true}');
  }));
});
afterAll(() => close());
beforeEach(() => {
  asked = [];
});

const { signal } = new AbortController();
const named = (path = '/') => new URL(path, `http://pds.example:${port}`);
const here = ['127.0.0.1'];

describe('a request to an address that was judged', () => {
  it('goes to that address, whatever the name leads to, with what fetch would send', async () => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer x' };
    const answer = await sendTo(named(), here, { method: 'POST', headers, body: '{"a":1}', signal });
    expect([answer.status, answer.headers.get('x-kept'), await answer.json()]).toEqual([201, 'yes', { ok: true }]);
    expect(asked).toEqual([
      {
        method: 'POST',
        headers: expect.objectContaining({ ...headers, host: named().host, 'content-length': '7' }),
        body: '{"a":1}',
      },
    ]);
  });

  it('sends a stream with the length that was announced', async () => {
    const body = new Blob(['x'.repeat(300_000)]).stream();
    await sendTo(named(), here, { method: 'POST', headers: { 'content-length': '300000' }, body, signal });
    expect(asked[0]?.body).toHaveLength(300_000);
    expect(asked[0]?.headers).not.toHaveProperty('transfer-encoding');
  });

  it('follows no redirect', async () => {
    expect((await sendTo(named('/moved'), here, { signal })).status).toBe(302);
    expect(asked).toHaveLength(1);
  });

  it('fails as fetch does where nothing answers', async () => {
    const nowhere = new URL('http://pds.example:1');
    await expect(sendTo(nowhere, here, { signal })).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });
});

describe('an address that another machine has named', () => {
  it.each(['127.0.0.1', '10.1.2.3', '192.168.1.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:127.0.0.1'])(
    'is asked nothing where its name leads to %s',
    async (address) => {
      const calls = platformCalls({ signal, resolve: async () => ['93.184.216.34', address] });
      await expect(calls.send({ step: 'ask', url: named(), isNamedByOthers: true })).rejects.toEqual(
        problem('rejected', 'private network'),
      );
      expect(asked).toEqual([]);
    },
  );

  it.each([`http://127.0.0.1:PORT`, 'http://localhost:PORT', 'http://2130706433:PORT'])(
    'is asked nothing where it is %s',
    async (url) => {
      const send = platformCalls({ signal }).send({
        step: 'ask',
        url: url.replace('PORT', String(port)),
        isNamedByOthers: true,
      });
      await expect(send).rejects.toMatchObject({ errorClass: 'rejected' });
      expect(asked).toEqual([]);
    },
  );

  it.each([
    ['http://nowhere.invalid', 'nowhere.invalid was not found. Check the internet connection and the address.'],
    ['http://127.0.0.1:2', '127.0.0.1 refuses connections.'],
    ['https://127.0.0.1:PORT', '127.0.0.1 offers no secure connection that this machine trusts.'],
  ])('says in words why %s gives no answer', async (url, message) => {
    const notes: unknown[] = [];
    const calls = platformCalls({ signal, onExchange: ({ words }) => notes.push(words) });
    const sent = calls.send({ step: 'ask', url: url.replace('PORT', String(port)) });
    await expect(sent).rejects.toMatchObject({ errorClass: 'transient', message });
    expect(notes).toEqual([message]);
  });

  it('is asked where the person has entered it', async () => {
    const { status } = await platformCalls({ signal }).send({ step: 'ask', url: `http://127.0.0.1:${port}` });
    expect(status).toBe(201);
  });
});
