import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { scriptEnvironment } from '../../../system/environment.ts';

/** How long the keychain may take; the user may have to unlock it first. */
const LIMIT_MS = 20_000;
/** The name under which the operating system lists our entries. */
const SERVICE = 'Local Agent';

/** The operating system's password store. All methods reject if there is none, or if it is locked. */
export type Keychain = {
  /** The text of an entry; null if it does not exist. */
  read(entry: string): Promise<string | null>;
  write(entry: string, text: string): Promise<void>;
};

/**
 * Run in a separate process: a keychain waiting for an absent user blocks the calling thread, so the process could not
 * exit. The Linux kernel's store is not used because it is lost on reboot. The request is passed on standard input,
 * where other users cannot read it.
 */
const PROGRAM = `
  const { Entry } = require(process.argv[1]);
  let asked = '';
  process.stdin.on('data', (text) => { asked += text; }).on('end', () => {
    const { service, entry, text } = JSON.parse(asked);
    const one = new Entry(service, entry, { linux: { store: 'secret-service' } });
    if (text !== undefined) one.setPassword(text);
    process.stdout.write(JSON.stringify(text === undefined ? one.getPassword() : null));
  });
`;

/**
 * The keychain of this machine: Keychain on macOS, Credential Manager on Windows, the Secret Service on Linux. `module`
 * is the location of `@napi-rs/keyring`; by default as installed by npm.
 */
export function systemKeychain({ module, limitMs = LIMIT_MS }: { module?: string; limitMs?: number } = {}): Keychain {
  const ask = async (request: { entry: string; text?: string }): Promise<unknown> => {
    const program = module ?? createRequire(import.meta.url).resolve('@napi-rs/keyring');
    const options = { env: scriptEnvironment(), timeout: limitMs, killSignal: 'SIGKILL' as const, windowsHide: true };
    const running = promisify(execFile)(process.execPath, ['-e', PROGRAM, program], options);
    // Writing to a process that has already exited fails; its exit code reports the cause.
    running.child.stdin?.on('error', () => undefined).end(JSON.stringify({ service: SERVICE, ...request }));
    const { stdout } = await running.catch((error: { killed?: boolean; stderr?: string }) => {
      // Leaves out the command, which does not help users.
      throw new Error(error.killed ? `no answer within ${limitMs / 1000} s` : lastError(error.stderr ?? ''));
    });
    return JSON.parse(stdout);
  };
  return {
    async read(entry) {
      const text = await ask({ entry });
      return typeof text === 'string' ? text : null;
    },
    async write(entry, text) {
      await ask({ entry, text });
    },
  };
}

/** The message of an uncaught error in Node's output, on one line. */
function lastError(stderr: string): string {
  const line = stderr.split('\n').find((text) => /^(\w*Error|\[Error)\b/.test(text));
  return line?.replace(/^\[?\w*Error:?\s*/, '').slice(0, 200) || 'not available';
}
