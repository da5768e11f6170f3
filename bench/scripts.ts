import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBrowser } from '../server/browser/find-browser.ts';
import { readEventStream } from '../shared/agent/event-stream.ts';
import { pathTo } from '../shared/api/operation.ts';
import { scriptRunApi } from '../shared/api/scripts.ts';
import { SCRIPT_RUN_EVENTS } from '../shared/scripts/script-run.ts';
import { startAgentProcess } from './agent-process.ts';
import { byDepth } from './depth.ts';
import { median } from './table.ts';
import { withDataDir } from './workspace.ts';

const ROUNDS = byDepth(20, 1);
const SHORT_RUNS = byDepth(50, 4);
/**
 * Memory is measured after each of these numbers of runs: it grows until the garbage collector starts working, then
 * stays level.
 */
const RUNS_FOR_MEMORY = [byDepth(200, 8), byDepth(400, 12), byDepth(600, 16)];
/**
 * The shortest realistic pause between one run's end and the next one's start; the spare process is ready by then.
 */
const PAUSE_MS = 2_000;
const TITLE = 'data:text/html,<title>Hello</title>';

type Times = { firstLine: number; end: number };

/**
 * Times a script that opens a page and prints its title, compared with `node script.js` on the same Chrome; then short
 * runs, and the memory they leave behind.
 */
export async function benchScripts(): Promise<Record<string, string>[]> {
  return withDataDir(async (dataDir) => {
    const agent = await startAgentProcess(dataDir);
    // From this folder, Node resolves this checkout's packages.
    const plain = join(process.cwd(), 'node_modules', '.bench-script.mjs');
    try {
      const token = (await readFile(join(dataDir, 'agent-token'), 'utf8')).trim();
      const run = (script: string) => runHere(agent.url, token, script);
      const script = await ordinaryScript();
      await writeFile(plain, script);
      const theirs: Times[] = [];
      const ours: Times[] = [];
      // An agent's first run also has to find the browser.
      await run('log(1)');
      for (let round = 0; round < ROUNDS; round++) {
        await sleep(PAUSE_MS);
        theirs.push(await runPlain(plain));
        ours.push(await run(script));
      }
      const before = await memoryMb(agent.process.pid);
      const began = performance.now();
      await inPairs(SHORT_RUNS, () => run('log(1)'));
      const shortMs = performance.now() - began;
      const plateau: string[] = [];
      let done = SHORT_RUNS;
      for (const total of RUNS_FOR_MEMORY) {
        await inPairs(total - done, () => run('log(1)'));
        done = total;
        plateau.push(`${await memoryMb(agent.process.pid)} MB`);
      }
      return [
        compare('first log line, median', theirs, ours, ({ firstLine }) => firstLine),
        compare('done, median', theirs, ours, ({ end }) => end),
        row(`${SHORT_RUNS} runs of one line, 2 at once`, '', `${(shortMs / 1000).toFixed(1)} s`, ''),
        row(
          `memory of the agent after ${RUNS_FOR_MEMORY.join(', ')} more runs`,
          '',
          plateau.join(', '),
          `before: ${before} MB`,
        ),
      ];
    } finally {
      await rm(plain, { force: true });
      await agent.stop();
    }
  });
}

function row(what: string, node: string, agent: string, aim: string): Record<string, string> {
  return { what, 'node script.js': node, 'local-agent': agent, aim };
}

function compare(what: string, theirs: Times[], ours: Times[], of: (times: Times) => number): Record<string, string> {
  const [node, agent] = [median(theirs.map(of)), median(ours.map(of))];
  const ratio = ` (${Math.round((100 * agent) / node)} %)`;
  return row(what, `${node.toFixed(0)} ms`, `${agent.toFixed(0)} ms${ratio}`, '50 %');
}

/** A complete script with its own launch call, as users paste it. */
async function ordinaryScript(): Promise<string> {
  const { executablePath } = await findBrowser(process.env);
  return `import puppeteer from 'puppeteer-core';
const browser = await puppeteer.launch({ executablePath: ${JSON.stringify(executablePath)}, args: ['--no-sandbox'] });
const page = await browser.newPage();
await page.goto(${JSON.stringify(TITLE)});
console.log(await page.title());
await browser.close();
`;
}

async function runPlain(file: string): Promise<Times> {
  const began = performance.now();
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const firstLine = performance.now() - began;
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`node ${file} ended with code ${code}.`);
  return { firstLine, end: performance.now() - began };
}

async function runHere(url: string, token: string, script: string): Promise<Times> {
  const began = performance.now();
  const answer = await fetch(url + pathTo(scriptRunApi.runScript, {}), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ script }),
  });
  if (!answer.ok || !answer.body) throw new Error(await answer.text());
  let firstLine = Number.NaN;
  for await (const { event, data } of readEventStream(answer.body)) {
    if (event === SCRIPT_RUN_EVENTS.line && Number.isNaN(firstLine)) firstLine = performance.now() - began;
    if (event === SCRIPT_RUN_EVENTS.result && JSON.parse(data).status !== 'success') throw new Error(data);
  }
  return { firstLine, end: performance.now() - began };
}

async function inPairs(count: number, run: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 2) await Promise.all([run(), run()]);
}

/** Resident memory of a process on Linux. */
async function memoryMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
