import { fileURLToPath } from 'node:url';

/** Where servers of names with a public address listen; Linux answers on all of 127.0.0.0/8. */
export const IMITATED_PUBLIC = '127.0.0.2';

/** The environment variables of a Node process, and of its worker threads, in which names have the addresses of a test. */
export type ImitatedInternet = {
  /** For each look-up of a name its address; the last one stays. Other names have their own. */
  names: { readonly [name: string]: readonly string[] };
  /** Addresses that stand for IMITATED_PUBLIC once a connection is made; all others stay what they are. */
  publicAddress: string;
  /** A file that gets a line for each TCP connection that is tried: the host as it was asked for, and its address. */
  connections: string;
};

export function imitateInternet(internet: ImitatedInternet): Record<string, string> {
  const module = fileURLToPath(new URL('../fixtures/imitated-internet.cjs', import.meta.url));
  return {
    NODE_OPTIONS: `--require=${module}`,
    TEST_INTERNET: JSON.stringify({ ...internet, standsFor: IMITATED_PUBLIC }),
  };
}
