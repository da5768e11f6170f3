import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { checkedAddresses, receiverAddress } from '../../../../server/features/webhooks/addresses.ts';
import {
  NEEDS_HTTPS,
  NO_CREDENTIALS,
  NOT_ALLOWED,
  NOT_AN_ADDRESS,
} from '../../../../server/features/webhooks/messages.ts';
import { retrySeconds } from '../../../../server/features/webhooks/retries.ts';
import { newSecret, signedHeaders } from '../../../../server/features/webhooks/signature.ts';

const BODY = '{"type":"test","data":{"message":"Grüße 🥐"}}';

describe('a signature', () => {
  it('is one that the library of Standard Webhooks takes, for this body, id and secret alone', () => {
    const secret = newSecret();
    const headers = signedHeaders(secret, 'one', new Date(), BODY);
    expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(() => new Webhook(newSecret()).verify(BODY, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify(`${BODY} `, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify(BODY, { ...headers, 'webhook-id': 'two' })).toThrow('No matching');
    const old = signedHeaders(secret, 'one', new Date(Date.now() - 600_000), BODY);
    expect(() => new Webhook(secret).verify(BODY, old)).toThrow('too old');
  });

  it('is made with a secret of its own, of the length that the specification asks for', () => {
    const [one, other] = [newSecret(), newSecret()];
    expect(one).not.toBe(other);
    expect(Buffer.from(one.replace(/^whsec_/, ''), 'base64').length).toBe(32);
  });
});

describe('pauses between attempts', () => {
  it('grow from seconds to a day, over three days, and end', () => {
    const pauses = Array.from({ length: 10 }, (_, index) => retrySeconds(index + 1, null, 0));
    expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, null]);
    expect(pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0)).toBeGreaterThan(3 * 86_400);
  });

  it('are longer by chance, and as long as the receiver asks for, up to a day', () => {
    expect(retrySeconds(2, null, 1)).toBe(360);
    expect(retrySeconds(1, 120, 0)).toBe(120);
    expect(retrySeconds(1, 10_000_000, 0)).toBe(86_400);
    expect(retrySeconds(10, 120, 0)).toBeNull();
  });
});

describe('the address of a receiver', () => {
  const resolve = async (name: string) =>
    ({
      'tools.example': ['93.184.216.34'],
      'nas.home': ['192.168.1.20'],
      'metadata.example': ['169.254.169.254'],
      'both.example': ['192.168.1.20', '93.184.216.34'],
      localhost: ['127.0.0.1', '::1'],
    })[name] ?? [name.replace(/[[\]]/g, '')];

  it.each([
    ['https://tools.example/hook?key=1#part', 'https://tools.example/hook?key=1'],
    ['http://localhost:1880/hook', 'http://localhost:1880/hook'],
    ['http://192.168.1.20/hook', 'http://192.168.1.20/hook'],
    ['http://[fd12::7]/hook', 'http://[fd12::7]/hook'],
    ['http://nas.home:1880/hook', 'http://nas.home:1880/hook'],
  ])('may be %s', async (entered, kept) => {
    expect(await receiverAddress(entered, resolve)).toBe(kept);
  });

  it.each([
    ['http://tools.example/hook', NEEDS_HTTPS],
    ['http://both.example/', NEEDS_HTTPS],
    ['https://metadata.example/latest', NOT_ALLOWED],
    ['http://169.254.169.254/latest/meta-data', NOT_ALLOWED],
    ['http://2852039166/', NOT_ALLOWED],
    ['http://[::ffff:169.254.169.254]/', NOT_ALLOWED],
    ['http://[64:ff9b::a9fe:a9fe]/', NOT_ALLOWED],
    ['http://[fd00:ec2::254]/', NOT_ALLOWED],
    ['http://224.0.0.1/', NOT_ALLOWED],
    ['http://100.100.100.200/', NOT_ALLOWED],
    ['https://me:secret@tools.example/', NO_CREDENTIALS],
    ['ftp://tools.example/', NOT_AN_ADDRESS],
    ['tools.example', NOT_AN_ADDRESS],
  ])('may not be %s', async (entered, message) => {
    await expect(receiverAddress(entered, resolve)).rejects.toMatchObject({ code: 'bad_input', message });
  });

  it('may be one that is not found now, and is judged anew at each attempt', async () => {
    const nowhere = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await receiverAddress('http://raspberry.lan/hook', nowhere)).toBe('http://raspberry.lan/hook');
    const moved = checkedAddresses(new URL('http://raspberry.lan/hook'), async () => ['93.184.216.34']);
    await expect(moved).rejects.toMatchObject({ message: NEEDS_HTTPS });
  });
});
