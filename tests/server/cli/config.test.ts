import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildProgram } from '../../../server/cli/program.ts';
import { endOf } from '../../../server/cli/terminal/exit-code.ts';

const KEY = 'sk-test-0123456789abcdef';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'local-agent-config-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

type Result = { exitCode: number; stdout: string; stderr: string };

/** Runs `local-agent config …` with `input` on standard input. */
async function config(args: string[], input = ''): Promise<Result> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(input);
  const commandLine = ['config', ...args, '--data-dir', dataDir];
  const terminal = { stdin, stdout, stderr, ending: new AbortController().signal };
  const program = await buildProgram(terminal, commandLine);
  const { exitCode, message } = await program.parseAsync(commandLine, { from: 'user' }).then(
    () => ({ exitCode: 0, message: null }),
    (error: unknown) => endOf(error),
  );
  stdout.end();
  stderr.end();
  return { exitCode, stdout: await text(stdout), stderr: `${await text(stderr)}${message ?? ''}` };
}

describe('config', () => {
  it('sets a model step by step, and says what is missing yet', async () => {
    expect((await config(['set', 'ai.provider', 'openai'])).stderr).toContain('Enter the OpenAI model');
    expect((await config(['set', 'ai.model', 'gpt-5-mini'])).stderr).toContain('OpenAI needs an API key');
    expect(await config(['set', 'ai.key', '--stdin'], `${KEY}\n`)).toEqual({
      exitCode: 0,
      stdout: 'Set ai.key.\n',
      stderr: '',
    });
    await config(['set', 'ai.monthly-cap', '5']);
    await config(['set', 'ai.price', '0.25/2']);
    const { stdout } = await config(['list', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      'ai.provider': 'openai',
      'ai.model': 'gpt-5-mini',
      'ai.picture-model': null,
      'ai.key': '(set, never shown)',
      'ai.base-url': null,
      'ai.price': '0.25/2',
      'ai.monthly-cap': '5',
    });
  });

  it('never prints the key, and keeps it encrypted, where only this user reads it', async () => {
    await config(['set', 'ai.provider', 'openai']);
    const said = [
      await config(['set', 'ai.key', '--stdin'], KEY),
      await config(['get', 'ai.key']),
      await config(['list']),
    ];
    expect(JSON.stringify(said)).not.toContain(KEY);
    const file = join(dataDir, 'ai.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).not.toContain(KEY);
  });

  it('takes no key from the command line, and does not repeat it', async () => {
    const { exitCode, stderr } = await config(['set', 'ai.key', KEY]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('printf %s "$KEY" | local-agent config set ai.key --stdin');
    expect(stderr).not.toContain(KEY);
  });

  it('gets and unsets', async () => {
    await config(['set', 'ai.provider', 'ollama']);
    expect((await config(['get', 'ai.provider'])).stdout).toBe('ollama\n');
    expect(await config(['unset', 'ai.provider'])).toMatchObject({
      stdout: 'Unset ai.provider.\n',
      stderr: expect.stringContaining('built-in writer'),
    });
    expect(await config(['get', 'ai.provider'])).toMatchObject({
      exitCode: 1,
      stderr: 'local-agent: ai.provider is not set.',
    });
  });

  it.each([
    [['set', 'ai.provider', 'skynet'], 'The providers are local, openai, anthropic'],
    [['set', 'ai.monthly-cap', 'much'], 'Give the cap in US dollars'],
    [['set', 'ai.price', 'cheap'], 'such as 0.25/2'],
    [['set', 'ai.base-url', 'nowhere'], 'Enter the server address'],
    [['set', 'ai.colour', 'red'], 'Unknown setting ai.colour'],
    [['set', 'ai.model', 'gpt-5'], 'Choose a provider first'],
    [['set', 'ai.model'], 'local-agent config set ai.model <value>'],
    [['set', 'ai.key'], 'Pass the key on standard input'],
    [['set', 'ai.key', '--stdin'], 'No key on standard input'],
  ])('says what is wrong with %j', async (args, message) => {
    expect(await config(args)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(message) });
  });

  it('does not choose for a hosted project', async () => {
    const hosted = ['--supabase-url', 'https://x.supabase.co', '--supabase-key', 'k'];
    const { stderr } = await config(['set', 'ai.provider', 'openai', ...hosted]);
    expect(stderr).toContain('supabase secrets set');
  });
});
