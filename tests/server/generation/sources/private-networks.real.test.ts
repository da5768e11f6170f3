import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nodeNetwork } from '../../../../server/features/generation/source-network.ts';
import { isPrivateAddress, literalAddress } from '../../../../server/generation/sources/addresses.ts';
import { type SourceNetwork, webNetwork } from '../../../../server/generation/sources/network.ts';
import { readLink, readLinkPicture } from '../../../../server/generation/sources/read-link.ts';
import { readSource } from '../../../../server/generation/sources/read-source.ts';
import { serve } from '../../../helpers/loopback.ts';
import { ofFile } from '../../../helpers/of-file.ts';

const PAGE = `<article><h1>Bread</h1><p>${'A loaf needs flour, water, salt and a lot of patience. '.repeat(10)}</p></article>`;

const BOMB = gzipSync(Buffer.alloc(4 * 1024 * 1024, 'Bread. '));

/** The requests so far, as `host/path`. */
let asked: string[];
const server = ofFile(() =>
  serve((request, response) => {
    asked.push(`${hostOf(request.headers)}${request.url}`);
    answer(decodeURIComponent(request.url ?? ''), response);
  }),
);
let port: number;
beforeAll(() => {
  port = server.port;
});
beforeEach(() => {
  asked = [];
});

function hostOf({ host = '' }: IncomingHttpHeaders): string {
  return host.replace(`:${port}`, '');
}

/** `/to=<url>` redirects there, `/gzip` is compressed, `/bomb` decompresses to 64 MB; anything else is an article. */
function answer(path: string, response: ServerResponse): void {
  const type = { 'content-type': 'text/html' };
  if (path.startsWith('/to=')) response.writeHead(302, { location: path.slice(4) }).end();
  else if (path === '/gzip') response.writeHead(200, { ...type, 'content-encoding': 'gzip' }).end(gzipSync(PAGE));
  else if (path === '/bomb') {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' });
    for (let n = 0; n < 16; n += 1) response.write(BOMB);
    response.end();
  } else response.writeHead(200, type).end(PAGE);
}

/**
 * Node's network with its own host names. Whatever addresses they resolve to, connections go to this machine. `sent`
 * records the addresses of each connection.
 */
function namesNetwork(names: Record<string, string[] | string[][]>): SourceNetwork & { sent: (readonly string[])[] } {
  const looks = new Map<string, number>();
  const sent: (readonly string[])[] = [];
  return {
    sent,
    async resolve(hostname, signal) {
      const known = names[hostname];
      if (!known) return nodeNetwork.resolve(hostname, signal);
      const look = looks.get(hostname) ?? 0;
      looks.set(hostname, look + 1);
      const answers = known.map((each) => (typeof each === 'string' ? known : each)) as string[][];
      return answers[Math.min(look, answers.length - 1)] ?? [];
    },
    send(url, addresses, request) {
      sent.push(addresses);
      return nodeNetwork.send(url, ['127.0.0.1'], request);
    },
  };
}

const PUBLIC = '93.184.216.34';
const at = (host: string, path = '/') => `http://${host}:${port}${path}`;
const via = (host: string, target: string) => at(host, `/to=${encodeURIComponent(target)}`);
const refused = (from: string, to: string) => ({
  ok: false,
  reason: expect.stringContaining(
    `${from}:${port} redirects to ${to}:${port}, which is an address in a private network`,
  ),
});

