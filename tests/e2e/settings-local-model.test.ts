import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedModel } from '../../server/features/ai/local/models.ts';
import { LOCAL_AI_PATH, LOCAL_INSTALL_PATH } from '../../shared/ai/local-ai.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { axeViolations, byRole, openBrowser, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { type GgufServer, modelBytes, sha256Of, startGgufServer } from '../helpers/gguf-server.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';
import { standInNpm } from '../helpers/stand-in-npm.ts';
import { newWorkspace } from '../helpers/workspace.ts';

/** A model on this machine in Settings, from one click to its removal. The order matters. */

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

let agent: TestAgent;
let browser: TestBrowser;
let models: GgufServer;
let page: Page;
let folder: string;

beforeAll(async () => {
  const dataDir = await newWorkspace();
  folder = join(dataDir, 'stand-in');
  await mkdir(folder);
  models = await startGgufServer(FILE);
  const npm = await standInNpm(folder);
  const machine = { platform: 'linux', arch: 'x64', isMusl: false };
  const download = { pause: async () => undefined };
  const localAi = { listed: [MODEL, LARGE], machine, memoryBytes: 8e9, freeBytes: async () => 90e9, npm, download };
  const overrides = { dataDir, aiModelsMirror: `${models.origin}/models` };
  [agent, browser] = await Promise.all([startTestAgent(overrides, { localAi }), openBrowser()]);
  page = await openSignedIn(browser, agent, await agent.addMember(), '/settings');
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), models?.close()]);
});

const press = (name: string) => byRole(page, 'button', name).click();
const get = async (path: string) => (await agent.call(path)).json();

describe('the card for a model on this machine', () => {
  it('says what the recommended model is and takes, before anything is downloaded', async () => {
    await waitForText(page, 'On this machine: free, private', 'Small 3B · recommended');
    await waitForText(page, 'By Somebody, licence Apache 2.0.', 'Takes 3.0 GB of memory while it writes.');
    await waitForText(page, '50 MB to download, 90.0 GB free');
    expect(models.ranges).toEqual([]);
  });

  it('shows how far it is, and can be cancelled', async () => {
    models.play({ holdsAfter: 100_000 });
    await press('Install and Use');
    await waitForText(page, 'Installing Small 3B', 'Downloading the model:');
    await page.waitForSelector('[role="progressbar"][aria-label="Installing Small 3B"]');
    await press('Cancel');
    await waitForText(page, 'Small 3B · partly downloaded');
    expect((await get(LOCAL_AI_PATH)).chosen).toBeNull();
  });

  it('says what went wrong, with its remedy', async () => {
    models.play({ status: 401 });
    await press('Continue');
    await waitForText(page, 'wants a login for this file (status 401)');
  });

  it.each(['light', 'dark'])('is readable for everybody in the %s theme, and on a narrow page', async (theme) => {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    expect(await axeViolations(page)).toEqual([]);
    const viewport = page.viewport();
    await page.setViewport({ width: 360, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.setViewport(viewport);
  });

  it('continues from where it was, and writes from then on', async () => {
    models.play();
    models.ranges.length = 0;
    await press('Continue');
    await waitForText(page, 'Small 3B is installed', 'Small 3B · writes now');
    expect(models.ranges).toEqual([expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
    expect(await get('/api/ai')).toMatchObject({ provider: 'local', model: 'small-3b' });
    expect((await get(LOCAL_INSTALL_PATH)).install).toEqual({ state: 'done', model: 'small-3b', isChosen: true });
    await byRole(page, 'combobox', 'Written by').click();
    await waitForText(page, 'On this machine');
    await page.keyboard.press('Escape');
  });

  it('asks before it removes the model; then the built-in writer writes again', async () => {
    await press('Remove');
    await waitForText(page, 'Remove Small 3B?');
    await (await page.waitForSelector('[role="dialog"] button:last-of-type::-p-text(Remove)'))?.click();
    await waitForText(page, 'Model removed', 'Built-in writer (no AI)', 'Small 3B · recommended');
    expect(await get('/api/ai')).toMatchObject({ provider: null });
  });

  it('takes any other GGUF file, by its path, and says what is wrong with what was typed', async () => {
    await byRole(page, 'combobox', 'Model on this machine').click();
    await byRole(page, 'option', 'Another GGUF file…').click();
    await press('Install and Use');
    await waitForText(page, 'Give an address or a path.');
    await byRole(page, 'textbox', 'GGUF file').fill('http://models.example/own.gguf');
    await byRole(page, 'textbox', 'SHA-256 of the file (optional)').fill('abc');
    await press('Install and Use');
    await waitForText(page, 'Give the address of a GGUF file that begins with https://.');
    await waitForText(page, 'A SHA-256 digest has 64 hexadecimal digits.');
    expect(await axeViolations(page)).toEqual([]);

    await byRole(page, 'textbox', 'GGUF file').fill(join(folder, 'gone.gguf'));
    await press('Install and Use');
    await waitForText(page, 'The installation could not begin', 'Give the path of a GGUF file.');
    const own = join(folder, 'Own 1B.gguf');
    await writeFile(own, FILE);
    await byRole(page, 'textbox', 'GGUF file').fill(own);
    await page.keyboard.press('Enter');
    await waitForText(page, 'Own 1B is installed', 'Own 1B · writes now', `From ${own}.`);
    const { chosen, models } = await get(LOCAL_AI_PATH);
    expect(models).toContainEqual(expect.objectContaining({ id: chosen, source: own, status: { state: 'installed' } }));
  });
});
