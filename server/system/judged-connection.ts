import { promises as dns } from 'node:dns';
import { isIPv6, type LookupFunction } from 'node:net';
import { literalAddress } from '../generation/sources/addresses.ts';

/** The IP addresses of a URL's host. Rejects when the name has none. */
export async function addressesOf(hostname: string): Promise<string[]> {
  const literal = literalAddress(hostname);
  if (literal) return [literal];
  return (await dns.lookup(hostname, { all: true })).map(({ address }) => address);
}

/**
 * Stands in for the look-up of names by answering what was found already, so that a connection is made to the very
 * addresses that were judged: a second look-up might answer something else.
 */
export function onlyTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, { all }, done) => {
    const [first] = found;
    if (!first) done(Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' }), []);
    else if (all) done(null, found);
    else done(null, first.address, first.family);
  };
}
