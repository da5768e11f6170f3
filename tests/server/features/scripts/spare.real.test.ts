import { beforeEach, expect, it, vi } from 'vitest';
import { startTestAgent } from '../../../helpers/agent.ts';
import { isFull } from '../../../helpers/depth.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { leftOfRuns } from '../../../helpers/run-processes.ts';

const PAGE = 'log(browser.process().pid); await page.setContent("<title>Given</title>"); return page.title()';
const ownLaunch = (options: string) => `const puppeteer = require('puppeteer');
  (async () => {
    const browser = await puppeteer.launch(${options});
    console.log(browser.process().pid);
    await browser.close();
  })();`;

const agent = ofFile(() => startTestAgent({ scriptSpare: 300 }));

const run = async (script: string, more: object = {}) =>
  (await agent.call('/api/scripts/run', { body: { script, ...more } })).json();

/** The process ids of the browsers that are held ready. */
async function heldReady(): Promise<string[]> {
  const { processes } = await leftOfRuns(agent.dataDir);
  // At first, a browser's children have the same command line; only the browser is a direct child of a runner.
  const runners = processes.filter(({ command }) => command.includes('script-runner')).map(({ pid }) => pid);
  return processes
    .filter(({ parent, command }) => runners.includes(parent) && command.includes('--user-data-dir'))
    .map(({ pid }) => String(pid));
}

beforeEach(async () => {
  if ((await heldReady()).length === 0) await run('log("a run, after which a browser is held ready")');
  await vi.waitUntil(async () => (await heldReady()).length === 1, { timeout: 60_000, interval: 400 });
});

it('a script that takes a page gets the browser that is ready', async () => {
  const [ready] = await heldReady();
  expect((await run(PAGE)).logs[0]).toBe(ready);
});

it.runIf(isFull)(
  'a script that launches one with the options that people paste gets the browser that is ready',
  async () => {
    const [ready] = await heldReady();
    expect((await run(ownLaunch('{ headless: "new", args: ["--no-sandbox"] }'))).logs[0]).toBe(ready);
  },
);

it.runIf(isFull).each([
  ['has wishes', ownLaunch('{ defaultViewport: { width: 100, height: 100 } }'), {}],
  ['is watched', PAGE, { headful: true }],
] as const)('a script that %s gets a browser of its own', async (_how, script, more) => {
  const [ready] = await heldReady();
  const { logs } = await run(script, more);
  expect(logs.filter((line: string) => /^\d+$/.test(line))).not.toContain(ready);
  expect(logs.some((line: string) => /^\d+$/.test(line))).toBe(true);
});

it.runIf(isFull)('a browser that died since is replaced', async () => {
  const [ready] = await heldReady();
  process.kill(Number(ready), 'SIGKILL');
  expect((await run(PAGE)).logs[1]).toBe('Given');
});
