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

/** What the build cannot do without, and npm's own note of what is there. */
const MISSING = ['vite', '.package-lock.json'];
/** In place of the build, which npm test has just done in the same way: what that has made, where nothing hinders one. */
const BUILD = `node -e "if (process.env.NODE_ENV) process.exit(1); fs.cpSync(process.env.BUILT, 'dist', { recursive: true })"`;

let checkout: string;

/**
 * A clone, with what is not committed yet. Of its packages one is missing, so that npm need not unpack all of them: where
 * it does, npm test itself has just done it, in the same way. They are links; where none can be made, npm installs all.
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

/** A folder for temporary files that may hold links to the packages: a run's own may lie in memory. */
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
  // What is set for the agent, or against downloads, must not get in the way of the build.
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

/** Both results; unlike with Promise.all neither is still running when the other has failed. */
async function both<T>(one: Promise<T>, other: Promise<T>): Promise<[T, T]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}
