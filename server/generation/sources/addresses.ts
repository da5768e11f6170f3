import ipaddr from 'ipaddr.js';

/** NAT64: addresses of IPv4 hosts on IPv6-only networks (RFC 6052). */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');
/** The deprecated IPv6 form of IPv4 addresses (RFC 4291), including `::1` and `::`. */
const IPV4_COMPATIBLE = ipaddr.parseCIDR('::/96');

/**
 * Whether an IP address is outside the public internet: this machine, a router, a private or link-local network, a
 * cloud's metadata service, or a reserved range. Invalid addresses count as private.
 */
export function isPrivateAddress(address: string): boolean {
  // Drops the zone, as in fe80::1%eth0.
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return true;
  // Reads ::ffff:127.0.0.1 as IPv4.
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv6') {
    if (parsed.match(NAT64)) return isPrivateAddress(lastFourBytes(parsed));
    if (parsed.match(IPV4_COMPATIBLE)) return true;
  }
  return parsed.range() !== 'unicast';
}

function lastFourBytes(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address.toByteArray().slice(-4).join('.');
}

/** The IP address in a URL's host, in any notation (2130706433, 0x7f.1, [::1]); null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : null;
}

/** Names that always mean this machine (RFC 6761), whatever DNS says. */
export function isLocalName(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}
