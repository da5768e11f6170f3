import { createHash } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { brokenState, notAFolder } from './messages.ts';

/** What a folder's scripts were when they were last pulled or pushed; kept in it, for git too. */
const STATE_FILE = '.local-agent-scripts.json';
const EXTENSIONS = new Set(['.js', '.mjs', '.cjs', '.json']);
const NAME_MAX_LENGTH = 80;

/** By file name: which script it is, when the workspace's was last changed, and what the file's text was then. No way out of the folder. */
const stateSchema = z.record(
  z.string().regex(/^[^./\\][^/\\]*$/),
  z.object({ id: z.string(), updatedAt: z.string(), hash: z.string() }),
);
export type FolderState = z.infer<typeof stateSchema>;

/** Reads what the folder knows of its scripts; empty for one that was never pulled into. AppError bad_input when it cannot be read. */
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

export async function writeState(folder: string, state: FolderState): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(state).sort(([one], [other]) => one.localeCompare(other, 'en')));
  await writeWhole(join(folder, STATE_FILE), `${JSON.stringify(sorted, null, 2)}\n`);
}

/** The folder's scripts by file name. */
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

/** Writes a file so that a crash leaves the old one or the new one. */
export async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.tmp`, text);
  await rename(`${file}.tmp`, file);
}

/** A file name for a script that is safe on every system and not `taken` (compared without case). */
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

/** The name of a script that begins as this file. */
export function nameOfFile(file: string): string {
  return basename(file, extname(file));
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
