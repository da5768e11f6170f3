import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { makeFolder } from '../../../server/cli/scripts/script-files.ts';
import { readExamples } from '../../../server/cli/scripts/scripts.ts';
import type { SavedScript, SavedScriptWithCode } from '../../../shared/scripts/script-library.ts';
import type { ScriptScheduleList } from '../../../shared/scripts/script-schedule.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { beginHere, type CliResult, processesOn, runHere } from '../../helpers/cli.ts';
import { failsWith } from '../../helpers/cli-ends.ts';
import { isFull } from '../../helpers/depth.ts';
import { fileFolder } from '../../helpers/file-folder.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { startSourceServer } from '../../helpers/source-server.ts';

/** The `scripts` commands: running scripts, and syncing them with files. The tests build on one another. */
const root = await fileFolder();
const folder = join(root, 'scripts');
afterAll(async () => expect(await processesOn(agent.dataDir)).toEqual([]));
const agent = ofFile(() => startFoundAgent());
const pages = ofFile(() => startSourceServer());

const run = (...args: string[]): Promise<CliResult> => runHere(['scripts', ...args, '--data-dir', agent.dataDir]);
const file = (name: string) => join(folder, name);

async function json<T>(...args: string[]): Promise<T> {
  return JSON.parse((await run(...args, '--json')).stdout);
}

/** Runs pull or push; the outcome by file. */
async function sync(...args: string[]): Promise<{ code: number | null; outcomes: Record<string, string> }> {
  const { code, stdout } = await run(...args, '--json');
  const outcomes: { file: string; outcome: string }[] = JSON.parse(stdout);
  return { code, outcomes: Object.fromEntries(outcomes.map(({ file, outcome }) => [file, outcome])) };
}

/** Changes a script, as another user would on the Scripts screen. */
async function changeElsewhere(name: string, code: string): Promise<void> {
  const { id } = await json<SavedScriptWithCode>('show', name);
  expect((await agent.call(`/api/scripts/${id}`, { method: 'PUT', body: { name, code } })).status).toBe(200);
}

it('says so when there is none', async () => {
  expect(await run('list')).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('No scripts yet') });
  expect(await run('show', 'nothing')).toMatchObject(failsWith('There is no script or file named nothing'));
});

it('makes scripts, empty or from an example', async () => {
  expect((await run('new', 'Morning round')).stdout).toMatch(/^Created Morning round \([0-9a-f-]{36}\)\.\n$/);
  expect((await run('new', '--example')).stdout).toMatch(/^EXAMPLE +WHAT IT DOES\n[\s\S]*page-title +Opens a page/);
  expect((await run('new', '--example', 'page-title')).code).toBe(0);
  expect(await run('new', '--example', 'rob-a-bank')).toMatchObject(failsWith('page-title'));
  expect((await json<SavedScript[]>('list')).map(({ name }) => name)).toEqual(['page-title', 'Morning round']);
  expect((await run('show', 'page-title')).stdout).toContain('await page.goto(address);');
});

it('schedules a script, switches it off, and forgets the schedule', async () => {
  const when = async () => (await json<ScriptScheduleList>('schedule')).schedules.map(({ when, isOn }) => [when, isOn]);
  expect((await run('schedule')).stderr).toContain('No schedules.');
  expect(await run('schedule', '--daily', '09:00')).toMatchObject(failsWith('Name the script'));
  expect(await run('schedule', 'Morning round', '--off')).toMatchObject(failsWith('no schedule yet'));
  expect((await run('schedule', 'Morning round', '--every', '7m')).code).toBe(2);
  const { stdout } = await run('schedule', 'Morning round', '--weekly', 'mon, thu 09:00');
  expect(stdout).toMatch(/^"Morning round" runs automatically: Mondays and Thursdays at 09:00\. Next: /);
  await run('schedule', 'Morning round', '--off');
  expect(await when()).toEqual([['Mondays and Thursdays at 09:00', false]]);
  await run('schedule', 'Morning round', '--every', '2h');
  expect((await run('schedule')).stdout).toMatch(/^SCRIPT +WHEN.*\nMorning round +Every 2 hours +never/);
  await run('schedule', 'Morning round', '--remove');
  expect(await when()).toEqual([]);
});

it('names those of the same name by their ids', async () => {
  await run('new', 'page-title');
  const { code, stderr } = await run('show', 'page-title');
  expect([code, stderr]).toEqual([1, expect.stringContaining('Several scripts')]);
  for (const { id } of (await json<SavedScript[]>('list')).filter(({ name }) => name === 'page-title')) {
    expect(stderr).toContain(id);
    expect((await run('show', id)).code).toBe(0);
  }
});

it('pulls every script into a file of its own, and again only what changed', async () => {
  expect(await sync('pull', folder)).toEqual({
    code: 0,
    outcomes: { 'morning-round.js': 'written', 'page-title.js': 'written', 'page-title-2.js': 'written' },
  });
  expect(await readFile(file('morning-round.js'), 'utf8')).toMatch(/^\/\/ Write/);
  await changeElsewhere('Morning round', '// theirs');
  expect((await sync('pull', folder)).outcomes).toMatchObject({
    'morning-round.js': 'written',
    'page-title.js': 'unchanged',
  });
  expect(await readFile(file('morning-round.js'), 'utf8')).toBe('// theirs');
});

