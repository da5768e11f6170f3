import { describe, expect, it } from 'vitest';
import { threadsFor } from '../../../../../server/features/ai/local/engine/engine.ts';
import { memoryAtHand } from '../../../../../server/features/ai/local/engine/memory.ts';
import { binariesFor, enginePackages } from '../../../../../server/features/ai/local/engine-package.ts';

describe('what a model on this machine takes', () => {
  it('leaves one core to the person at the machine, where there is more than one', () => {
    expect([1, 2, 8].map(threadsFor)).toEqual([1, 1, 7]);
  });

  it('is of the memory that this machine has', () => {
    expect(memoryAtHand()).toBeGreaterThan(0);
    expect(memoryAtHand()).toBeLessThan(1e14);
  });
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
