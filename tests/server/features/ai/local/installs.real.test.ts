import { cp, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createInstallation, localAiPlaces } from '../../../../../server/features/ai/local/installation.ts';
import { createInstalls, type InstallsDeps } from '../../../../../server/features/ai/local/installs.ts';
import type { LocalInstall } from '../../../../../shared/ai/local-ai.ts';
import { isFull } from '../../../../helpers/depth.ts';
import { fileFolder, testFolder } from '../../../../helpers/file-folder.ts';
import { listedModel, modelBytes, startGgufServer } from '../../../../helpers/gguf-server.ts';
import { ofFile } from '../../../../helpers/of-file.ts';
import { standInNpm } from '../../../../helpers/stand-in-npm.ts';

const FILE = modelBytes(300_000);
const SMALL = listedModel('small', 'Small', FILE, 1_000_000);
const OTHER = { ...SMALL, id: 'other', title: 'Other' };
const RUNNING = 20_000;

const withEngine = await fileFolder();
let dataDir: string;
let chosen: string[];

const server = ofFile(() => startGgufServer(FILE));
beforeEach(async () => {
  dataDir = await testFolder();
  chosen = [];
  server.play();
  server.ranges.length = 0;
});

const at = () => ({ places: localAiPlaces(dataDir), installation: createInstallation(dataDir) });

/** An agent's installations, with a simulated machine and npm. */
function agent(npm: string | null, changes: Partial<InstallsDeps> = {}) {
  const freeBytes = async () => 1e12;
  return createInstalls({
    ...at(),
    dataDir,
    listed: [SMALL, OTHER],
    mirror: `${server.origin}/models`,
    memoryBytes: 8e9,
    choose: async (model) => chosen.push(model) > 0,
    log: { warn: () => undefined },
    engine: { machine: { platform: 'linux', arch: 'x64', isMusl: false }, env: process.env, freeBytes, npm },
    download: { freeBytes, pause: async () => undefined },
    ...changes,
  });
}

async function installed(installs: ReturnType<typeof agent>, request = {}): Promise<LocalInstall> {
  const live = await installs.start(request);
  await live.over;
  return live.install;
}

/** Resolves once the download of the model has begun. */
async function untilSomeCame(installs: ReturnType<typeof agent>): Promise<void> {
  const live = await installs.start({});
  await new Promise<void>((resolve) => {
    const look = () => {
      if (live.install.state === 'running' && live.install.step === 'model') resolve();
    };
    live.follow(look);
    look();
  });
}

describe('an installation', () => {
  it('brings the engine and the recommended model, and has it write', { timeout: RUNNING }, async () => {
    const npm = await standInNpm(join(dataDir, 'npm'));
    const steps = new Set<string>();
    const installs = agent(npm);
    const live = await installs.start({});
    live.follow(() => live.install.state === 'running' && steps.add(live.install.step));
    await live.over;
    expect([live.install, chosen]).toEqual([{ state: 'done', model: 'small', isChosen: true }, ['small']]);
    expect([...steps]).toEqual(expect.arrayContaining(['engine-check', 'model', 'model-check']));
    const { places, installation } = at();
    expect(installation.enginePackage()).toBe(places.engine);
    expect(installation.modelFile('small')).toBe(places.file('small'));
    expect((await readFile(places.file('small'))).equals(FILE)).toBe(true);
    expect((await readdir(places.models)).sort()).toEqual(['small.gguf', 'small.json']);
    expect(await readdir(places.root)).not.toContain('installing.json');
  });

  it('has npm install the engine and one package of binaries, without scripts and without our settings', async () => {
    process.env.LOCAL_AGENT_AI_KEY_OF_TEST = 'secret';
    const npm = await standInNpm(join(dataDir, 'npm'));
    await installed(agent(npm)).finally(() => delete process.env.LOCAL_AGENT_AI_KEY_OF_TEST);
    const called = JSON.parse(await readFile(join(dataDir, 'npm', 'called.json'), 'utf8'));
    expect(called.args).toEqual(expect.arrayContaining(['ci', '--ignore-scripts', '--omit=optional']));
    expect(called.env.LOCAL_AGENT_AI_KEY_OF_TEST).toBeUndefined();
    const binaries = called.packages.filter((name: string) => name.includes('@node-llama-cpp/'));
    expect(binaries).toEqual(['node_modules/@node-llama-cpp/linux-x64']);
    expect(called.packages).toContain('node_modules/node-llama-cpp');
  });
});

