import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, cp, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** A package that the build needs, and npm's record of the installed packages. */
const MISSING = ['vite', '.package-lock.json'];
/** Replaces the build, which `npm test` has just run, with a copy of its result. Fails if NODE_ENV reaches it. */
const BUILD = `node -e "if (process.env.NODE_ENV) process.exit(1); fs.cpSync(process.env.BUILT, 'dist', { recursive: true })"`;

let checkout: string;

/**
 * A copy of the checkout, including uncommitted files. Its packages are hard links and only one is missing, so that npm
 * does not install everything again. If hard links are not possible, npm installs all of them.
 */
beforeAll(async () => {
  checkout = await mkdtemp(join(await folderBesideUs(), 'local-agent-checkout-'));
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const path of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(checkout, path)), { recursive: true });
    await cp(join(root, path), join(checkout, path));
  }
  const manifest = join(checkout, 'package.json');
  const { scripts, ...rest } = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(manifest, JSON.stringify({ ...rest, scripts: { ...scripts, build: BUILD } }));
  const packages = join(checkout, 'node_modules');
  const isLinked = await run('cp', ['-al', join(root, 'node_modules'), packages]).then(
    () => true,
    () => false,
  );
  for (const path of isLinked ? MISSING : ['']) await rm(join(packages, path), { recursive: true, force: true });
});

afterAll(() => rm(checkout, { recursive: true, force: true }));

/** A temporary folder on the checkout's file system, as hard links need; the default one may be in memory. */
async function folderBesideUs(): Promise<string> {
  const { dev } = await stat(root);
  for (const folder of [tmpdir(), '/tmp', dirname(root)]) {
    const isBesideUs = await stat(folder).then(
      (found) => found.dev === dev,
      () => false,
    );
    if (
      isBesideUs &&
      (await access(folder, constants.W_OK).then(
        () => true,
        () => false,
      ))
    )
      return folder;
  }
  return tmpdir();
}

function npx() {
  // Variables that are set for the agent, or against downloads, must not affect the build.
  const env = { ...process.env, NODE_ENV: 'production', PUPPETEER_SKIP_DOWNLOAD: '1', BUILT: join(root, 'dist') };
  return run('npx', ['local-agent', '--version'], { cwd: checkout, env });
}

it('installs and builds once for two launches at the same time, then not again until a source changes', async () => {
  const [one, other] = await both(npx(), npx());
  const all = one.stderr + other.stderr;
  expect([one.stdout, other.stdout]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\n$/), one.stdout]);
  expect(all.match(/Installing packages .* s\n/g)).toHaveLength(1);
  expect(all.match(/Building .* s\n/g)).toHaveLength(1);
  expect(all).toMatch(/Waiting for process \d+, which is preparing this checkout/);

  expect((await npx()).stderr).not.toContain('Building');
  const now = new Date();
  await utimes(join(checkout, 'server/errors.ts'), now, now);
  const { stderr } = await npx();
  expect(stderr).toMatch(/Building .* s\n/);
  expect(stderr).not.toContain('Installing');
  expect((await npx()).stderr).not.toContain('Building');
}, 480_000);

/** Both results. Unlike Promise.all, this waits for both before it rejects. */
async function both<T>(one: Promise<T>, other: Promise<T>): Promise<[T, T]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}
