// `npm test`: in a fresh clone too. Checks first, then the build, then every test, ending with vitest's own summary.
// Arguments go to vitest: `npm test -- tests/server/config/config.test.ts`.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isInstallOutdated } from '../bin/checkout-state.js';
import { INSTALL } from '../bin/prepare-checkout.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const CHECKS = ['typecheck', 'lint', 'knip'];

if (isInstallOutdated(root)) stopUnless(npm(...INSTALL));
// At the same time: the type check takes one core for most of a minute.
const results = await Promise.all([...CHECKS, 'build'].map(inBackground));
for (const { name, output } of results) process.stdout.write(`\n> npm run ${name}\n${output}`);
const failed = CHECKS.filter((check) => results.find(({ name }) => name === check)?.status !== 0);
stopUnless(results.at(-1)?.status ?? 1);
const tested = npm('exec', '--no', '--', 'vitest', 'run', ...process.argv.slice(2));
if (failed.length > 0) console.error(`\nFailed before the tests: npm run ${failed.join(', npm run ')}`);
process.exitCode = tested || (failed.length > 0 ? 1 : 0);

/** @param {string[]} args */
function npm(...args) {
  process.stdout.write(`\n> npm ${args.join(' ')}\n`);
  const { status } = spawnSync('npm', args, { ...options(), stdio: ['ignore', 'inherit', 'inherit'] });
  return status ?? 1;
}

/**
 * Runs a script of package.json and keeps what it says.
 * @param {string} name
 * @returns {Promise<{ name: string; status: number; output: string }>}
 */
function inBackground(name) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', name], { ...options(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => resolve({ name, status: 1, output: String(error) }));
    child.once('close', (status) => resolve({ name, status: status ?? 1, output }));
  });
}

function options() {
  return { cwd: root, shell: process.platform === 'win32', env: { ...process.env, CI: 'true', NODE_ENV: undefined } };
}

/** @param {number} status */
function stopUnless(status) {
  if (status !== 0) process.exit(status);
}
