import { isLocalName, literalAddress } from './addresses.ts';

/** Maximum bytes read from a page. Longer pages are cut; articles are near their beginning. */
export const SOURCE_MAX_BYTES = 2 * 1024 * 1024;
export const SOURCE_MAX_REDIRECTS = 5;

/** The headers and the signal of one GET request. */
export type PageRequest = { headers: Record<string, string>; signal: AbortSignal };

/**
 * Access to sources. The addresses returned by `resolve` are checked, and `send` connects only to them, because a
 * second lookup might return others. Redirects are not followed.
 */
export type SourceNetwork = {
  /** The IP addresses of a URL's host; empty when this runtime cannot resolve names. */
  resolve(hostname: string, signal: AbortSignal): Promise<string[]>;
  send(url: string, addresses: readonly string[], request: PageRequest): Promise<Response>;
};

type Resolver = (hostname: string, type: 'A' | 'AAAA') => Promise<string[]>;

/**
 * Uses web standards, for hosted functions. Names are resolved if Deno has a resolver, but `fetch` resolves them again,
 * so a name with changing answers can still lead into the platform's network. IP addresses and local names are always
 * recognised.
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
    // No such record, or no permission to resolve names: `fetch` will report an invalid name.
    return [];
  }
}
