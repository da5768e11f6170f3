import ipaddr from 'ipaddr.js';

/** Carries the address of an IPv4 site on networks that have IPv6 only (RFC 6052). */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');
/** How IPv6 once wrote IPv4 addresses (RFC 4291); `::1` and `::` are among them. */
const IPV4_COMPATIBLE = ipaddr.parseCIDR('::/96');

/**
 * Whether an IP address leads anywhere else than to the public internet: to this machine, a router, a private or
 * link-local network, a cloud's metadata service, or a range that is reserved. What is no address counts as private,
 * too.
 */
export function isPrivateAddress(address: string): boolean {
  // A zone, as in fe80::1%eth0, says by which interface.
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return true;
  // Takes ::ffff:127.0.0.1 for what it is.
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

/** The address that a URL's host is, however it was written (2130706433, 0x7f.1, [::1]); null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : null;
}

/** Names that never leave this machine (RFC 6761), whatever a name server says. */
export function isLocalName(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}
