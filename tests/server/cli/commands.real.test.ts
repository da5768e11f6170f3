import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOG_FOLDER, openLogFile } from '../../../server/diagnostics/log/log-file.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { processesOn, runHere } from '../../helpers/cli.ts';
import { failsWith, succeedsWith } from '../../helpers/cli-ends.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

const commandsOn = (dataDir: () => string) => {
  const run = (args: string[], input?: string) => runHere([...args, '--data-dir', dataDir()], input);
  const runJson = async (...args: string[]): Promise<unknown> => {
    const { stdout, stderr } = await run([...args, '--json']);
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  };
  return { run, runJson };
};

it('without a running agent, commands open the workspace for themselves', async () => {
  const dataDir = await newWorkspace();
  const { run, runJson } = commandsOn(() => dataDir);
  const email = 'without@example.com';
  const added = await run(['users', 'add', email, '--password-stdin'], 'secret one\n');
  expect(added).toEqual({ code: 0, stdout: `Added ${email}.\n`, stderr: '' });
  expect(await runJson('users', 'list')).toEqual([expect.objectContaining({ email })]);
  expect(await run(['users', 'remove', email])).toMatchObject({ code: 0, stdout: `Removed ${email}.\n` });
  expect(await run(['logs', '--set-level', 'info'])).toMatchObject(failsWith('No agent'));
  expect(await run(['logs', '--level', 'loud'])).toMatchObject({ code: 2 });
  expect(await run(['status', '--deep'])).toMatchObject(failsWith('No agent'));
  expect(await processesOn(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});

// The order matters.
describe('with a running agent', () => {
  const agent = ofFile(async () => {
    const dataDir = await newWorkspace();
    const logStream = openLogFile(join(dataDir, LOG_FOLDER));
    const found = await startFoundAgent({ dataDir, logLevel: 'warn' }, { logStream });
    const { close } = found;
    return Object.assign(found, { close: () => close().finally(logStream.close) });
  });
  const { run, runJson } = commandsOn(() => agent.dataDir);
  const email = 'with@example.com';

  it('users add makes an account with the password from standard input, less its line break', async () => {
    const added = await run(['users', 'add', email, '--password-stdin'], 'secret one\n');
    expect(added).toEqual({ code: 0, stdout: `Added ${email}.\n`, stderr: '' });
    await agent.signIn(email, 'secret one');
  });

  it('users list shows the accounts, as a table or as JSON', async () => {
    const { stdout } = await run(['users', 'list']);
    expect(stdout).toMatch(/^EMAIL +ROLE +RUNS SCRIPTS +ADDED +LAST SIGN-IN\n/);
    expect(stdout).toMatch(new RegExp(`^${email} +owner +yes `, 'm'));
    expect(await runJson('users', 'list')).toEqual(expect.arrayContaining([expect.objectContaining({ email })]));
  });

  it('users set-password changes the password', async () => {
    const changed = await run(['users', 'set-password', email, '--password-stdin'], 'secret two');
    expect(changed).toMatchObject({ code: 0, stdout: `Changed the password of ${email}.\n` });
    await expect(agent.signIn(email, 'secret one')).rejects.toThrow();
    await agent.signIn(email, 'secret two');
  });

  it('logs shows what was written, and changes how much that is', async () => {
    expect(await run(['logs', '--set-level', 'info'])).toMatchObject(succeedsWith('info'));
    expect(await (await agent.call('/api/openapi.json')).json()).toMatchObject({ openapi: '3.1.1' });
    const { stdout } = await run(['logs', '--text', '/api/openapi.json', '--since', '5m']);
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d INFO +incoming request req=/);
    expect(await runJson('logs', '--text', 'incoming request', '--lines', '1')).toMatchObject({ level: 30 });
    expect(await runJson('logs', '--set-level', 'warn')).toEqual({ level: 'warn' });
  });

  it('status says whether the agent runs, and with --deep how it is', async () => {
    const { code, stdout } = await run(['status', '--deep']);
    expect(stdout).toMatch(/^local-agent \S+ is running at /);
    expect(stdout).toMatch(/\nDatabase +answers in .* connections in use, migrations up to date\n/);
    expect(code === 0).toBe(/\nStatus +ok\n$/.test(stdout));
    expect(await runJson('status')).toMatchObject({ running: true, url: agent.url });
  });

  it('users remove takes the account away, once', async () => {
    expect(await run(['users', 'remove', email])).toMatchObject({ code: 0, stdout: `Removed ${email}.\n` });
    expect(await run(['users', 'remove', email])).toMatchObject({ code: 1, stdout: '' });
    expect(await runJson('users', 'list')).toEqual([]);
  });

  it('a password is never guessed at: without a terminal it has to be on standard input', async () => {
    expect(await run(['users', 'add', email])).toMatchObject(failsWith('--password-stdin'));
    expect(await run(['users', 'add', email, '--password-stdin'], '\n')).toMatchObject({ code: 1 });
  });

  it('token prints the agent token, which opens the API and lies in a private file', async () => {
    const { stdout } = await run(['token']);
    const file = join(agent.dataDir, 'agent-token');
    expect(stdout).toBe(await readFile(file, 'utf8'));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await agent.call('/api/users', { token: stdout.trim() })).status).toBe(200);
  });

  it('generate says what is missing and ends with 1', async () => {
    const { code, stdout } = await run(['generate', '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { success: false, message: expect.any(String), created: 0 }]);
  });
});
