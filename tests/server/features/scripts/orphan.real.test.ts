import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { RunnerJob, RunnerSetup } from '../../../../server/features/scripts/runner/protocol.ts';
import { testFolder } from '../../../helpers/file-folder.ts';

const RUNNER = fileURLToPath(new URL('../../../../dist/server/script-runner.js', import.meta.url));
/** No system gives this number to a process. */
const GONE = 2 ** 31 - 1;

it('a run whose agent was gone before it began ends itself, with a log that nobody reads', async () => {
  const scratch = await testFolder();
  const child = spawn(process.execPath, [RUNNER], { cwd: scratch, stdio: ['pipe', 'ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  child.stdio[3]?.destroy();
  const browser = { executablePath: '', shell: false, missing: 'none', hasScreen: false, headful: false };
  const setup: RunnerSetup = {
    scratch,
    packages: scratch,
    log: { bytes: 1024 * 1024, lines: 1000 },
    isSpare: false,
    agent: GONE,
    browser: { ...browser, sandbox: true, profiles: scratch },
  };
  const job: RunnerJob = {
    code: 'await new Promise(() => setInterval(() => log("on"), 50));',
    artifacts: scratch,
    headful: false,
    account: null,
  };
  child.stdin?.end(`${JSON.stringify(setup)}\n${JSON.stringify(job)}\n`);
  const hard = setTimeout(() => child.kill('SIGKILL'), 30_000);
  expect(await ended.finally(() => clearTimeout(hard))).toEqual([1, null]);
});
