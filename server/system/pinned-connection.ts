import { promises as dns } from 'node:dns';
import { isIPv6, type LookupFunction } from 'node:net';
import { literalAddress } from '../generation/sources/addresses.ts';

/** Resolves the IP addresses of a URL's host. Rejects if it has none. */
export async function addressesOf(hostname: string): Promise<string[]> {
  const literal = literalAddress(hostname);
  if (literal) return [literal];
  return (await dns.lookup(hostname, { all: true })).map(({ address }) => address);
}

/**
 * Replaces the DNS lookup with known addresses, so that a connection uses those that were checked: a second lookup
 * might return others (DNS rebinding).
 */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, { all }, done) => {
    const [first] = found;
    if (!first) done(Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' }), []);
    else if (all) done(null, found);
    else done(null, first.address, first.family);
  };
}
