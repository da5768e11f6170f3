import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../server/config/config.ts';
import { modelOf, NO_AI, pictureModelOf, withChange } from '../../../../server/features/ai/ai-settings.ts';
import { aiOf } from '../../../../server/features/ai/feature.ts';
import { sortModels } from '../../../../server/features/ai/list-models.ts';
import { threadsFor } from '../../../../server/features/ai/local/engine/engine.ts';
import { binariesFor, enginePackages } from '../../../../server/features/ai/local/engine-package.ts';
import { addressOf, LISTED_MODELS, recommendedModel } from '../../../../server/features/ai/local/models.ts';
import { changeAi, describeAi, testAi } from '../../../../server/features/ai/service.ts';
import { aiSettingsStore } from '../../../../server/features/ai/settings-store.ts';
import { scriptEnvironment } from '../../../../server/system/environment.ts';
import { testFolder } from '../../../helpers/file-folder.ts';
import { aiKeySeal } from '../../../helpers/saved-sessions.ts';

const OPENAI = { ...NO_AI, provider: 'openai' as const, model: 'gpt-5-mini', apiKey: 'sk-1' };

let dataDir: string;
beforeEach(async () => {
  dataDir = await testFolder();
});

/** The store of an agent with these environment variables. */
function storeWith(variables: Record<string, string> = {}) {
  return aiSettingsStore(dataDir, aiOf(loadConfig({ dataDir }, variables)), aiKeySeal(dataDir));
}

describe('withChange', () => {
  it('keeps what is not named', () =>
    expect(withChange(OPENAI, { monthlyCapUsd: 5 })).toEqual({ ...OPENAI, monthlyCapUsd: 5 }));

  it('begins anew with another provider, but for the cap', () => {
    expect(withChange({ ...OPENAI, monthlyCapUsd: 5 }, { provider: 'ollama' })).toEqual({
      ...NO_AI,
      provider: 'ollama',
      monthlyCapUsd: 5,
    });
    expect(withChange(OPENAI, { provider: null })).toEqual(NO_AI);
  });

  it('keeps a picture model with its provider only, and takes none where there is none', () => {
    const withPictures = withChange(OPENAI, { pictureModel: 'gpt-image-2' });
    expect(withChange(withPictures, { model: 'gpt-5' })).toMatchObject({ pictureModel: 'gpt-image-2' });
    expect(withChange(withPictures, { provider: 'anthropic' })).toMatchObject({ pictureModel: null });
    expect(withChange(withPictures, { pictureModel: null })).toEqual(OPENAI);
    const anthropic = { ...NO_AI, provider: 'anthropic' as const };
    expect(() => withChange(anthropic, { pictureModel: 'x' })).toThrow(/Anthropic has no picture models/);
    expect(() => withChange(NO_AI, { pictureModel: 'x' })).toThrow(/Choose a provider first/);
  });

  it('keeps no key for another address, and no price for another model', () => {
    expect(withChange(OPENAI, { baseUrl: 'https://elsewhere.example' })).toMatchObject({ apiKey: null });
    expect(withChange(OPENAI, { baseUrl: 'https://elsewhere.example', apiKey: 'sk-2' })).toMatchObject({
      apiKey: 'sk-2',
    });
    expect(withChange({ ...OPENAI, price: { input: 1, output: 2 } }, { model: 'gpt-5' })).toMatchObject({
      price: null,
    });
  });
});

