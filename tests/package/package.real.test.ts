import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import ts from 'typescript-api';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { dependencies, devDependencies } from '../../package.json';
import { processesOn } from '../helpers/cli.ts';
import { isFull } from '../helpers/depth.ts';
import { fileFolder } from '../helpers/file-folder.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
/** How long npm may take to install it, and npx to start it, on a busy machine. */
const INSTALL_MS = 300_000;

const folder = await fileFolder();
let tarball: string;
let files: string[];

beforeAll(async () => {
  // `npm test` has just built dist/. Only the tests of `test:full` need the tarball itself.
  const [cwd, target] = isFull ? [root, []] : [await withoutContents(root, join(folder, 'names')), ['--dry-run']];
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...target];
  const { stdout } = await run('npm', args, { cwd });
  const [packed] = Object.values<{ filename: string; files: { path: string }[] }>(JSON.parse(stdout));
  tarball = join(folder, packed?.filename ?? '');
  files = packed?.files.map(({ path }) => path) ?? [];
});

/** Copies all files without their contents: npm lists the same ones, but need not compress 23 MB for seconds. */
async function withoutContents(from: string, to: string): Promise<string> {
  const copy = async (path: string): Promise<void> => {
    await mkdir(join(to, path), { recursive: true });
    for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
      const inner = posix.join(path, entry.name);
      const isRule = entry.name === 'package.json' || /^\.\w+ignore$/.test(entry.name);
      if (['node_modules', '.git'].includes(entry.name)) continue;
      // The tests' top-level files suffice to show whether tests are packed.
      if (entry.isDirectory() && path === 'tests') continue;
      if (entry.isDirectory()) await copy(inner);
      else await writeFile(join(to, inner), isRule ? await readFile(join(from, inner)) : '');
    }
  };
  await copy('.');
  return to;
}

