import { beforeEach, describe, expect, it } from 'vitest';
import { NO_AI } from '../../../server/features/ai/ai-settings.ts';
import { aiSettingsStore } from '../../../server/features/ai/settings-store.ts';
import { GOOD_KEY, startModelServer } from '../../helpers/ai-imitation/model-server.ts';
import { runHere } from '../../helpers/cli.ts';
import { failsWith } from '../../helpers/cli-ends.ts';
import { testFolder } from '../../helpers/file-folder.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { aiKeySeal } from '../../helpers/saved-sessions.ts';

const KEY = 'sk-test-0123456789abcdef';

let dataDir: string;
beforeEach(async () => {
  dataDir = await testFolder();
});

/** Runs `local-agent config …` with `input` on standard input. */
const config = (args: string[], input = '') => runHere(['config', ...args, '--data-dir', dataDir], input);

describe('config', () => {
  it('sets a model step by step, and says what is missing yet', async () => {
    expect((await config(['set', 'ai.provider', 'openai'])).stderr).toContain('Enter the OpenAI model');
    expect((await config(['set', 'ai.model', 'gpt-5-mini'])).stderr).toContain('OpenAI needs an API key');
    expect(await config(['set', 'ai.key', '--stdin'], `${KEY}\n`)).toEqual({
      code: 0,
      stdout: 'Set ai.key.\n',
      stderr: '',
    });
    await config(['set', 'ai.monthly-cap', '5']);
    await config(['set', 'ai.price', '0.25/2']);
    expect(JSON.parse((await config(['list', '--json'])).stdout)).toEqual({
      'ai.provider': 'openai',
      'ai.model': 'gpt-5-mini',
      'ai.picture-model': null,
      'ai.key': '(set, never shown)',
      'ai.base-url': null,
      'ai.price': '0.25/2',
      'ai.monthly-cap': '5',
    });
  });

  it('never prints the key', async () => {
    await config(['set', 'ai.provider', 'openai']);
    const said = [
      await config(['set', 'ai.key', '--stdin'], KEY),
      await config(['get', 'ai.key']),
      await config(['list']),
    ];
    expect(JSON.stringify(said)).not.toContain(KEY);
  });

  it('takes no key from the command line, and does not repeat it', async () => {
    const { code, stderr } = await config(['set', 'ai.key', KEY]);
    expect(code).toBe(1);
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
      code: 1,
      stderr: 'local-agent: ai.provider is not set.\n',
    });
  });

  it.each([
    [['set', 'ai.provider', 'skynet'], 'The providers are local, openai, anthropic'],
    [['set', 'ai.price', 'cheap'], 'such as 0.25/2'],
    [['set', 'ai.colour', 'red'], 'Unknown setting ai.colour'],
    [['set', 'ai.model'], 'local-agent config set ai.model <value>'],
    [['set', 'ai.key'], 'Pass the key on standard input'],
    [['set', 'ai.key', '--stdin'], 'No key on standard input'],
  ])('says what is wrong with %j', async (args, message) =>
    expect(await config(args)).toMatchObject(failsWith(message)),
  );

  it('does not choose for a hosted project', async () => {
    const hosted = ['--supabase-url', 'https://x.supabase.co', '--supabase-key', 'k'];
    expect((await config(['set', 'ai.provider', 'openai', ...hosted])).stderr).toContain('supabase secrets set');
  });
});

describe('config models', () => {
  const server = ofFile(() => startModelServer());

  it('lists what the chosen provider offers, for people and for programs, without the key', async () => {
    expect(await config(['models'])).toMatchObject(failsWith('Choose a provider first.'));
    const choice = { provider: 'openai' as const, baseUrl: server.baseUrl('openai'), apiKey: GOOD_KEY };
    await aiSettingsStore(dataDir, NO_AI, aiKeySeal(dataDir)).change(choice);
    const { stdout: table } = await config(['models']);
    expect(table).toMatch(/MODEL\s+FOR\nsmall-writer\s+posts\nlarge-writer\s+posts\nsmall-image\s+pictures\n/);
    expect(table).not.toContain(GOOD_KEY);
    expect(JSON.parse((await config(['models', '--json'])).stdout)).toEqual({
      writers: ['small-writer', 'large-writer'],
      pictures: ['small-image'],
    });
  });
});