describe('the key in ai.json', () => {
  const file = () => readFile(join(dataDir, 'ai.json'), 'utf8');

  it('is encrypted, kept as it is by other changes, and gone with its provider', async () => {
    await storeWith().change({ provider: 'openai', apiKey: 'sk-planted' });
    const { sealedKey } = JSON.parse(await file());
    expect(await file()).not.toContain('planted');
    await storeWith().change({ model: 'gpt-5-mini' });
    expect(JSON.parse(await file())).toMatchObject({ sealedKey, apiKey: null, model: 'gpt-5-mini' });
    expect((await storeWith().current()).settings.apiKey).toBe('sk-planted');
    await storeWith().change({ provider: 'anthropic' });
    expect(JSON.parse(await file())).toMatchObject({ sealedKey: null, apiKey: null });
  });

  it('of an earlier version works as it is, and is encrypted by a start or the next change', async () => {
    const plain = JSON.stringify({ provider: 'openai', apiKey: 'sk-planted' });
    await writeFile(join(dataDir, 'ai.json'), plain);
    expect((await storeWith().current()).settings.apiKey).toBe('sk-planted');
    expect([await storeWith().sealPlainKey(), await storeWith().sealPlainKey()]).toEqual([true, false]);
    await writeFile(join(dataDir, 'ai.json'), plain);
    await storeWith().change({ monthlyCapUsd: 5 });
    expect(await file()).not.toContain('planted');
    expect((await storeWith().current()).settings).toMatchObject({ apiKey: 'sk-planted', monthlyCapUsd: 5 });
  });

  it('has to be given again where it cannot be read any more', async () => {
    await storeWith().change({ provider: 'openai', apiKey: 'sk-planted' });
    await rm(join(dataDir, 'channels'), { recursive: true });
    expect((await storeWith().current()).settings).toMatchObject({ provider: 'openai', apiKey: null });
    await storeWith().change({ apiKey: 'sk-again' });
    expect((await storeWith().current()).settings.apiKey).toBe('sk-again');
  });
});

describe('modelOf', () => {
  it('is null for the built-in writer, and the choice when it is complete', () => {
    expect(modelOf(NO_AI)).toBeNull();
    expect(modelOf(OPENAI)).toMatchObject({ provider: 'openai', model: 'gpt-5-mini' });
  });

  it('has the picture model beside it, with the same key and no price', () => {
    const settings = { ...OPENAI, pictureModel: 'gpt-image-2', price: { input: 1, output: 2 } };
    expect(pictureModelOf(settings, modelOf(settings))).toMatchObject({
      model: 'gpt-image-2',
      apiKey: 'sk-1',
      price: null,
    });
    expect(pictureModelOf(OPENAI, modelOf(OPENAI))).toBeNull();
    expect(pictureModelOf(settings, null)).toBeNull();
  });

  it.each([
    [{ model: null }, /Enter the OpenAI model/],
    [{ apiKey: null }, /OpenAI needs an API key/],
    [{ provider: 'openai-compatible' as const }, /Enter the server address/],
  ])('asks for what is missing: %j', (missing, message) =>
    expect(() => modelOf({ ...OPENAI, ...missing })).toThrow(message),
  );
});

describe('a choice by the environment', () => {
  const variables = {
    LOCAL_AGENT_AI_PROVIDER: 'ollama',
    LOCAL_AGENT_AI_MODEL: 'llama3.2',
    LOCAL_AGENT_AI_PICTURE_MODEL: 'x/z-image-turbo',
  };

  it('wins as a whole, and cannot be changed here', async () => {
    await storeWith().change(OPENAI);
    const store = storeWith(variables);
    const { source, settings } = await store.current();
    const model = { provider: 'ollama', model: 'llama3.2', pictureModel: 'x/z-image-turbo' };
    expect([source, settings]).toEqual(['environment', { ...NO_AI, ...model }]);
    await expect(store.change({ model: 'other' })).rejects.toThrow(/set by LOCAL_AGENT_AI_PROVIDER/);
    expect((await storeWith().current()).settings).toEqual(OPENAI);
  });

  it('is nothing that scripts are given', () =>
    expect(scriptEnvironment({ LOCAL_AGENT_AI_KEY: 'sk-1', OPENAI_API_KEY: 'sk-2', PATH: '/bin' })).toEqual({
      PATH: '/bin',
    }));

  it('may be the cap alone', async () => {
    await storeWith().change({ ...OPENAI, monthlyCapUsd: 9 });
    const store = storeWith({ LOCAL_AGENT_AI_MONTHLY_CAP: '2.5' });
    expect(await store.current()).toEqual({ source: 'stored', settings: { ...OPENAI, monthlyCapUsd: 2.5 } });
    await expect(store.change({ monthlyCapUsd: 3 })).rejects.toThrow(/set by LOCAL_AGENT_AI_MONTHLY_CAP/);
  });
});

