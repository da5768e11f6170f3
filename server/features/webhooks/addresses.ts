import ipaddr from 'ipaddr.js';
import { parseUrl } from '../../../shared/web/parse-url.ts';
import { AppError } from '../../errors.ts';
import { isLocalName, literalAddress } from '../../generation/sources/addresses.ts';
import { addressesOf } from '../../system/pinned-connection.ts';
import { NEEDS_HTTPS, NO_CREDENTIALS, NOT_ALLOWED, NOT_AN_ADDRESS } from './messages.ts';

/** Resolves a host name. Replaceable in tests. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Networks of this machine's owner, where people run tools of their own. */
const OWN = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];
/** Services for machines of a cloud, beside the link-local 169.254.169.254, which answer anybody with credentials. */
const CLOUD = ['100.100.100.200', '168.63.129.16', 'fd00:ec2::254'].map((address) => ipaddr.parse(address).toString());
const LOOK_UP_LIMIT_MS = 5_000;

type Kind = 'public' | 'own' | 'refused';

/** Unlike a source or a server that others name, the owner of the workspace entered it: their own network is allowed. */
function kindOf(address: string): Kind {
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return 'refused';
  const parsed = ipaddr.process(bare);
  const range = parsed.range();
  // An IPv4 host on a network with IPv6 alone.
  if (range === 'rfc6052') return kindOf(parsed.toByteArray().slice(-4).join('.'));
  if (CLOUD.includes(parsed.toString())) return 'refused';
  if (range === 'unicast') return 'public';
  return OWN.includes(range) ? 'own' : 'refused';
}

/**
 * The address of a receiver, as the owner entered it. AppError bad_input for what nothing may be sent to. Names are
 * looked up for that; one that is not found now may be later.
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

/** Where to connect to. AppError bad_input when the name leads where nothing may be sent, whatever it did before. */
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
