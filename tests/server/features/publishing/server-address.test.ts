import { describe, expect, it } from 'vitest';
import { serverAddress } from '../../../../server/features/publishing/platforms/server-address.ts';

describe('the address of a server', () => {
  it.each([
    ['bsky.social', 'https://bsky.social'],
    [' https://PDS.example/ ', 'https://pds.example'],
    ['pds.example:8443', 'https://pds.example:8443'],
    ['http://localhost:2583', 'http://localhost:2583'],
    ['http://127.0.0.1:2583/', 'http://127.0.0.1:2583'],
    ['http://[::1]:2583', 'http://[::1]:2583'],
  ])('%s is %s', (entered, origin) => {
    expect(serverAddress(entered)).toBe(origin);
  });

  it.each([
    'http://pds.example',
    'http://127.0.0.1.example',
    'http://localhost.example',
    'ftp://pds.example',
    'file:///etc/passwd',
    'https://pds.example/xrpc',
    'https://pds.example?x=1',
    'https://pds.example#x',
    'https://ada:secret@pds.example',
    'https://',
    'a b',
    '',
  ])('%s is refused', (entered) => {
    expect(() => serverAddress(entered)).toThrow(expect.objectContaining({ errorClass: 'rejected' }));
  });
});