describe('a hosted project', () => {
  const engine = { answer: () => Promise.reject(new Error('A hosted project has no engine.')) };
  const hosted = () => ({ mode: 'hosted' as const, store: storeWith(), engine });

  it('has its model from the secrets of its function, and none from here', async () => {
    await storeWith().change(OPENAI);
    expect(await describeAi(hosted(), null)).toMatchObject({
      source: 'function',
      provider: null,
      hasKey: false,
      month: null,
    });
    await expect(changeAi(hosted(), { provider: 'ollama' })).rejects.toThrow(/supabase secrets set/);
    await expect(testAi(hosted(), {}, null)).rejects.toThrow(/supabase secrets set/);
  });
});

it.each([
  ['gpt-5-mini', 'writers'],
  ['claude-haiku-5-5', 'writers'],
  ['gpt-image-2.5-flare', 'pictures'],
  ['gemini-3.1-flash-image', 'pictures'],
  ['imagen-4.0-generate-001', 'pictures'],
  ['stable-diffusion-3.5-large', 'pictures'],
  ['text-embedding-3-small', 'neither'],
  ['whisper-1', 'neither'],
  ['gpt-4o-mini-tts', 'neither'],
  ['gpt-realtime', 'neither'],
  ['omni-moderation-latest', 'neither'],
  ['sora-2', 'neither'],
  ['veo-3.1-generate-preview', 'neither'],
] as const)('%s is for %s', (id, kind) =>
  expect(sortModels([{ id }])).toEqual({ writers: [], pictures: [], ...(kind !== 'neither' && { [kind]: [id] }) }),
);

it('keeps the order of the provider, each once, and leaves out what answers to nothing that we ask', () => {
  const listed = [
    { id: 'b', methods: ['generateContent', 'countTokens'] },
    { id: 'a' },
    { id: 'b' },
    { id: 'c', methods: ['embedContent'] },
    { id: 'imagen-4', methods: ['predict'] },
  ];
  expect(sortModels(listed)).toEqual({ writers: ['b', 'a'], pictures: ['imagen-4'] });
});

it('what a model on this machine takes leaves one core to the person at the machine, where there is more than one', () =>
  expect([1, 2, 8].map(threadsFor)).toEqual([1, 1, 7]));

describe('what npm is given to install the engine', () => {
  const machines = ['linux', 'darwin', 'win32'].flatMap((platform) =>
    ['x64', 'arm64'].map((arch) => ({ platform, arch, isMusl: false })),
  );

  it.each(machines)('is pinned by version and digest on $platform $arch, the binaries too', (machine) => {
    const { dependencies, packages } = enginePackages(binariesFor(machine));
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    for (const name of Object.keys(dependencies)) expect(packages).toHaveProperty([`node_modules/${name}`]);
    const loose = Object.entries(packages).filter(
      ([, entry]) => !/^sha512-[\w+/]{86}==$/.test(String(Reflect.get(entry, 'integrity'))),
    );
    expect(loose).toEqual([]);
  });
});

describe('the models that are offered', () => {
  it.each(LISTED_MODELS)('$id is a file of one revision, with its digest', (model) => {
    expect(addressOf(model, null)).toMatch(
      /^https:\/\/huggingface\.co\/[\w.-]+\/[\w.-]+\/resolve\/[0-9a-f]{40}\/[\w.-]+\.gguf$/,
    );
    expect(model.sha256).toMatch(/^[0-9a-f]{64}$/);
    // The quantiser is named unless it is the publisher, who is then the owner of the repository.
    const owner = model.repository.split('/')[0];
    expect(model.quantiser ?? owner).toBe(owner);
    expect(['mistralai', 'ibm-granite', 'LiquidAI'].includes(owner ?? '')).toBe(model.quantiser === null);
  });

  it('begin with the one whose publisher measured the best writing, where there is room for it', () => {
    const gigabytes = (count: number) => recommendedModel(LISTED_MODELS, count * 1e9)?.id;
    expect([16, 8, 5, 4, 2].map(gigabytes)).toEqual([
      'qwen3-4b-instruct-2507',
      'qwen3-4b-instruct-2507',
      'ministral-3-3b-instruct',
      'lfm2.5-1.2b-instruct',
      undefined,
    ]);
  });
});
