// `npm test`, which also works in a fresh clone: starts the checks and the build, then all tests once the build is
// done, and ends with vitest's summary unless a check failed. Arguments go to vitest: `npm test -- tests/docs.test.ts`;
// --full is `npm run test:full` (tests/helpers/depth.ts), which also searches for unused code and runs the judges.
import { spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isBuildOutdated, isInstallOutdated } from '../bin/checkout-state.js';
import { INSTALL } from '../bin/prepare-checkout.js';

/** @typedef {{ name: string; status: number; output: string }} Result */

/**
 * The type check and the bundler are short-lived Go programs. Garbage collection takes half of the type check's CPU
 * time; without it, the type check needs 2.7 GB, which a machine with 8 GB has.
 */
const GARBAGE = totalmem() >= 8 * 1024 ** 3 ? { GOGC: 'off' } : {};

const root = fileURLToPath(new URL('..', import.meta.url));

if (isInstallOutdated(root)) stopUnless(await npm(...INSTALL));
const isFull = process.argv.includes('--full');
const forVitest = process.argv.slice(2).filter((argument) => argument !== '--full');
const isWhole = isFull && forVitest.length === 0;
const checks = ['typecheck', 'lint', ...(isFull ? ['knip'] : []), ...(isWhole ? ['test:judges'] : [])];
let areTested = false;
// Vitest leaves one core to the checks until its workers have loaded their first files.
const checking = Promise.all(
  checks.map(async (name) => {
    const result = await inBackground(name);
    if (!areTested || result.status !== 0) report(result);
    return result;
  }),
);
if (isBuildOutdated(root)) {
  const built = report(await inBackground('build'));
  if (built !== 0) await checking;
  stopUnless(built);
}
if (isFull) process.env.LOCAL_AGENT_TEST_DEPTH = 'full';
const tested = await npm('exec', '--no', '--', 'vitest', 'run', ...forVitest);
areTested = true;
const failed = (await checking).filter(({ status }) => status !== 0);
if (failed.length > 0)
  console.error(`\nFailed besides the tests: ${failed.map(({ name }) => `npm run ${name}`).join(', ')}`);
process.exitCode = tested || (failed.length > 0 ? 1 : 0);

/**
 * Runs npm with its output shown, and resolves with its exit code.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
function npm(...args) {
  process.stdout.write(`\n> npm ${args.join(' ')}\n`);
  return new Promise((resolve) => {
    const child = spawn('npm', args, { ...options(), stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', (error) => {
      console.error(String(error));
      resolve(1);
    });
    child.once('close', (status) => resolve(status ?? 1));
  });
}

/**
 * Runs a script of package.json and captures its output.
 * @param {string} name
 * @returns {Promise<Result>}
 */
function inBackground(name) {
  return new Promise((resolve) => {
    const { env, ...rest } = options();
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn('npm', ['run', '--silent', name], { ...rest, env: { ...GARBAGE, ...env }, stdio });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => resolve({ name, status: 1, output: String(error) }));
    child.once('close', (status) => resolve({ name, status: status ?? 1, output }));
  });
}

/**
 * @param {Result} result
 * @returns {number}
 */
function report({ name, status, output }) {
  process.stdout.write(`\n> npm run ${name}\n${output}`);
  return status;
}

function options() {
  return { cwd: root, shell: process.platform === 'win32', env: { ...process.env, CI: 'true', NODE_ENV: undefined } };
}

/** @param {number} status */
function stopUnless(status) {
  if (status !== 0) process.exit(status);
}
