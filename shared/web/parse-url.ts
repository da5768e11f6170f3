/**
 * Parses an address, which may be relative to a base; null if it is invalid.
 *
 * Avoids URL.canParse: once V8 has optimized the call, Node 20 and 22 reject every address with a letter like ä or é.
 */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
