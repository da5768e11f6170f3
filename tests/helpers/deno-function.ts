import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FUNCTION = join(ROOT, 'supabase/functions/auto-generate-content');
const LISTENING = /^Listening on (http:\/\/[\d.:]+)/;

/** auto-generate-content as hosted Supabase runs it, at `url`. */
export type DenoFunction = { url: string; stop(): Promise<void> };

/**
 * Serves the function's index.ts under Deno on a free port, with `variables` as its whole environment. Packages come
 * from this checkout's node_modules, and only loopback may be used, so that any download fails; otherwise it has the
 * permissions of the hosted one.
 */
export async function startDenoFunction(variables: Record<string, string>): Promise<DenoFunction> {
  const cache = await mkdtemp(join(tmpdir(), 'la-deno-'));
  const packages = await realpath(join(ROOT, 'node_modules'));
  const args = [
    'run',
    `--config=${join(FUNCTION, 'deno.json')}`,
    '--no-lock',
    '--no-prompt',
    '--cached-only',
    '--node-modules-dir=manual',
    '--allow-env',
    '--allow-sys=hostname',
    '--allow-net=127.0.0.1',
    `--allow-read=${ROOT},${packages}`,
    join(FUNCTION, 'index.ts'),
  ];
  const own = { DENO_DIR: cache, DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0', DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' };
  const child = spawn(denoProgram(), args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...own, ...variables } });
  const ended = once(child, 'exit').finally(() => rm(cache, { recursive: true, force: true }));
  const said: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      const address = LISTENING.exec(line)?.[1];
      if (address) resolve(address);
    });
    ended.then(([code]) => reject(new Error(`Deno ended with ${code}: ${said.join('\n')}`)), reject);
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The program is in a separate package for each platform, whether or not the install script of `deno` was run. */
function denoProgram(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('deno/package.json'));
  const { platform, arch } = process;
  const target = platform === 'linux' ? `${platform}-${arch}-glibc` : `${platform}-${arch}`;
  const folder = dirname(require.resolve(`@deno/${target}/package.json`));
  return join(folder, platform === 'win32' ? 'deno.exe' : 'deno');
}
