import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withBuildLock } from './build-lock.js';
import { isBuildOutdated, isCheckout, isInstallOutdated } from './checkout-state.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const SIGN_OF_LIFE_MS = 2_000;

/**
 * npm's arguments to install the packages of the lock file. Development packages are needed regardless of NODE_ENV;
 * install scripts are not needed, and are forbidden on some machines. Not `npm ci`, which refuses a lock file that was
 * written without access to the packages of other platforms.
 */
export const INSTALL = [
  'install',
  '--no-save',
  '--include=dev',
  '--include=optional',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
];

/**
 * In a checkout of the repository, installs missing packages and rebuilds an outdated dist/. If that fails, prints the
 * reason and returns false.
 */
export async function prepareCheckout() {
  if (!isCheckout(root) || !(isInstallOutdated(root) || isBuildOutdated(root))) return true;
  try {
    await withBuildLock(join(root, '.build-lock'), async () => {
      // Checked again, because the previous holder of the lock may have done it.
      if (isInstallOutdated(root)) await step('Installing packages (about a minute the first time)', INSTALL);
      if (isBuildOutdated(root)) await step('Building', ['run', 'build']);
    });
    return true;
  } catch (error) {
    console.error(`local-agent: ${error.message}`);
    return false;
  }
}

/**
 * Runs npm and shows progress on stderr, because stdout is for the command's output.
 * @param {string} title
 * @param {string[]} args
 */
async function step(title, args) {
  process.stderr.write(`${title} `);
  const dots = setInterval(() => process.stderr.write('.'), SIGN_OF_LIFE_MS);
  const started = Date.now();
  const { code, output } = await npm(args).finally(() => clearInterval(dots));
  if (code === 0) {
    process.stderr.write(` ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
    return;
  }
  process.stderr.write(`\n${output}\n`);
  throw new Error(`"npm ${args.join(' ')}" failed in ${root} (see above). Correct that, then start again.`);
}

/**
 * @param {string[]} args
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function npm(args) {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32';
    const child = spawn(isWindows ? ['npm', ...args].join(' ') : 'npm', isWindows ? [] : args, {
      cwd: root,
      shell: isWindows,
      // NODE_ENV=production is meant for the agent, not for its build tools.
      env: { ...process.env, NODE_ENV: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const stop = () => child.kill();
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
    child.once('error', reject);
    child.once('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
      resolve({ code, output });
    });
  });
}