describe('which addresses are private', () => {
  test.each([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.254'],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.168.1.1', '198.18.0.1'],
    ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '::', '::1', '::127.0.0.1', '::ffff:127.0.0.1'],
    ...['::ffff:7f00:1', '::ffff:10.1.2.3', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1'],
    ...['fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '2001:db8::1'],
    ...['2002:7f00:1::1', '2001::1', 'no address', ''],
  ])('%s is', (address) => expect(isPrivateAddress(address)).toBe(true));

  test.each([
    ...['1.1.1.1', PUBLIC, '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '::ffff:1.1.1.1'],
    ...['2606:4700::1111', '64:ff9b::101:101'],
  ])('%s is not', (address) => expect(isPrivateAddress(address)).toBe(false));

  test.each([
    ...['http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/', 'http://127.1/', 'http://[::1]/'],
    ...['http://[::ffff:7f00:1]/', 'http://①②⑦.0.0.1/'],
  ])('the host of %s is told without a look-up', (url) =>
    expect(isPrivateAddress(literalAddress(new URL(url).hostname) ?? PUBLIC)).toBe(true),
  );
});

describe('the page and the picture of a link', () => {
  test.each(['127.0.0.1', 'localhost', '[::1]', '192.168.1.1'])('are not read from %s', async (host) => {
    const network = namesNetwork({});
    const shown = new URL(at(host)).host;
    const reason = `${shown} is an address in a private network. Only public pages are read here.`;
    expect(await readLink(at(host), { network })).toEqual({ ok: false, reason });
    expect([await readLinkPicture(at(host), { network }), asked]).toEqual([{ ok: false, reason }, []]);
  });

  test('are not read from where a public page leads in a private network, and only so much of a picture is', async () => {
    const network = namesNetwork({ 'public.example': [PUBLIC] });
    const inside = via('public.example', at('127.0.0.1'));
    expect(await readLink(inside, { network })).toMatchObject(refused('public.example', '127.0.0.1'));
    expect(await readLinkPicture(inside, { network })).toMatchObject(refused('public.example', '127.0.0.1'));
    expect(await readLinkPicture(at('public.example', '/bomb'), { network })).toMatchObject({
      reason: expect.stringMatching(/is larger than 8 MB/),
    });
    expect(await readLink(at('public.example'), { network })).toMatchObject({
      ok: true,
      title: `public.example:${port}`,
    });
  });
});

describe('redirects', () => {
  test.each([
    ...['127.0.0.1', 'localhost', '[::1]', '10.0.0.7', '169.254.169.254', '192.168.1.1', '[fd00::1]'],
    ...['[::ffff:127.0.0.1]', '2130706433'],
  ])('a public page does not lead to %s', async (host) => {
    const network = namesNetwork({ 'public.example': [PUBLIC] });
    const target = new URL(at(host)).hostname;
    const reading = await readSource(via('public.example', at(host)), { network });
    expect(reading).toMatchObject(refused('public.example', target));
    expect(asked).toHaveLength(1);
  });

  test('nor does it by a name that leads there, by a chain, or by way of another scheme', async () => {
    const network = namesNetwork({
      'public.example': [PUBLIC],
      'also.example': ['8.8.8.8'],
      'inside.example': ['192.168.1.1'],
    });
    const reading = await readSource(via('public.example', via('also.example', at('inside.example'))), { network });
    expect(reading).toMatchObject(refused('also.example', 'inside.example'));
    expect(asked.map((path) => path.split('/')[0])).toEqual(['public.example', 'also.example']);
    const secure = await readSource(via('public.example', `https://inside.example:${port}/`), { network });
    expect(secure).toMatchObject(refused('public.example', 'inside.example'));
  });

  test('a name that answers something else at its second look-up is judged by that answer', async () => {
    const network = namesNetwork({ 'turns.example': [[PUBLIC], ['127.0.0.1']] });
    expect(await readSource(via('turns.example', at('turns.example')), { network })).toMatchObject(
      refused('turns.example', 'turns.example'),
    );
  });

  test('a name that is public and private at once counts as either, to its harm', async () => {
    const network = namesNetwork({ 'both.example': [PUBLIC, '127.0.0.1'], 'public.example': [PUBLIC] });
    expect(await readSource(via('both.example', at('127.0.0.1')), { network })).toMatchObject(
      refused('both.example', '127.0.0.1'),
    );
    expect(await readSource(via('public.example', at('both.example')), { network })).toMatchObject(
      refused('public.example', 'both.example'),
    );
  });

  test('a private address that was typed in leads where it wants, until it leads outside', async () => {
    const network = namesNetwork({
      'nas.example': ['192.168.1.9'],
      'router.example': ['10.0.0.1'],
      'public.example': [PUBLIC],
    });
    expect(await readSource(via('nas.example', at('router.example')), { network })).toMatchObject({
      ok: true,
      title: 'Bread',
    });
    const back = via('nas.example', via('public.example', at('router.example')));
    expect(await readSource(back, { network })).toMatchObject(refused('public.example', 'router.example'));
  });

  test('a public page leads to public ones, over the addresses that were judged', async () => {
    const network = namesNetwork({ 'public.example': [PUBLIC], 'also.example': [['8.8.8.8'], ['127.0.0.1']] });
    expect(await readSource(via('public.example', at('also.example')), { network })).toMatchObject({ ok: true });
    expect(network.sent).toEqual([[PUBLIC], ['8.8.8.8']]);
  });

  test('web standards alone refuse addresses and local names', async () => {
    const web = webNetwork(fetch);
    const signal = AbortSignal.timeout(5000);
    expect(await web.resolve('localhost', signal)).toEqual(['127.0.0.1']);
    expect(await web.resolve('a.localhost', signal)).toEqual(['127.0.0.1']);
    const known = {
      ...web,
      resolve: async (host: string) => (host === '127.0.0.1' ? [PUBLIC] : web.resolve(host, signal)),
    };
    expect(await readSource(via('127.0.0.1', at('[::1]')), { network: known })).toMatchObject(
      refused('127.0.0.1', '[::1]'),
    );
  });
});

describe('connections', () => {
  const request = () => ({ headers: {}, signal: AbortSignal.timeout(10_000) });

  test('are made to the given address, without any look-up', async () => {
    const response = await nodeNetwork.send(at('no-such-name.invalid', '/page'), ['127.0.0.1'], request());
    expect(await response.text()).toBe(PAGE);
    expect(asked).toEqual(['no-such-name.invalid/page']);
    await expect(nodeNetwork.send(at('localhost'), [], request())).rejects.toThrow('no address');
  });

  test('unpack what is packed, and of a bomb no more than is read', async () => {
    expect(await readSource(at('127.0.0.1', '/gzip'), { network: nodeNetwork })).toMatchObject({
      ok: true,
      title: 'Bread',
    });
    const before = process.memoryUsage().arrayBuffers;
    expect(await readSource(at('127.0.0.1', '/bomb'), { network: nodeNetwork })).toMatchObject({ ok: true });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * 1024 * 1024);
  });
});
