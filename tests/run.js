// `npm test`: in a fresh clone too. Checks first, then the build, then every test, ending with vitest's own summary.
// Arguments go to vitest: `npm test -- tests/server/config/config.test.ts`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isInstallOutdated } from '../bin/checkout-state.js';
import { INSTALL } from '../bin/prepare-checkout.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const CHECKS = ['typecheck', 'lint', 'knip'];

if (isInstallOutdated(root)) stopUnless(npm(...INSTALL));
const failed = CHECKS.filter((check) => npm('run', '--silent', check) !== 0);
stopUnless(npm('run', '--silent', 'build'));
const tested = npm('exec', '--no', '--', 'vitest', 'run', ...process.argv.slice(2));
if (failed.length > 0) console.error(`\nFailed before the tests: npm run ${failed.join(', npm run ')}`);
process.exitCode = tested || (failed.length > 0 ? 1 : 0);

/** @param {string[]} args */
function npm(...args) {
  process.stdout.write(`\n> npm ${args.join(' ')}\n`);
  const { status } = spawnSync('npm', args, {
    cwd: root,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CI: 'true', NODE_ENV: undefined },
  });
  return status ?? 1;
}

/** @param {number} status */
function stopUnless(status) {
  if (status !== 0) process.exit(status);
}
