import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { finishSwap, isSwapPending, type Move, swap } from '../../../server/data-directory/swap.ts';
import { testFolder } from '../../helpers/file-folder.ts';

let dataDir: string;
let moves: Move[];

beforeEach(async () => {
  dataDir = await testFolder();
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

/** A disk that refuses renames from the nth on, as many as are said: of a file in use, or a folder that is a mount. */
function refusing(from: number, count = Number.POSITIVE_INFINITY) {
  let asked = 0;
  return async (one: string, other: string) => {
    const nth = asked++;
    if (nth >= from && nth < from + count)
      throw Object.assign(new Error(`EBUSY: resource busy or locked, rename '${one}'`), { code: 'EBUSY', path: one });
    await rename(one, other);
  };
}

const expectOld = async () => {
  expect(await all()).toEqual(['old', 'old', 'old', null]);
  expect(await readdir(dataDir)).not.toContain('swap.json');
  for (const { kept } of moves) expect(existsSync(kept)).toBe(false);
};

// 14 renames try it out, 7 do it.
it.each(Array.from({ length: 21 }, (_, nth) => nth))(
  'leaves the old ones where rename %i is refused, whatever was done before',
  async (nth) => {
    await expect(swap(dataDir, moves, refusing(nth, 1))).rejects.toThrow('The workspace is as it was before');
    await expectOld();
    await swap(dataDir, moves);
    expect(await all()).toEqual(['new', 'new', 'new', 'new']);
  },
);

it.each([1, 2, 5, 15, 16, 17, 18, 20])(
  'keeps everything where rename %i and all after it are refused, until a start puts the old ones back',
  async (nth) => {
    await expect(swap(dataDir, moves, refusing(nth))).rejects.toThrow('then start local-agent');
    expect(isSwapPending(dataDir)).toBe(true);
    await expect(finishSwap(dataDir, refusing(0))).rejects.toThrow('could not be moved (EBUSY)');
    await finishSwap(dataDir, refusing(1)).catch(() => undefined);
    await finishSwap(dataDir);
    await expectOld();
    expect((await readdir(dataDir)).sort()).toEqual(['config.json', 'postgres', 'storage']);
  },
);

it('finds a move that the system refuses before anything is moved', async () => {
  const inside = { ...moves[2], kept: join(dataDir, 'postgres', 'inside', 'config.json') } as Move;
  await expect(swap(dataDir, [...moves.slice(0, 2), inside])).rejects.toThrow('The workspace is as it was before');
  await expectOld();
});

it('goes back where a start cannot finish what was killed, and leaves no mixture', async () => {
  await writeFile(join(dataDir, 'swap.json'), JSON.stringify(moves));
  const { path = '', kept = '' } = moves[0] ?? {};
  await mkdir(dirname(kept), { recursive: true });
  await rename(path, kept);
  await expect(finishSwap(dataDir, refusing(2, 1))).rejects.toThrow('The workspace is as it was before');
  await finishSwap(dataDir);
  await expectOld();
});

it('leaves the old ones where it was killed before it began, and removes the rest of it', async () => {
  await finishSwap(dataDir);
  expect(await all()).toEqual(['old', 'old', 'old', null]);
  expect((await readdir(dataDir)).sort()).toEqual(['config.json', 'postgres', 'storage']);
});
