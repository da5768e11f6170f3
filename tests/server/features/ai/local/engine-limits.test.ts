import { describe, expect, it } from 'vitest';
import { threadsFor } from '../../../../../server/features/ai/local/engine/engine.ts';
import { memoryAtHand } from '../../../../../server/features/ai/local/engine/memory.ts';
import { binariesFor, enginePackages } from '../../../../../server/features/ai/local/engine-package.ts';
import { addressOf, LISTED_MODELS, recommendedModel } from '../../../../../server/features/ai/local/models.ts';

it('what a model on this machine takes leaves one core to the person at the machine, where there is more than one', () =>
  expect([1, 2, 8].map(threadsFor)).toEqual([1, 1, 7]));

it('what a model on this machine takes is of the memory that this machine has', () => {
  expect(memoryAtHand()).toBeGreaterThan(0);
  expect(memoryAtHand()).toBeLessThan(1e14);
});

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
    // Who made a file is said where that is not the publisher, whose own repository is named like one of theirs.
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
