import ipaddr from 'ipaddr.js';
import { parseUrl } from '../../../shared/web/parse-url.ts';
import { AppError } from '../../errors.ts';
import { isLocalName, literalAddress } from '../../generation/sources/addresses.ts';
import { addressesOf } from '../../system/pinned-connection.ts';
import { NEEDS_HTTPS, NO_CREDENTIALS, NOT_ALLOWED, NOT_AN_ADDRESS } from './messages.ts';

/** Resolves a host name. Replaceable in tests. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Ranges of the user's own networks, where they may run tools that receive webhooks. */
const OWN = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];
/** Cloud metadata services other than the link-local 169.254.169.254, which give credentials to any caller. */
const CLOUD = ['100.100.100.200', '168.63.129.16', 'fd00:ec2::254'].map((address) => ipaddr.parse(address).toString());
const LOOK_UP_LIMIT_MS = 5_000;

type Kind = 'public' | 'own' | 'refused';

/** Unlike the address of a source or server, this one was entered by the owner, so private networks are allowed. */
function kindOf(address: string): Kind {
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return 'refused';
  const parsed = ipaddr.process(bare);
  const range = parsed.range();
  // An IPv4 host, as seen from an IPv6-only network (NAT64).
  if (range === 'rfc6052') return kindOf(parsed.toByteArray().slice(-4).join('.'));
  if (CLOUD.includes(parsed.toString())) return 'refused';
  if (range === 'unicast') return 'public';
  return OWN.includes(range) ? 'own' : 'refused';
}

/**
 * Checks and normalises a receiver's address as entered by the owner. AppError bad_input if nothing may be sent to it.
 * Resolves the host name for that; one that is not found is accepted, since it may be found later.
 */
export async function receiverAddress(entered: string, resolve: Resolve = addressesOf): Promise<string> {
  const url = parseUrl(entered);
  if (!url || !/^https?:$/.test(url.protocol)) throw new AppError('bad_input', NOT_AN_ADDRESS);
  if (url.username !== '' || url.password !== '') throw new AppError('bad_input', NO_CREDENTIALS);
  url.hash = '';
  const looking = AbortSignal.timeout(LOOK_UP_LIMIT_MS);
  const late = new Promise<string[]>((found) => looking.addEventListener('abort', () => found([]), { once: true }));
  assertAllowed(url, await Promise.race([resolve(url.hostname).catch(() => []), late]));
  return url.href;
}

/** The IP addresses to connect to. AppError bad_input if the name now resolves to one that nothing may be sent to. */
export async function checkedAddresses(url: URL, resolve: Resolve = addressesOf): Promise<string[]> {
  const addresses = await resolve(url.hostname);
  assertAllowed(url, addresses);
  return addresses;
}

function assertAllowed(url: URL, addresses: readonly string[]): void {
  const literal = literalAddress(url.hostname);
  const kinds = (literal ? [literal] : addresses).map(kindOf);
  if (kinds.includes('refused')) throw new AppError('bad_input', NOT_ALLOWED);
  if (url.protocol === 'http:' && !isLocalName(url.hostname) && kinds.includes('public'))
    throw new AppError('bad_input', NEEDS_HTTPS);
}
