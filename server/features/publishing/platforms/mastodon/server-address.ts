import { PublishError } from '../../publisher.ts';

/** `@ada@mastodon.example`, as people write where an account lives. */
const ACCOUNT = /^@?[^@\s:/]+@([^@\s/]+)$/;
const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/**
 * The origin of the server that a person entered: an address, a bare host, which gets https, or an account's full name.
 * PublishError `rejected` for what is none; plain http is for this machine only.
 */
export function serverAddress(entered: string): string {
  const host = ACCOUNT.exec(entered.trim())?.[1] ?? entered.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(host) ? host : `https://${host}`;
  if (!URL.canParse(address)) throw new PublishError('rejected', `"${entered}" is not the address of a server.`);
  const { protocol, hostname, origin, pathname, search, hash, username, password } = new URL(address);
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.test(hostname))) {
    throw new PublishError('rejected', 'The address of the server must begin with https://.');
  }
  if (username || password || pathname !== '/' || search || hash) {
    throw new PublishError('rejected', `Enter the address of the server alone: ${origin}`);
  }
  return origin;
}
