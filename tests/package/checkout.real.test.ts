import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

let checkout: string;

/** A fresh clone, with what is not committed yet. */
beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'local-agent-checkout-'));
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const path of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(checkout, path)), { recursive: true });
    await cp(join(root, path), join(checkout, path));
  }
});

afterAll(() => rm(checkout, { recursive: true, force: true }));

function npx() {
  // What is set for the agent, or against downloads, must not get in the way of the build.
  const env = { ...process.env, NODE_ENV: 'production', PUPPETEER_SKIP_DOWNLOAD: '1' };
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
}, 240_000);

/** Both results; unlike with Promise.all neither is still running when the other has failed. */
async function both<T>(one: Promise<T>, other: Promise<T>): Promise<[T, T]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}
