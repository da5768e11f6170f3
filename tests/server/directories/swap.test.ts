import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { finishSwap, type Move, swap } from '../../../server/directories/swap.ts';

let dataDir: string;
let moves: Move[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'la-swap-'));
  const work = join(dataDir, 'restore-work-1');
  moves = ['postgres', 'storage', 'config.json', 'new-one'].map((name) => ({
    next: join(work, name),
    path: join(dataDir, name),
    kept: join(dataDir, 'before-restore', name),
  }));
  for (const { next, path } of moves) {
    await put(next, 'new');
    if (!path.endsWith('new-one')) await put(path, 'old');
  }
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function put(path: string, text: string): Promise<void> {
  const file = path.endsWith('.json') ? path : join(path, 'inside');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const all = () =>
  Promise.all(
    moves.map(async ({ path }) =>
      readFile(path.endsWith('.json') ? path : join(path, 'inside'), 'utf8').catch(() => null),
    ),
  );

async function expectNew(): Promise<void> {
  expect(await all()).toEqual(['new', 'new', 'new', 'new']);
  for (const { kept } of moves.slice(0, 2)) expect(await readFile(join(kept, 'inside'), 'utf8')).toBe('old');
  expect((await readdir(dataDir)).sort()).toEqual(['before-restore', 'config.json', 'new-one', 'postgres', 'storage']);
}

it('puts the new ones in place and keeps the old ones', async () => {
  await swap(dataDir, moves);
  await expectNew();
});

it.each([0, 1, 2, 3, 4, 5, 6, 7])('finishes what was killed after %i renames', async (renames) => {
  await writeFile(join(dataDir, 'swap.json'), JSON.stringify(moves));
  const steps = moves.flatMap(({ next, path, kept }) => [...(existsSync(path) ? [[path, kept]] : []), [next, path]]);
  expect(steps).toHaveLength(7);
  for (const [from = '', to = ''] of steps.slice(0, renames)) {
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
  }
  await finishSwap(dataDir);
  await expectNew();
});

it('leaves the old ones where it was killed before it began, and removes the rest of it', async () => {
  await finishSwap(dataDir);
  expect(await all()).toEqual(['old', 'old', 'old', null]);
  expect((await readdir(dataDir)).sort()).toEqual(['config.json', 'postgres', 'storage']);
});
