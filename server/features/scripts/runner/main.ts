import { createInterface } from 'node:readline';
import { scriptPuppeteer } from '../../../browser/puppeteer.ts';
import { execute } from './execute.ts';
import { givenBrowser } from './given-names.ts';
import { captureConsole, createOutput } from './output.ts';
import { untilIdle, watchStarted } from './pending-work.ts';
import type { RunnerJob, RunnerSetup } from './protocol.ts';
import { type Explained, explainError } from './script-error.ts';
import { preparePackages } from './script-files.ts';
import { watchPages } from './watch-pages.ts';

/** How long a stopped script may take to clean up; the agent waits slightly longer. */
const TIDY_UP_MS = 1500;
const PARENT_POLL_MS = 1000;
/** Time after which the log explains why a finished script has not ended. */
const REMIND_MS = 5000;
const STILL_RUNNING =
  "The script's own code is done. Its timers, programs or requests are still running; the script ends when they do.";
const NEVER_SETTLED = 'The script is waiting for a promise that can never settle.';

/** Saved before the script, which may replace globals. */
const exit = process.exit.bind(process);

/**
 * A run's process: reads a RunnerSetup and a RunnerJob from standard input, runs the job, and writes RunnerMessages. It
 * exits, with the browsers it launched, as soon as the script is done.
 */
async function main(): Promise<void> {
  const input = readInput();
  const setup: RunnerSetup = JSON.parse(await input());
  const output = createOutput(setup.log);
  let stopping = false;
  let isFinishing = false;

  const fail = ({ summary, details }: Explained): void => {
    if (stopping || output.hasEnded()) return;
    output.line('error', details);
    output.end({ end: 'error', error: summary });
  };
  /** Only the first result counts: later ones, while the last lines of pages are awaited, are consequences of it. */
  const finish = (error?: unknown): void => {
    if (isFinishing) return;
    isFinishing = true;
    void watch.linesToEnd().then(() => {
      if (error !== undefined) fail(explainError(error, setup));
      exit(error === undefined ? undefined : 1);
    });
  };
  const watch = watchPages(output, finish);
  const started = watchStarted(setup.browser.executablePath);
  captureConsole(output, setup.log.bytes);
  endWithParent(setup.agent);
  process.on('exit', (code) => {
    if (code === 0) output.end({ end: 'success' });
    else fail({ summary: endedItself(code), details: endedItself(code) });
    started.kill();
  });
  // Listeners of the script replace these, as in Node.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      if (process.listenerCount(event) === 1) finish(error ?? new Error('Rejected without a reason.'));
    });
  }
  process.once('SIGTERM', () => {
    stopping = true;
    setTimeout(() => exit(1), TIDY_UP_MS).unref();
  });
  const puppeteer = scriptPuppeteer(setup.browser, {
    note: (note) => output.line('agent', note),
    launched: (browser) => watch.browser(browser),
  });
  if (setup.isSpare) puppeteer.warmUp();
  await preparePackages(setup.scratch, setup.packages, puppeteer.api);

  const job: RunnerJob = JSON.parse(await input());
  process.chdir(job.artifacts);
  setup.browser.headful = job.headful;
  const neverSettled = () => finish(new Error(NEVER_SETTLED));
  process.once('beforeExit', neverSettled);
  try {
    const returned = await execute(job, setup.scratch, { output, puppeteer, given: givenBrowser(puppeteer, watch) });
    process.off('beforeExit', neverSettled);
    if (returned !== undefined) output.line('script', output.show(returned));
    await untilIdle(started, () => output.line('agent', STILL_RUNNING), REMIND_MS);
    finish();
  } catch (error) {
    finish(error);
  }
}

function readInput(): () => Promise<string> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    // The agent has ended, or no longer needs a spare.
    if (done) exit(0);
    return value;
  };
}

function endedItself(code: number): string {
  return `The script ended itself with exit code ${code}.`;
}

/** Ends the run if the agent was killed. A busy loop prevents that; the agent's next start kills such a run. */
function endWithParent(agent: number): void {
  setInterval(() => {
    if (process.ppid !== agent) exit(1);
  }, PARENT_POLL_MS).unref();
}

await main();
