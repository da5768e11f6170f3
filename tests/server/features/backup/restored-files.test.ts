import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { settingSources } from '../../../../server/config/settings.ts';
import { keepHarmless, printable } from '../../../../server/features/backup/restored-files.ts';
import { testFolder } from '../../../helpers/file-folder.ts';

let top: string;
let work: string;
let dataDir: string;

beforeEach(async () => {
  top = await testFolder();
  [work, dataDir] = [join(top, 'work'), join(top, 'data')];
  await mkdir(dataDir);
});

async function put(path: string, content: unknown): Promise<void> {
  const file = join(work, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
}

const kept = async (path: string) => JSON.parse(await readFile(join(work, path), 'utf8').catch(() => 'null'));

it('takes no setting that opens the machine, sends anything elsewhere or holds a key, and names each', async () => {
  const harmful = Object.keys(settingSources).filter((name) => !/^(port|open|json|logLevel|script[A-Z].*)$/.test(name));
  expect(harmful).toEqual(expect.arrayContaining(['host', 'allowRemote', 'allowedOrigins', 'dataDir', 'databaseUrl']));
  const config = Object.fromEntries(harmful.map((name) => [name, 'https://evil.example']));
  await put('config.json', { ...config, mystery: 1, scriptMemory: 1e12, port: 4444, logLevel: 'info' });
  const { settings, notTaken } = await keepHarmless(work, dataDir);
  expect(await kept('config.json')).toEqual({ port: 4444, logLevel: 'info' });
  expect(settings).toEqual([
    { name: 'port', value: '4444' },
    { name: 'logLevel', value: '"info"' },
  ]);
  const named = [...harmful, 'mystery', 'scriptMemory'].map((name) => `"${name}" in config.json`);
  expect(notTaken.map(({ name }) => name)).toEqual(named);
});

it('leaves the machine its own config.json', async () => {
  await writeFile(join(dataDir, 'config.json'), '{}');
  await put('config.json', { port: 4444 });
  expect(await keepHarmless(work, dataDir)).toMatchObject({
    settings: [],
    notTaken: [{ name: '"port" in config.json' }],
  });
  expect(await kept('config.json')).toBeNull();
});

it('takes packages of the registry, and nothing that npm would run or fetch from elsewhere', async () => {
  await put('scripts/package.json', {
    scripts: { preinstall: 'touch pwned', postinstall: 'touch pwned' },
    workspaces: ['../..'],
    overrides: { 'left-pad': 'git+https://evil.example/x' },
    devDependencies: { evil: '1' },
    dependencies: {
      'left-pad': '^1.3.0',
      '@scope/it': '1.2.3-beta.1 || >=2 <3',
      git: 'git+https://evil.example/x.git',
      short: 'evil/repo',
      file: 'file:../x',
      alias: 'npm:evil@1',
      link: 'link:..',
      web: 'https://evil.example/x.tgz',
      '../x': '1',
      number: 1,
    },
  });
  await put('scripts/package-lock.json', '{}');
  const { packages, notTaken } = await keepHarmless(work, dataDir);
  const dependencies = { 'left-pad': '^1.3.0', '@scope/it': '1.2.3-beta.1 || >=2 <3' };
  expect(await kept('scripts/package.json')).toEqual({ private: true, dependencies });
  expect(await kept('scripts/package-lock.json')).toBeNull();
  expect(packages.map(({ name }) => name)).toEqual(Object.keys(dependencies));
  const names = notTaken.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['"scripts.preinstall" in scripts/package.json', 'scripts/package-lock.json']),
  );
  expect(names).toHaveLength(2 + 3 + 8 + 1);
});

it('takes nothing of a file that is no object, or nested without end', async () => {
  for (const text of ['[1]', 'null', '[', '['.repeat(900_000), ' '.repeat(2_000_000)]) {
    await put('config.json', text);
    expect((await keepHarmless(work, dataDir)).notTaken, text.slice(0, 9)).toHaveLength(1);
    expect(await kept('config.json')).toBeNull();
  }
});

it('shows names in one line, without what a terminal would obey', () => {
  expect(printable('a\u001b[2J\nb\u202e')).toBe('a\ufffd[2J\ufffdb\ufffd');
  expect(printable('x'.repeat(500))).toHaveLength(101);
});
