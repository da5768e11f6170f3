import { parseUrl } from '../../../../../shared/web/parse-url.ts';
import { isLocalName, isPrivateAddress, literalAddress } from '../../../../generation/sources/addresses.ts';
import { PublishError } from '../../publisher.ts';

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const WEB_ADDRESS_MAX = 2048;

/** `@ada@mastodon.example`, a common way to write an account with its server. */
const ACCOUNT = /^@?[^@\s:/]+@([^@\s/]+)$/;

export function isLoopback(address: string): boolean {
  return LOOPBACK_NAME.test(new URL(address).hostname);
}

/** Whether an address is literally in a private network; a name may still resolve to one. */
export function isPrivateHost(address: string): boolean {
  const { hostname } = new URL(address);
  const literal = literalAddress(hostname);
  return isLocalName(hostname) || (literal !== null && isPrivateAddress(literal));
}

/**
 * The origin of a server entered by the user: a bare host or an account's full name gets https://; http:// is only
 * allowed for this machine. Throws PublishError `rejected` for anything else, such as an address with a path.
 */
export function serverAddress(entered: string): string {
  const text = ACCOUNT.exec(entered.trim())?.[1] ?? entered.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = parseUrl(address);
  if (!url) throw new PublishError('rejected', `"${text}" is not the address of a server.`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.origin))) {
    throw new PublishError('rejected', 'The address of the server must begin with https://.');
  }
  if (url.username !== '' || url.password !== '' || url.pathname !== '/' || /[?#]/.test(text)) {
    throw new PublishError('rejected', `Enter the address of the server alone, such as ${url.origin}.`);
  }
  return url.origin;
}

/** Returns a URL that is safe to link; null for any other. */
export function webAddress(url: string | null | undefined): string | null {
  return url && url.length <= WEB_ADDRESS_MAX && /^https?:$/.test(parseUrl(url)?.protocol ?? '') ? url : null;
}

/** Whether others can reach an address: a public name over TLS, not a private machine or network. */
export function isPublicAddress(address: string): boolean {
  const { protocol = '', hostname = '' } = parseUrl(address) ?? {};
  return (
    protocol === 'https:' &&
    /\.[a-z]{2,}$/i.test(hostname) &&
    !/\.(?:local|localhost|internal|lan|test)$/i.test(hostname)
  );
}
