import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dependencies } from '../../package.json';
import { processesOn } from '../helpers/cli.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

let folder: string;
let tarball: string;
let files: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-agent-package-'));
  await chmod(folder, 0o711);
  // The build is there: npm test has just made it.
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd: root });
  const [packed] = Object.values<{ filename: string; files: { path: string }[] }>(JSON.parse(stdout));
  tarball = join(folder, packed?.filename ?? '');
  files = packed?.files.map(({ path }) => path) ?? [];
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the packed package', () => {
  it('holds the program, the UI, the Supabase project and the licences', () => {
    const expected = [
      'bin/local-agent.js',
      'dist/server/main.js',
      'dist/server/script-runner.js',
      'dist/server/third-party-licenses.md',
      'dist/ui/index.html',
      'dist/ui/third-party-licenses.md',
      'supabase/seed.sql',
      'LICENSE',
      'README.md',
      'THIRD-PARTY-NOTICES.md',
    ];
    expect(files).toEqual(expect.arrayContaining(expected));
    expect(files.some((path) => /^supabase\/migrations\/\d+_\w+\.sql$/.test(path))).toBe(true);
  });

  it('holds neither the sources of server and UI nor tests', () => {
    expect(files.filter((path) => /^(server|ui|tests|bench|docs)\//.test(path))).toEqual([]);
  });

  it('needs nothing at run time that npm does not install with it', async () => {
    // Behind lazy imports of @supabase/lite and @puppeteer/replay that the agent never reaches (tsup.config.ts).
    const neverReached = ['pgsql-parser', 'kysely-generic-sqlite', 'puppeteer', 'lighthouse'];
    const chunks = files.filter((path) => /^dist\/server\/.*\.js$/.test(path));
    const imported = await Promise.all(
      chunks.map(async (path) => ts.preProcessFile(await readFile(join(root, path), 'utf8'), true, true).importedFiles),
    );
    const packages = imported
      .flat()
      .map(({ fileName }) => fileName)
      .filter((name) => !name.startsWith('.') && !isBuiltin(name))
      .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    const missing = packages.filter((name) => !(name in dependencies) && !neverReached.includes(name));
    expect(missing).toEqual([]);
  });

  it('installed in an empty folder, starts with npx, serves UI and API, runs scripts, and ends with npx', async () => {
    const project = join(folder, 'project');
    const dataDir = join(folder, 'data');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), '{"private":true}');
    await run('npm', ['install', tarball, '--prefer-offline', '--engine-strict', ...QUIET], { cwd: project });
    const installed = await readdir(join(project, 'node_modules'));
    expect(installed.filter((name) => ['vite', 'typescript', 'tsup', 'react', 'kysely'].includes(name))).toEqual([]);

    const args = ['--no', 'local-agent', 'start', '--json', '--no-open', '--port', '0', '--data-dir', dataDir];
    const npx = spawn('npx', args, { cwd: project, stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = await once(createInterface({ input: npx.stdout }), 'line');
    const { url } = JSON.parse(line);
    const [page, health] = await Promise.all([fetch(url), fetch(`${url}/api/health`)]);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
    expect(await health.json()).toMatchObject({ name: 'local-agent' });

    const script = await fetch(`${url}/api/scripts/run`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${(await readFile(join(dataDir, 'agent-token'), 'utf8')).trim()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ script: "log(typeof require('puppeteer').launch)" }),
    });
    expect(await script.json()).toMatchObject({ logs: ['function'] });

    npx.kill('SIGTERM');
    await vi.waitUntil(async () => (await processesOn(dataDir)).length === 0, { timeout: 6_000, interval: 100 });
  });
});
