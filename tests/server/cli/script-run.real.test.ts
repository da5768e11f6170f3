import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readExamples } from '../../../server/cli/scripts/scripts.ts';
import { startFoundAgent, type TestAgent } from '../../helpers/agent.ts';
import { beginHere, processesOn, runHere } from '../../helpers/cli.ts';
import { failsWith } from '../../helpers/cli-ends.ts';
import { type SourceServer, startSourceServer } from '../../helpers/source-server.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

let agent: TestAgent;
let pages: SourceServer;

beforeAll(async () => {
  [agent, pages] = await Promise.all([startFoundAgent(), startSourceServer()]);
});
afterAll(async () => {
  await Promise.all([agent?.close(), pages?.close()]);
  expect(await processesOn(agent.dataDir)).toEqual([]);
});

const scripts = (args: string[], input?: string) => runHere(['scripts', ...args, '--data-dir', agent.dataDir], input);
const runCode = (code: string, ...args: string[]) => scripts(['run', '-', ...args], code);

describe('scripts run', () => {
  it('writes what the script says to stdout and ends with 0', async () => {
    expect(await runCode('log("one"); console.log("two");')).toMatchObject({ code: 0, stdout: 'one\ntwo\n' });
  });

  it('takes a file, or a saved script by its name', async () => {
    const file = join(agent.dataDir, 'greeting.js');
    await writeFile(file, 'log("from a file");');
    expect((await scripts(['run', file])).stdout).toBe('from a file\n');
    await scripts(['new', 'Saved one']);
    expect(await scripts(['run', 'Saved one'])).toMatchObject({ code: 0, stdout: '' });
    expect(await scripts(['run', 'nothing like it'])).toMatchObject(
      failsWith('There is no script or file named nothing like it'),
    );
  });

  it('ends with 1 when the script fails, and says where', async () => {
    const { code, stdout, stderr } = await runCode('log("before");\nthrow new Error("broken");');
    expect([code, stdout]).toEqual([1, 'before\n']);
    expect(stderr).toContain('broken');
    expect(stderr).toMatch(/:2\b/);
  });

  it('ends with 124 when its time is up, and with 2 for a time that is none', async () => {
    expect((await runCode('await sleep(60_000);', '--timeout', '1')).code).toBe(124);
    expect((await runCode('', '--timeout', 'soon')).code).toBe(2);
  });

  it('cancels the run at Ctrl+C and ends with 130', async () => {
    const run = beginHere(['scripts', 'run', '-', '--data-dir', agent.dataDir]);
    run.stdin.end('log("begun"); await sleep(600_000);');
    await vi.waitUntil(() => run.said.stdout.includes('begun'), { timeout: 20_000 });
    run.interrupt();
    expect((await run.ended).code).toBe(130);
    const newest = async () => (await (await agent.call('/api/scripts/runs')).json())[0].status;
    await vi.waitFor(async () => expect(await newest()).toBe('cancelled'), { timeout: 20_000, interval: 200 });
  });

  it('tells each event in a line of JSON with --json', async () => {
    const { stdout } = await runCode('log("hello");', '--json');
    const events: { event: string; text?: string; status?: string }[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.at(0)?.event).toBe('run');
    expect(events.filter(({ event }) => event === 'line').map(({ text }) => text)).toContain('hello');
    expect(events.at(-1)).toMatchObject({ event: 'result', status: 'success' });
  });

  it('works without a running agent too', async () => {
    const alone = await newWorkspace();
    const { code, stdout } = await runHere(['scripts', 'run', '-', '--data-dir', alone], 'log("alone");');
    expect([code, stdout]).toEqual([0, 'alone\n']);
    expect(await processesOn(alone)).toEqual([]);
    await rm(alone, { recursive: true });
  });
});

describe('the examples of `scripts new --example`', async () => {
  it.each(await readExamples())('$name does what it says', async ({ name, code }) => {
    const said: Record<string, RegExp> = {
      'page-title': /is titled ".+"/,
      screenshot: /Saved phone\.png\n[\s\S]*Saved desktop\.png/,
      headlines: /sourdough/i,
      'slow-scroll': /Read 5 of 5 screenfuls, now [1-9]\d* px down/,
    };
    const here = code.replace('https://example.com/', `${pages.origin}/sourdough.html`);
    const { code: exitCode, stdout, stderr } = await runCode(here);
    expect(stdout).toMatch(said[name] ?? /^$/);
    expect(exitCode).toBe(0);
    if (name === 'screenshot') expect(stderr).toContain('Saved with the run: ');
  });
});
