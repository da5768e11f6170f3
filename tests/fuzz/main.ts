import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { optionsOf } from '../helpers/long-run.ts';

/**
 * `npm run test:fuzz [-- --seed N --runs 1000]`: hostile requests, and the rules of shared/ and of the writer, with
 * this many tries each; the same seed repeats the same tries.
 */
const values = optionsOf({ runs: '1000' });
const { status } = spawnSync('npm', ['exec', '--no', '--', 'vitest', 'run', 'tests/fuzz/', '--reporter=verbose'], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, LOCAL_AGENT_FUZZ_SEED: values.seed, LOCAL_AGENT_FUZZ_RUNS: values.runs },
});
process.exitCode = status ?? 1;
