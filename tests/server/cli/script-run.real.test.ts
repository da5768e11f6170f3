import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readExamples } from '../../../server/cli/scripts/scripts.ts';
import { processesOn, runCli, type StartedCli, spawnCli, startCli, stopCli } from '../../helpers/cli.ts';
import { type SourceServer, startSourceServer } from '../../helpers/source-server.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

let root: string;
let dataDir: string;
let agent: StartedCli;
let pages: SourceServer;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'local-agent-script-run-'));
  await chmod(root, 0o711);
  dataDir = await newWorkspace(join(root, 'data'));
  [agent, pages] = await Promise.all([startCli(dataDir), startSourceServer()]);
});
afterAll(async () => {
  await Promise.all([agent && stopCli(agent), pages?.close()]);
  expect(await processesOn(dataDir)).toEqual([]);
  await rm(root, { recursive: true, force: true });
});

const scripts = (args: string[], input?: string) => runCli(['scripts', ...args, '--data-dir', dataDir], { input });
const runCode = (code: string, ...args: string[]) => scripts(['run', '-', ...args], code);

describe('scripts run', () => {
  it('writes what the script says to stdout and ends with 0', async () => {
    expect(await runCode('log("one"); console.log("two");')).toMatchObject({ code: 0, stdout: 'one\ntwo\n' });
  });

  it('takes a file, or a saved script by its name', async () => {
    const file = join(root, 'greeting.js');
    await writeFile(file, 'log("from a file");');
    expect((await scripts(['run', file])).stdout).toBe('from a file\n');
    await scripts(['new', 'Saved one']);
    expect(await scripts(['run', 'Saved one'])).toMatchObject({ code: 0, stdout: '' });
    expect(await scripts(['run', 'nothing like it'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no script or file named nothing like it'),
    });
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
    const { child, ended } = spawnCli(['scripts', 'run', '-', '--data-dir', dataDir]);
    child.stdin.end('log("begun");\nfor (;;);');
    let said = '';
    child.stdout.on('data', (text: string) => {
      said += text;
    });
    await vi.waitUntil(() => said.includes('begun'), { timeout: 20_000 });
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    const token = (await readFile(join(dataDir, 'agent-token'), 'utf8')).trim();
    const headers = { authorization: `Bearer ${token}` };
    const newest = async () =>
      (await (await fetch(`${agent.report.url}/api/scripts/runs`, { headers })).json())[0].status;
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
    const alone = await newWorkspace(join(root, 'alone'));
    const { code, stdout } = await runCli(['scripts', 'run', '-', '--data-dir', alone], { input: 'log("alone");' });
    expect([code, stdout]).toEqual([0, 'alone\n']);
    expect(await processesOn(alone)).toEqual([]);
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