/** What Node loads before a chunk runs: the bytes of all statically imported chunks, and the imported packages. */
async function staticImports(entry: string): Promise<{ size: number; packages: string[] }> {
  const chunks = new Map<string, number>();
  const packages = new Set<string>();
  const visit = async (path: string): Promise<void> => {
    if (chunks.has(path)) return;
    chunks.set(path, 0);
    const code = await readFile(join(root, path), 'utf8');
    chunks.set(path, Buffer.byteLength(code));
    const names = [...code.matchAll(/^(?:import|export|\}) ?(?:[^"'\n]* from )?"([^"]+)";$/gm)].map(
      ([, name = '']) => name,
    );
    for (const name of names) {
      if (name.startsWith('./')) await visit(posix.join('dist/server', name));
      else if (!isBuiltin(name)) packages.add(name);
    }
  };
  await visit(entry);
  return { size: [...chunks.values()].reduce((sum, size) => sum + size, 0), packages: [...packages] };
}

/** A module and all modules that it imports, directly or indirectly, as paths from the root. */
async function modulesOf(path: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(path)) return found;
  found.add(path);
  const { importedFiles } = ts.preProcessFile(await readFile(join(root, path), 'utf8'), true, true);
  for (const { fileName } of importedFiles) {
    if (fileName.startsWith('.')) await modulesOf(posix.join(posix.dirname(path), fileName), found);
  }
  return found;
}

function classNames(module: Record<string, unknown>): Record<string, string> {
  const classes = Object.entries(module).flatMap(([name, value]) =>
    typeof value === 'function' ? [[name, value.name]] : [],
  );
  return Object.fromEntries(classes);
}

describe('the packed package', () => {
  it.runIf(isFull)('has nothing that publint finds fault with', async () => {
    const { buffer, byteOffset, byteLength } = await readFile(tarball);
    const packed = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    const { messages, pkg } = await publint({ pack: { tarball: packed }, strict: true });
    expect(pkg.name).toBe('local-agent');
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('holds what runs, what a Supabase project of one’s own is set up from, and nothing else', () => {
    const reasons = [
      /^(package\.json|README\.md|LICENSE|THIRD-PARTY-NOTICES\.md)$/,
      /^docs\/[\w/-]+\.md$/,
      /^bin\/[\w-]+\.js$/,
      /^dist\/server\/[\w.-]+\.js$/,
      /^dist\/encoder\/page\.js$/,
      /^dist\/ui\/(index\.html|[\w-]+\.(svg|js)|assets\/[\w.-]+\.(js|css|woff2))(\.br|\.gz)?$/,
      /^dist\/(server|ui|encoder)\/third-party-licenses\.md$/,
      /^supabase\/(config\.toml|seed\.sql|migrations\/\d+_\w+\.sql)$/,
      /^supabase\/functions\/auto-generate-content\/(deno\.json|index\.ts)$/,
      /^server\/generation\/[\w/-]+\.ts$/,
      /^shared\/[\w/-]+\.ts$/,
    ];
    expect(files.filter((path) => !reasons.some((reason) => reason.test(path)))).toEqual([]);
    for (const reason of reasons) expect(files.filter((path) => reason.test(path))).not.toEqual([]);
    for (const path of ['index.html', 'third-party-licenses.md']) expect(files).toContain(`dist/ui/${path}`);
    for (const path of ['main.js', 'script-runner.js', 'third-party-licenses.md'])
      expect(files).toContain(`dist/server/${path}`);
  });

  it('holds of shared/ what the function reads when it is deployed, and no folder of which it reads nothing', async () => {
    const read = [...(await modulesOf('supabase/functions/auto-generate-content/index.ts'))];
    expect(read.filter((path) => !files.includes(path))).toEqual([]);
    const folders = new Set(read.map((path) => posix.dirname(path)));
    const ofShared = files.filter((path) => path.startsWith('shared/'));
    expect(ofShared.filter((path) => !folders.has(posix.dirname(path)))).toEqual([]);
  });

  // Puppeteer takes these names from its classes, and bundlers rename classes whose names clash.
  it.runIf(isFull)('has the names of Puppeteer’s classes and errors, which scripts ask for', async () => {
    const bundled = files.find((path) => /^dist\/server\/puppeteer-core-[A-Z0-9]{8}\.js$/.test(path)) ?? '';
    const [ours, theirs] = await Promise.all([import(join(root, bundled)), import('puppeteer-core')]);
    expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort());
    expect(classNames(ours)).toEqual(classNames(theirs));
    expect(new ours.TimeoutError('late').name).toBe('TimeoutError');
  });

  it('needs nothing at run time that npm does not install with it', async () => {
    // Behind lazy imports that the agent never runs, and optional for ws, pg, linkedom and debug (tsup.config.ts).
    const neverReached = [
      ...['pgsql-parser', 'kysely-generic-sqlite', 'puppeteer', 'lighthouse', 'yargs', 'tar-fs'],
      ...['bufferutil', 'utf-8-validate', 'pg-native', 'canvas', 'supports-color'],
    ];
    const chunks = files.filter((path) => /^dist\/server\/.*\.js$/.test(path));
    const imported = await Promise.all(
      chunks.map(async (path) => {
        const code = await readFile(join(root, path), 'utf8');
        const named =
          /(?:^|[;}\n])(?:import|export) ?(?:[^"'\n;]* from )?"([^"\n]+)"|\b(?:import|__require\d*)\("([^"\n]+)"\)/g;
        return [...code.matchAll(named)].map(([, name, lazy = '']) => name ?? lazy);
      }),
    );
    const packages = imported
      .flat()
      .filter((name) => !name.startsWith('.') && !isBuiltin(name))
      .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    const missing = packages.filter((name) => !(name in dependencies) && !neverReached.includes(name));
    expect(missing).toEqual([]);
  });

  // Measured in bytes read and compiled, because times differ between machines.
  it.each([
    { command: '--version', chunk: 'main', limitKb: 200 },
    { command: 'status', chunk: 'status', limitKb: 600 },
    { command: 'posts list', chunk: 'posts', limitKb: 600 },
  ])('reads at most $limitKb KB of code for `$command`, none of the agent', async ({ chunk, limitKb }) => {
    const entry = [new RegExp(`^dist/server/${chunk}\\.js$`), new RegExp(`^dist/server/${chunk}-[A-Z0-9]{8}\\.js$`)]
      .flatMap((name) => files.filter((path) => name.test(path)))
      .at(0);
    const { size, packages } = await staticImports(entry ?? '');
    expect(packages).toEqual([]);
    expect(size).toBeLessThan(limitKb * 1024);
  });

  it('names the licence of every bundled package', async () => {
    const licences = await readFile(join(root, 'dist/server/third-party-licenses.md'), 'utf8');
    for (const name of ['@supabase/lite', 'fastify', '@ai-sdk/provider-utils']) {
      expect(licences).toMatch(new RegExp(`^## ${name} - .+\\n\\n[^#]{40,}`, 'm'));
    }
  });

  it.runIf(isFull)(
    'installed in an empty folder, starts with npx, serves UI and API, runs scripts, and ends with npx',
    async () => {
      const project = join(folder, 'project');
      const dataDir = join(folder, 'data');
      await mkdir(project);
      await writeFile(join(project, 'package.json'), '{"private":true}');
      await run('npm', ['install', tarball, '--prefer-offline', '--engine-strict', ...QUIET], { cwd: project });
      const installed = await readdir(join(project, 'node_modules'));
      expect(installed.filter((name) => name in devDependencies || name.startsWith('puppeteer'))).toEqual([]);

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
      await vi.waitUntil(async () => (await processesOn(dataDir)).length === 0, { timeout: 20_000, interval: 100 });
    },
    INSTALL_MS,
  );
});
