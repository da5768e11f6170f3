import { isLocalName, literalAddress } from './addresses.ts';

/**
 * How much of a page is read. A longer one is cut here: articles stand at the beginning, and the rest is never
 * downloaded.
 */
export const SOURCE_MAX_BYTES = 2 * 1024 * 1024;
export const SOURCE_MAX_REDIRECTS = 5;

/** What one GET needs: the headers to send, and what ends it. */
export type PageRequest = { headers: Record<string, string>; signal: AbortSignal };

/**
 * How sources are reached. The addresses that `resolve` finds are judged, and `send` connects to none but these: a
 * second look-up might answer something else. Redirects are not followed.
 */
export type SourceNetwork = {
  /** The IP addresses of a URL's host; empty where this runtime cannot tell. */
  resolve(hostname: string, signal: AbortSignal): Promise<string[]>;
  send(url: string, addresses: readonly string[], request: PageRequest): Promise<Response>;
};

type Resolver = (hostname: string, type: 'A' | 'AAAA') => Promise<string[]>;

/**
 * What web standards offer, for hosted functions: names are looked up where Deno has a resolver, but `fetch` looks them
 * up again by itself, so that here a name whose answers change can still lead into the platform's network. Addresses
 * and local names are always told.
 */
export function webNetwork(fetch: typeof globalThis.fetch): SourceNetwork {
  return {
    async resolve(hostname) {
      const literal = isLocalName(hostname) ? '127.0.0.1' : literalAddress(hostname);
      if (literal) return [literal];
      const found = await Promise.all([lookUp(hostname, 'A'), lookUp(hostname, 'AAAA')]);
      return found.flat();
    },
    send: (url, _addresses, { headers, signal }) => fetch(url, { redirect: 'manual', signal, headers }),
  };
}

async function lookUp(hostname: string, type: 'A' | 'AAAA'): Promise<string[]> {
  const { Deno: runtime } = globalThis as { Deno?: { resolveDns?: Resolver } };
  try {
    return (await runtime?.resolveDns?.(hostname, type)) ?? [];
  } catch {
    // No such record, or no right to ask: `fetch` says what is wrong with the name, if anything is.
    return [];
  }
}
