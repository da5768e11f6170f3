import { parseUrl } from '../../../shared/web/parse-url.ts';

/** Longer addresses are not kept, in characters. */
const ADDRESS_MAX_LENGTH = 2000;

/** An address in a document at `base` as an absolute one over http or https; null for any other, or one too long. */
export function webAddress(address: string | null | undefined, base: string): string | null {
  const { protocol = '', href = '' } = (address && parseUrl(address, base)) || {};
  return /^https?:$/.test(protocol) && href.length <= ADDRESS_MAX_LENGTH ? href : null;
}
