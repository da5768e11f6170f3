import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { localAiStateSchema } from '../../../shared/ai/local-ai.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { runHere } from '../../helpers/cli.ts';
import { fileFolder } from '../../helpers/file-folder.ts';
import { listedModel, modelBytes, startGgufServer } from '../../helpers/gguf-server.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { standInNpm } from '../../helpers/stand-in-npm.ts';

/** The `ai` commands with a running agent. The tests build on one another. */

const FILE = modelBytes(300_000);
const MODEL = listedModel('small-3b', 'Small 3B', FILE, 3_000_000_000);

const folder = await fileFolder();
const models = ofFile(() => startGgufServer(FILE));
const agent = ofFile(async () => {
  const localAi = {
    listed: [MODEL],
    machine: { platform: 'linux', arch: 'x64', isMusl: false },
    memoryBytes: 8e9,
    freeBytes: async () => 90e9,
    npm: await standInNpm(folder),
  };
  return startFoundAgent({ aiModelsMirror: `${models.origin}/models` }, { localAi });
});

const ai = (...args: string[]) => runHere(['ai', ...args, '--data-dir', agent.dataDir]);

it('lists the models with what they take, before anything is installed', async () => {
  const { code, stdout } = await ai('list');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^MODEL +SIZE +MEMORY +LICENCE/);
  expect(stdout).toMatch(/^small-3b +0 MB +3\.0 GB +Apache 2\.0 +English +recommended$/m);
});

it('says what it downloads and how far it is, and has the model write', async () => {
  const { code, stdout, stderr } = await ai('install');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'small-3b is installed. small-3b writes the posts from now on.\n',
  });
  expect(stderr).toMatch(/^The engine comes from npm: about 50 MB\.$/m);
  expect(stderr).toMatch(/^Licence: Apache 2\.0\.$/m);
  const state = localAiStateSchema.parse(JSON.parse((await ai('list', '--json')).stdout));
  expect(state).toMatchObject({ chosen: 'small-3b', engine: { state: 'installed' } });
});

it('takes a file of the user’s own, as JSON, and chooses between the two', async () => {
  const own = join(folder, 'Mine.gguf');
  await writeFile(own, FILE);
  const { stdout, stderr } = await ai('install', '--file', own, '--json');
  const { model, ...rest } = JSON.parse(stdout);
  expect({ rest, stderr }).toEqual({ rest: { state: 'done', isChosen: true }, stderr: '' });
  expect((await ai('use', 'small-3b')).stdout).toBe('small-3b writes the posts from now on.\n');
  expect((await ai('remove', model)).stdout).toBe(`Removed ${model}.\n`);
});

it.each([
  [['use', 'unknown'], 1, 'unknown is not installed on this machine'],
  [['install', 'unknown'], 1, 'There is no model “unknown”'],
  [['remove'], 2, 'Name the model to remove'],
  [['install', '--sha256', 'abc'], 2, '--sha256 needs --url'],
  [['install', '--cancel'], 1, 'Nothing is being installed'],
] as const)('refuses %j with exit code %i', async (args, exitCode, message) => {
  const { code, stdout, stderr } = await ai(...args);
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
  expect(stderr).toContain(message);
});

it('removes everything, and the built-in writer writes again', async () => {
  expect((await ai('remove', '--all')).code).toBe(0);
  const state = localAiStateSchema.parse(JSON.parse((await ai('list', '--json')).stdout));
  expect(state).toMatchObject({ chosen: null, engine: { state: 'missing' } });
  expect((await ai('test')).stderr).toContain('No model on this machine is chosen');
});
