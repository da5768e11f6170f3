import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { screen } from '@testing-library/dom';
import { afterAll, describe, expect, it } from 'vitest';
import type { ListedModel } from '../../../server/features/ai/local/models.ts';
import { startTestAgent } from '../../helpers/agent.ts';
import { LOCAL_AI_PATH } from '../../helpers/agent-paths.ts';
import { appInDocument, says } from '../../helpers/component/app.tsx';
import { isFull } from '../../helpers/depth.ts';
import { type GgufServer, modelBytes, sha256Of, startGgufServer } from '../../helpers/gguf-server.ts';
import { standInNpm } from '../../helpers/stand-in-npm.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

/** A local model in Settings, from installation to removal. The tests build on one another. */

const FILE = modelBytes(400_000);
const MODEL: ListedModel = {
  id: 'small-3b',
  title: 'Small 3B',
  publisher: 'Somebody',
  quantiser: null,
  licence: 'Apache 2.0',
  languages: 'English, German',
  repository: 'somebody/small',
  revision: 'main',
  file: 'small.gguf',
  bytes: FILE.length,
  sha256: sha256Of(FILE),
  memoryBytes: 3_000_000_000,
};
const LARGE: ListedModel = { ...MODEL, id: 'large-30b', title: 'Large 30B', memoryBytes: 30_000_000_000 };

let models: GgufServer;
let folder: string;

const app = appInDocument(async () => {
  const dataDir = await newWorkspace();
  folder = join(dataDir, 'stand-in');
  await mkdir(folder);
  models = await startGgufServer(FILE);
  const npm = await standInNpm(folder);
  const machine = { platform: 'linux', arch: 'x64', isMusl: false };
  const download = { pause: async () => undefined };
  const localAi = { listed: [MODEL, LARGE], machine, memoryBytes: 8e9, freeBytes: async () => 90e9, npm, download };
  return startTestAgent({ dataDir, aiModelsMirror: `${models.origin}/models` }, { localAi });
});
afterAll(() => models?.close());

const { press, fill, choose } = app;
const get = async (path: string) => (await app.agent.call(path)).json();
const open = () => app.open('/settings/ai');

describe('the card for a model on this machine', () => {
  it('says what the recommended model is and takes, before anything is downloaded', async () => {
    await open();
    await says('On this machine: free, private', 'Small 3B · recommended');
    await says('By Somebody, licence Apache 2.0.', 'Uses 3.0 GB of memory while it writes.');
    await says('50 MB to download, 90.0 GB free');
    expect(models.ranges).toEqual([]);
  });

  it('shows how far it is, can be cancelled, and says what went wrong, with its remedy', async () => {
    models.play({ holdsAfter: 100_000 });
    await open();
    await press('Install and Use');
    await says('Installing Small 3B', 'Downloading the model:');
    await screen.findByRole('progressbar', { name: 'Installing Small 3B' });
    await press('Cancel');
    await says('Small 3B · partly downloaded');
    expect((await get(LOCAL_AI_PATH)).chosen).toBeNull();
    models.play({ status: 401 });
    await press('Continue');
    await says('requires a login for this file (status 401)');
  });

  it('continues from where it was, and writes from then on; removing it asks first', async () => {
    models.play();
    models.ranges.length = 0;
    await open();
    await press('Continue');
    await says('Small 3B is installed', 'Small 3B · in use');
    expect(models.ranges).toEqual([expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
    expect(await get('/api/ai')).toMatchObject({ provider: 'local', model: 'small-3b' });
    await press('Remove');
    await says('Remove Small 3B?');
    await press('Remove', { inside: await screen.findByRole('dialog') });
    await says('Model removed', 'Built-in writer (no AI)', 'Small 3B · recommended');
    expect(await get('/api/ai')).toMatchObject({ provider: null });
  });

  it.runIf(isFull)('takes any other GGUF file, by its path, and says what is wrong with what was typed', async () => {
    await open();
    await choose('Model on this machine', 'Another GGUF file…');
    await fill('GGUF file', 'http://models.example/own.gguf');
    await press('Install and Use');
    await says('Give the address of a GGUF file that begins with https://.');
    const own = join(folder, 'Own 1B.gguf');
    await writeFile(own, FILE);
    await fill('GGUF file', own);
    await app.user.keyboard('{Enter}');
    await says('Own 1B is installed', 'Own 1B · in use', `From ${own}.`);
  });
});
