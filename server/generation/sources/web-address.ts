/** Longer addresses are not kept, in characters. */
const ADDRESS_MAX_LENGTH = 2000;

/** An address in a document at `base` as an absolute one over http or https; null for any other, or one too long. */
export function webAddress(address: string | null | undefined, base: string): string | null {
  if (!address || !URL.canParse(address, base)) return null;
  const { protocol, href } = new URL(address, base);
  return /^https?:$/.test(protocol) && href.length <= ADDRESS_MAX_LENGTH ? href : null;
}
