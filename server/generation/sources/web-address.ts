import { parseUrl } from '../../../shared/web/parse-url.ts';

/** Longer addresses (in characters) are discarded. */
const ADDRESS_MAX_LENGTH = 2000;

/**
 * Resolves an address in a document at `base` to an absolute one over http or https; null for others and overlong ones.
 */
export function webAddress(address: string | null | undefined, base: string): string | null {
  const { protocol = '', href = '' } = (address && parseUrl(address, base)) || {};
  return /^https?:$/.test(protocol) && href.length <= ADDRESS_MAX_LENGTH ? href : null;
}