it('pushes what was edited here, and new files as new scripts', async () => {
  await writeFile(file('morning-round.js'), '// mine');
  await writeFile(file('evening.js'), 'log("good night");\n');
  await writeFile(file('README.md'), 'no script');
  expect(await sync('push', folder)).toEqual({
    code: 0,
    outcomes: {
      'evening.js': 'written',
      'morning-round.js': 'written',
      'page-title.js': 'unchanged',
      'page-title-2.js': 'unchanged',
    },
  });
  expect((await run('show', 'evening')).stdout).toBe('log("good night");\n');
  expect((await run('show', 'Morning round')).stdout).toBe('// mine\n');
  expect((await sync('push', folder)).outcomes).not.toContain('written');
});

it('overwrites nothing that changed on both sides, unless forced', async () => {
  await writeFile(file('morning-round.js'), '// mine again');
  await changeElsewhere('Morning round', '// theirs again');
  expect(await run('push', folder)).toMatchObject(failsWith('--force'));
  expect(await sync('pull', folder)).toMatchObject({ code: 1, outcomes: { 'morning-round.js': 'conflict' } });
  expect(await readFile(file('morning-round.js'), 'utf8')).toBe('// mine again');
  expect((await run('show', 'Morning round')).stdout).toBe('// theirs again\n');
  expect((await sync('push', folder, '--force')).outcomes).toMatchObject({ 'morning-round.js': 'written' });
  expect((await run('show', 'Morning round')).stdout).toBe('// mine again\n');
});

it('writes nowhere but into the folder', async () => {
  const trap = join(root, 'trap');
  await mkdir(trap);
  const [first] = await json<SavedScript[]>('list');
  const entry = { id: first?.id, updatedAt: '', hash: '' };
  await writeFile(join(trap, '.local-agent-scripts.json'), JSON.stringify({ '../escaped.js': entry }));
  expect(await run('pull', trap)).toMatchObject(failsWith('is damaged'));
  expect(await run('push', join(root, 'nowhere'))).toMatchObject(failsWith('nowhere'));
});

it('says where it cannot write', async () => {
  const said = (path: string) => ({
    code: 1,
    stderr: expect.stringMatching(`^local-agent: ${path} cannot be written .*Name a folder`),
  });
  await writeFile(join(root, 'file'), '');
  expect(await run('pull', join(root, 'file', 'below'))).toMatchObject(said(join(root, 'file', 'below')));
  await mkdir(join(root, 'taken', 'morning-round.js'), { recursive: true });
  expect(await run('pull', join(root, 'taken'))).toMatchObject(said(join(root, 'taken', 'morning-round.js')));
  expect((await readdir(join(root, 'taken'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  // The next pull knows which files this one wrote.
  await rm(join(root, 'taken', 'morning-round.js'), { recursive: true });
  await run('pull', join(root, 'taken'));
  expect(await readdir(join(root, 'taken'))).not.toContain('evening-2.js');
});

it('does not wait for ever for a folder that the system will not make', () =>
  expect(makeFolder('/proc/local-agent')).rejects.toThrow('cannot be written'));

const runCode = (code: string, ...args: string[]) =>
  runHere(['scripts', 'run', '-', ...args, '--data-dir', agent.dataDir], code);

/** Makes a script exit as soon as it is stopped. */
const PROMPT = "process.once('SIGTERM', () => process.exit());";

describe('scripts run', () => {
  it('takes a file, or a saved script by its name', async () => {
    const file = join(agent.dataDir, 'greeting.js');
    await writeFile(file, 'log("from"); console.log("a file");');
    expect(await run('run', file)).toMatchObject({ code: 0, stdout: 'from\na file\n' });
    await run('new', 'Saved one');
    expect(await run('run', 'Saved one')).toMatchObject({ code: 0, stdout: '' });
    expect(await run('run', 'nothing like it')).toMatchObject(
      failsWith('There is no script or file named nothing like it'),
    );
  });

  it('ends with 1 when the script fails, and says where', async () => {
    const { code, stdout, stderr } = await runCode('log("before");\nthrow new Error("broken");');
    expect([code, stdout]).toEqual([1, 'before\n']);
    expect(stderr).toContain('broken');
    expect(stderr).toMatch(/:2\b/);
  });

  it.runIf(isFull)('ends with 124 when its time is up, and with 2 for a time that is none', async () => {
    expect((await runCode(`${PROMPT} await sleep(60_000);`, '--timeout', '1')).code).toBe(124);
    expect((await runCode('', '--timeout', 'soon')).code).toBe(2);
  });

  it('cancels the run at Ctrl+C and ends with 130', async () => {
    const running = beginHere(['scripts', 'run', '-', '--data-dir', agent.dataDir]);
    running.stdin.end(`${PROMPT} log("begun"); await sleep(600_000);`);
    await vi.waitUntil(() => running.said.stdout.includes('begun'), { timeout: 20_000 });
    running.interrupt();
    expect((await running.ended).code).toBe(130);
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
});

describe.runIf(isFull)('the examples of `scripts new --example`', async () => {
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
