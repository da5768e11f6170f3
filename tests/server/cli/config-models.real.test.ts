import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProgram } from '../../../server/cli/program.ts';
import { NO_AI } from '../../../server/features/ai/ai-settings.ts';
import { aiSettingsStore } from '../../../server/features/ai/settings-store.ts';
import { GOOD_KEY, type ModelServer, startModelServer } from '../../helpers/ai-imitation/model-server.ts';
import { aiKeySeal } from '../../helpers/saved-sessions.ts';

let server: ModelServer;
let dataDir: string;

beforeAll(async () => {
  [server, dataDir] = await Promise.all([startModelServer(), mkdtemp(join(tmpdir(), 'local-agent-models-'))]);
});
afterAll(() => Promise.all([server?.close(), rm(dataDir, { recursive: true, force: true })]));

/** What `local-agent config models` prints. */
async function models(...args: string[]): Promise<string> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const commandLine = ['config', 'models', ...args, '--data-dir', dataDir];
  const terminal = { stdin, stdout, stderr, ending: new AbortController().signal };
  await (await buildProgram(terminal, commandLine)).parseAsync(commandLine, { from: 'user' });
  stdout.end();
  return text(stdout);
}

it('asks for a provider, then for its key', async () => {
  await expect(models()).rejects.toThrow('Choose a provider first.');
  await aiSettingsStore(dataDir, NO_AI, aiKeySeal(dataDir)).change({ provider: 'openai' });
  await expect(models()).rejects.toThrow('OpenAI needs an API key');
});

it('lists what the provider offers, for people and for programs, without the key', async () => {
  await aiSettingsStore(dataDir, NO_AI, aiKeySeal(dataDir)).change({
    baseUrl: server.baseUrl('openai'),
    apiKey: GOOD_KEY,
  });
  const table = await models();
  expect(table).toMatch(/MODEL\s+FOR\nsmall-writer\s+posts\nlarge-writer\s+posts\nsmall-image\s+pictures\n/);
  expect(table).not.toContain(GOOD_KEY);
  expect(JSON.parse(await models('--json'))).toEqual({
    writers: ['small-writer', 'large-writer'],
    pictures: ['small-image'],
  });
});
