import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { brokenState, notAFolder, notWritable } from '../messages.ts';

/** The state of a folder's scripts at the last pull or push; stored in the folder, to be committed to git as well. */
const STATE_FILE = '.local-agent-scripts.json';
const EXTENSIONS = new Set(['.js', '.mjs', '.cjs', '.json']);
const NAME_MAX_LENGTH = 80;

/**
 * Maps file names to the script's id, the time of its last change in the workspace, and a hash of its text then. File
 * names cannot lead out of the folder.
 */
const stateSchema = z.record(
  z.string().regex(/^[^./\\][^/\\]*$/),
  z.object({ id: z.string(), updatedAt: z.string(), hash: z.string() }),
);
export type FolderState = z.infer<typeof stateSchema>;

/**
 * Creates the folder to pull into, if needed. AppError bad_input if that is impossible. Creates one level at a time,
 * since Node's recursive mkdir never returns if the system reports ENOENT below an existing folder, as in /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder);
  try {
    if (await isFolder(path)) return;
    await makeFolder(dirname(path));
    await mkdir(path);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('bad_input', notWritable(folder, (cause as Error).message), { cause });
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found && !found.isDirectory()) throw new Error('it is a file');
  return found !== null;
}

/**
 * Reads the folder's state; empty for a folder that was never pulled into. AppError bad_input when it is unreadable.
 */
export async function readState(folder: string): Promise<FolderState> {
  const file = join(folder, STATE_FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new AppError('bad_input', notAFolder(folder, error.message), { cause: error });
  });
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('bad_input', brokenState(file), { cause });
  }
}

/** Writes the folder's state. AppError bad_input when that fails. */
export async function writeState(folder: string, state: FolderState): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(state).sort(([one], [other]) => one.localeCompare(other, 'en')));
  await writeWhole(join(folder, STATE_FILE), `${JSON.stringify(sorted, null, 2)}\n`);
}

/** The folder's scripts by file name. AppError bad_input when it is unreadable. */
export async function readScriptFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: Error) => {
    throw new AppError('bad_input', notAFolder(folder, error.message), { cause: error });
  });
  const names = entries
    .filter((entry) => entry.isFile() && EXTENSIONS.has(extname(entry.name)) && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

/** Writes a file so that a crash leaves either the old or the new content. AppError bad_input if that fails. */
export async function writeWhole(file: string, text: string): Promise<void> {
  // An unpredictable name, so that no existing file is overwritten.
  const beside = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(beside, text, { flag: 'wx' });
    await rename(beside, file);
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => {});
    throw new AppError('bad_input', notWritable(file, (cause as Error).message), { cause });
  }
}

/** A file name for a script that is valid on every system and not `taken` (ignoring case). */
export function fileNameFor(name: string, code: string, taken: Iterable<string>): string {
  const slug =
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, NAME_MAX_LENGTH) || 'script';
  const extension = code.trimStart().startsWith('{') ? '.json' : '.js';
  const used = new Set([...taken].map((file) => file.toLowerCase()));
  for (let number = 1; ; number++) {
    const file = `${slug}${number > 1 ? `-${number}` : ''}${extension}`;
    if (!used.has(file)) return file;
  }
}

/** The name of a new script for this file. */
export function nameOfFile(file: string): string {
  return basename(file, extname(file));
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
