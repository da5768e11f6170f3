import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { removeTree } from '../files/file-tree.ts';
import { writePrivateFile } from '../files/private-file.ts';

/** The journal of a swap in progress. */
const JOURNAL = 'swap.json';
/** Prefixes of the working folders of backups and restores. */
export const WORK_FOLDERS = { backup: 'backup-work-', restore: 'restore-work-' } as const;

/** `next` replaces `path`, whose old content moves to `kept`. All are absolute paths on the same disk. */
const moveSchema = z.object({ next: z.string(), path: z.string(), kept: z.string() });
export type Move = z.infer<typeof moveSchema>;
const movesSchema = z.array(moveSchema);
/** `forward` to the new workspace, or `back` to the old one. A journal with only the moves means `forward`. */
const journalSchema = z.union([
  z.object({ direction: z.enum(['forward', 'back']), moves: movesSchema }),
  movesSchema.transform((moves) => ({ direction: 'forward' as const, moves })),
]);
type Journal = z.infer<typeof journalSchema>;

/** Renames a file or folder; tests replace it to simulate failures. */
type Rename = (from: string, to: string) => Promise<void>;

/**
 * Replaces files and folders of a data directory by renaming. Each rename is first tried and undone. If the process is
 * killed or a rename fails at any point, either all old files are in place or all new ones. If a failure cannot be
 * undone, `finishSwap` does so at the next start, and the working folders are kept until then. The caller holds the
 * directory's lock, and the files are not in use. AppError unavailable with the path that could not be moved.
 */
export async function swap(dataDir: string, moves: readonly Move[], move: Rename = rename): Promise<void> {
  await writeJournal(dataDir, 'back', moves);
  await rollBackOnFailure(dataDir, moves, move, async () => {
    for (const one of moves) await tryMove(one, move);
    await writeJournal(dataDir, 'forward', moves);
    await goForward(moves, move);
  });
  await rm(join(dataDir, JOURNAL));
  await removeWork(dataDir, moves);
}

/** Whether a swap of this data directory is unfinished, so that its working folders must be kept. */
export function isSwapPending(dataDir: string): boolean {
  return existsSync(join(dataDir, JOURNAL));
}

/**
 * Completes an interrupted swap, and removes the working folders of killed backups and restores. The caller holds the
 * directory's lock, and has not opened any file in it. Throws the same AppError as `swap`.
 */
export async function finishSwap(dataDir: string, move: Rename = rename): Promise<void> {
  const journal = await readJournal(dataDir);
  if (journal !== null) {
    const { direction, moves } = journal;
    if (direction === 'back') await undoMoves(dataDir, moves, move);
    else await rollBackOnFailure(dataDir, moves, move, () => goForward(moves, move));
    await rm(join(dataDir, JOURNAL), { force: true });
  }
  await removeWork(dataDir, journal?.moves ?? []);
}

/** Removes the working folders of backups and restores, in the data directory and next to the moves. */
async function removeWork(dataDir: string, moves: readonly Move[]): Promise<void> {
  for (const folder of new Set([dataDir, ...moves.map(({ next }) => dirname(dirname(next)))])) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (Object.values(WORK_FOLDERS).some((prefix) => name.startsWith(prefix))) await removeTree(join(folder, name));
    }
  }
}

async function writeJournal(dataDir: string, direction: Journal['direction'], moves: readonly Move[]): Promise<void> {
  await writePrivateFile(join(dataDir, JOURNAL), `${JSON.stringify({ direction, moves })}\n`);
}

async function readJournal(dataDir: string): Promise<Journal | null> {
  const text = await readFile(join(dataDir, JOURNAL), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  return text === null ? null : journalSchema.parse(JSON.parse(text));
}

/** Runs `work`. On failure, restores the old files and throws an AppError that says so. */
async function rollBackOnFailure(
  dataDir: string,
  moves: readonly Move[],
  move: Rename,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (cause) {
    await writeJournal(dataDir, 'back', moves);
    await undoMoves(dataDir, moves, move);
    throw new AppError('unavailable', wentBack(dataDir, cause), { cause });
  }
}

/** Tries the renames of one move and undoes them, to detect files in use and mounted folders. */
async function tryMove({ next, path, kept }: Move, move: Rename): Promise<void> {
  await makeRoom({ path, kept });
  const hasOld = existsSync(path);
  if (hasOld) await move(path, kept);
  await move(next, path);
  await move(path, next);
  if (hasOld) await move(kept, path);
}

async function goForward(moves: readonly Move[], move: Rename): Promise<void> {
  for (const { next, path, kept } of moves) {
    // Done already.
    if (!existsSync(next)) continue;
    await makeRoom({ path, kept });
    if (existsSync(path)) await move(path, kept);
    await move(next, path);
  }
}

/**
 * Undoes the moves in reverse order. AppError unavailable when that fails: the journal is kept, and the next start
 * retries.
 */
async function undoMoves(dataDir: string, moves: readonly Move[], move: Rename): Promise<void> {
  try {
    for (const { next, path, kept } of moves.toReversed()) {
      if (!existsSync(next) && existsSync(path)) await move(path, next);
      if (existsSync(kept) && !existsSync(path)) await move(kept, path);
    }
  } catch (cause) {
    throw new AppError('unavailable', stuck(dataDir, cause), { cause });
  }
  await rm(join(dataDir, JOURNAL), { force: true });
  // Only if they are empty.
  for (const folder of new Set(moves.map(({ kept }) => dirname(kept)))) await rmdir(folder).catch(() => undefined);
}

async function makeRoom({ path, kept }: Pick<Move, 'path' | 'kept'>): Promise<void> {
  await mkdir(dirname(kept), { recursive: true, mode: 0o711 });
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
}

/** Names the path that could not be renamed, with the system's error code. */
function refusal(dataDir: string, cause: unknown): string {
  const { path = dataDir, code } = cause as NodeJS.ErrnoException;
  return `${path} could not be moved (${code ?? (cause as Error).message})`;
}

const wentBack = (dataDir: string, cause: unknown) =>
  `${refusal(dataDir, cause)}. The workspace is unchanged. Close what uses it (a program that has its files open; a folder that is mounted cannot be replaced), then restore again.`;
const stuck = (dataDir: string, cause: unknown) =>
  `${refusal(dataDir, cause)}, neither to its new place nor back. Nothing is lost. Close what uses it, then start local-agent: that puts the workspace back as it was before.`;