describe('an engine that cannot be had', () => {
  it.each([
    ['npm is missing', null, 'npm was not found next to Node'],
    [
      'npm fails',
      { npm: "console.error('npm error 404 Not Found - GET node-llama-cpp'); process.exit(1);" },
      '404 Not Found',
    ],
    ['it does not run here', { engine: "throw new Error('wrong processor');" }, 'does not run on this machine'],
  ] as const)('is said with its remedy when %s, and leaves nothing', async (_what, standIn, message) => {
    const npm = standIn && (await standInNpm(join(dataDir, 'npm'), standIn));
    const end = await installed(agent(npm));
    expect(end).toMatchObject({ state: 'failed', code: 'unavailable', error: expect.stringContaining(message) });
    const { places, installation } = at();
    expect(installation.enginePackage()).toBeNull();
    expect(await readdir(places.engines).catch(() => [])).toEqual([]);
  });

  it('is said where there are no binaries for the machine', async () => {
    const { engine } = { engine: { machine: { platform: 'linux', arch: 'x64', isMusl: true }, env: {} } };
    const installs = agent('/npm-cli.js', { engine: { ...engine, freeBytes: async () => 1e12 } });
    expect(await installed(installs)).toMatchObject({ error: expect.stringContaining('Linux with musl') });
  });

  it.runIf(isFull)('leaves what a killed agent had begun behind', { timeout: RUNNING }, async () => {
    const { places, installation } = at();
    await mkdir(join(places.engines, '.installing-abc', 'node_modules'), { recursive: true });
    expect(installation.enginePackage()).toBeNull();
    await installed(agent(await standInNpm(join(dataDir, 'npm'))));
    expect(await readdir(places.engines)).toEqual([places.engine.split('/').at(-1)]);
  });
});

describe('one at a time', () => {
  let isMade = false;
  beforeEach(async () => {
    if (isMade) return cp(withEngine, dataDir, { recursive: true });
    await installed(agent(await standInNpm(join(dataDir, 'npm'))), { model: 'other' });
    await rm(at().places.models, { recursive: true });
    server.ranges.length = 0;
    await cp(dataDir, withEngine, { recursive: true });
    isMade = true;
  });

  it('refuses another model meanwhile, joins the same, and can be cancelled', async () => {
    server.play({ holdsAfter: 100_000 });
    const installs = agent(null);
    await untilSomeCame(installs);
    await expect(installs.start({ model: 'other' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await installs.start({ model: 'small' })).toBe(installs.live());
    expect(await installs.cancel()).toEqual({ state: 'cancelled', model: 'small' });
    expect(installs.live()).toBeNull();
    const { places, installation } = at();
    expect(installation.modelFile('small')).toBeNull();
    expect(await readdir(places.models)).toContain('small.gguf.part');
    // A cancelled installation is not resumed by the next agent.
    await agent(null).resume();
    expect(server.ranges).toHaveLength(1);
  });

  it('is continued by the next agent from where it was', async () => {
    server.play({ holdsAfter: 100_000 });
    const first = agent(null);
    await untilSomeCame(first);
    await first.close();
    expect(first.current()).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('continues when it starts'),
    });
    server.play();
    const second = agent(null);
    await second.resume();
    await second.live()?.over;
    expect(second.current()).toMatchObject({ state: 'done' });
    expect(server.ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/);
    expect((await readFile(at().places.file('small'))).equals(FILE)).toBe(true);
  });

  it('takes a file of the user’s own where it lies, and notices when it is another one', async () => {
    const own = join(dataDir, 'My Model.gguf');
    await writeFile(own, FILE);
    const end = await installed(agent(null), { file: own });
    expect(end).toMatchObject({ state: 'done', model: expect.stringMatching(/^my-model-[0-9a-f]{6}$/) });
    const { installation } = at();
    expect(installation.modelFile(end.model)).toBe(own);
    expect(installation.models()).toEqual([end.model]);
    await utimes(own, 1, 1);
    expect(installation.modelFile(end.model)).toBeNull();
  });
});

it.each([
  ['no model', { file: '/etc/hostname' }, 'bad_input'],
  ['not a whole path', { file: 'model.gguf' }, 'bad_input'],
  ['unknown', { model: 'unknown' }, 'not_found'],
])('a request refuses what is %s', (_what, request, code) =>
  expect(agent(null).start(request)).rejects.toMatchObject({ code }),
);

it('a request never opens a path by a model’s name', () => expect(at().installation.modelFile('../small')).toBeNull());
