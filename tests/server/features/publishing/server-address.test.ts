import { describe, expect, it } from 'vitest';
import { isPublicAddress, serverAddress } from '../../../../server/features/publishing/platforms/kit/server-address.ts';

describe('the address of a server', () => {
  it.each([
    ['bsky.social', 'https://bsky.social'],
    [' https://PDS.example/ ', 'https://pds.example'],
    ['pds.example:8443', 'https://pds.example:8443'],
    ['http://127.0.0.1:2583/', 'http://127.0.0.1:2583'],
    ['http://[::1]:2583', 'http://[::1]:2583'],
    ['@ada@mastodon.example', 'https://mastodon.example'],
  ])('%s is %s', (entered, origin) => {
    expect(serverAddress(entered)).toBe(origin);
  });

  it.each([
    'http://pds.example',
    'http://127.0.0.1.example',
    'ftp://pds.example',
    'https://pds.example/xrpc',
    'https://pds.example?x=1',
    'https://ada:secret@pds.example',
    '@ada@',
    'a b',
    '',
  ])('%s is refused', (entered) => {
    expect(() => serverAddress(entered)).toThrow(expect.objectContaining({ errorClass: 'rejected' }));
  });
});

it.each([
  ['https://abc.supabase.co/storage/v1/object/sign/media-assets/a.jpg?token=1', true],
  ['http://abc.supabase.co/a.jpg', false],
  ['https://127.0.0.1:3001/a.jpg', false],
  ['https://[::1]/a.jpg', false],
  ['https://localhost/a.jpg', false],
  ['https://nas.local/a.jpg', false],
  ['no address', false],
])('%s can be reached by others: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
