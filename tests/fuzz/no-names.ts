import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';

type LookUp = (name: string, options: object, done: (error: Error | null, ...found: unknown[]) => void) => void;

/**
 * Until undone, only localhost resolves to an address in this process, so that nothing fuzzed in it reaches another
 * machine. Returns the function that undoes it.
 */
export function resolveNoNames(): () => void {
  const { lookup } = dns;
  const { lookup: promised } = dns.promises;
  const isHere = (name: string) => name === 'localhost' || isIP(name) > 0;
  const unknown = (name: string) => Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
  const fenced: LookUp = (name, options, done) => {
    if (isHere(name)) (lookup as LookUp)(name, options, done);
    else setImmediate(() => (typeof options === 'function' ? options : done)(unknown(name)));
  };
  const set = (one: unknown, other: unknown) => {
    Object.assign(dns, { lookup: one });
    Object.assign(dns.promises, { lookup: other });
    syncBuiltinESMExports();
  };
  set(fenced, async (name: string, options: object) => {
    if (isHere(name)) return promised(name, options);
    throw unknown(name);
  });
  return () => set(lookup, promised);
}
