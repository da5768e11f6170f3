import { realpathSync } from 'node:fs';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { readPrivateFile, writePrivateFile } from '../files/private-file.ts';

/**
 * The layout of the data directory that this version writes and reads, and of every file in it but the database, whose
 * migrations count for themselves: keys.json, ai.json, agent-id, agent-token, sessions/, channels/, uploads/ and ai/
 * have no versions of their own. Raise it when an older version could no longer cope with one of them.
 */
const FORMAT = 1;
const MARKER = 'workspace.json';
const markerSchema = z.object({
  format: z.number().int(),
  /** The local-agent that opened it last; null before one has. */
  version: z.string().max(64).nullable().default(null),
});
type Marker = z.infer<typeof markerSchema>;
/**
 * What a folder may hold that is about to become a data directory: a config file written in advance, hidden files, a
 * volume's lost+found, and below /var/lib/local-agent the clusters of other data directories.
 */
const HARMLESS = /^(config\.json|\..*|lost\+found|[0-9a-f]{16})$/;

/**
 * Makes the data directory when it is not there, private to this user, and marks it with its format. AppError
 * unavailable with the remedy when it cannot be written, comes from a newer version, or is a folder with other things
 * in it.
 */
export async function prepareDataDirectory(dataDir: string): Promise<void> {
  try {
    await makeDirectory(dataDir);
    const marker = await readMarker(dataDir);
    if (marker === null) await mark(dataDir);
    else if (marker.format > FORMAT) throw tooNew(dataDir, marker);
    await closeToOthers(dataDir);
  } catch (error) {
    throw directoryError(dataDir, error);
  }
}

/** The version of local-agent that opened the data directory last; null when none has. */
export async function lastVersionOn(dataDir: string): Promise<string | null> {
  return (await readMarker(dataDir))?.version ?? null;
}

/** Records that this version has opened the data directory. The caller holds its lock. */
export async function recordVersion(dataDir: string, version: string): Promise<void> {
  const marker = await readMarker(dataDir);
  if (marker?.version === version) return;
  await writePrivateFile(join(dataDir, MARKER), `${JSON.stringify({ format: FORMAT, version })}\n`);
}

/**
 * The one path of a folder that may be spelled in many ways: without links, in the letters that the disk has. One that
 * does not exist yet has the path that it will have.
 */
export function canonicalPath(folder: string): string {
  const absolute = resolve(folder);
  try {
    return realpathSync.native(absolute);
  } catch (error) {
    const parent = dirname(absolute);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === absolute) return absolute;
    return join(canonicalPath(parent), basename(absolute));
  }
}

/**
 * In two steps, since Node's recursive mkdir never ends where the system answers ENOENT below a folder that exists, as
 * in /proc.
 */
async function makeDirectory(dataDir: string): Promise<void> {
  await mkdir(dirname(dataDir), { recursive: true, mode: 0o700 });
  await mkdir(dataDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

function readMarker(dataDir: string): Promise<Marker | null> {
  const remedy = `It should read {"format":${FORMAT}}. Restore it from a backup, or choose another directory with --data-dir.`;
  return readPrivateFile(join(dataDir, MARKER), (text) => markerSchema.parse(JSON.parse(text)), remedy);
}

async function mark(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  // Another start may be marking it at this moment, or just have done so.
  const isMarked = names.some((name) => name.startsWith(MARKER));
  const others = names.filter((name) => !HARMLESS.test(name));
  if (others.length > 0 && !isMarked) {
    throw new AppError(
      'unavailable',
      `${dataDir} is not empty (${others[0]}) and no data directory of local-agent. Choose an empty or new one with --data-dir.`,
    );
  }
  await writePrivateFile(join(dataDir, MARKER), `${JSON.stringify({ format: FORMAT })}\n`);
}

function tooNew(dataDir: string, { format, version }: Marker): AppError {
  return new AppError(
    'unavailable',
    `The data directory ${dataDir} belongs to a newer local-agent (${version === null ? '' : `${version}, `}format ${format}; this version knows ${FORMAT}). Update local-agent, or choose another with --data-dir.`,
  );
}

/** Others may pass through at most, which Postgres' own user needs when the agent runs as root. */
async function closeToOthers(dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir);
  if (process.platform !== 'win32' && (mode & 0o066) !== 0) await chmod(dataDir, mode & 0o711);
}

/** Turns a file system error on `path` into one line with its remedy. */
export function directoryError(path: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new AppError(
      'unavailable',
      `Cannot write to the data directory ${path}. Give this user write access, or choose another with --data-dir.`,
      { cause },
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError(
      'unavailable',
      `The disk of the data directory ${path} is full. Free some space, or choose another disk with --data-dir.`,
      { cause },
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new AppError(
      'unavailable',
      `${path} cannot be a data directory because a file is in the way. Choose another with --data-dir.`,
      { cause },
    );
  }
  return new AppError(
    'unavailable',
    `The data directory ${path} cannot be used (${(cause as Error).message}). Choose another with --data-dir.`,
    { cause },
  );
}
