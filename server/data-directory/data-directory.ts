import { realpathSync } from 'node:fs';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { readPrivateFile, writePrivateFile } from '../files/private-file.ts';

/**
 * The version of the data directory's layout and of every file in it except the database, which has its own migrations:
 * keys.json, ai.json, agent-id, agent-token, sessions/, channels/, uploads/ and ai/ have no separate versions. Increase
 * it when older versions could not handle a change.
 */
const FORMAT = 1;
const MARKER = 'workspace.json';
const markerSchema = z.object({
  format: z.number().int(),
  /** The version of local-agent that last opened it; null if none has yet. */
  version: z.string().max(64).nullable().default(null),
});
type Marker = z.infer<typeof markerSchema>;
/**
 * Entries allowed in a folder that becomes a data directory: a config file written in advance, hidden files, a volume's
 * lost+found, and in /var/lib/local-agent the clusters of other data directories.
 */
const HARMLESS = /^(config\.json|\..*|lost\+found|[0-9a-f]{16})$/;

/**
 * Creates the data directory if needed, private to this user, and marks it with its format. AppError unavailable with
 * the remedy when it cannot be written, was used by a newer version, or contains other files.
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
 * The canonical path of a folder: links resolved, and in the case used on disk. For a folder that does not exist yet,
 * the path that it will have.
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
 * Creates the directory in two steps, because Node's recursive mkdir loops forever when the system reports ENOENT below
 * an existing folder, as in /proc.
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
  // A concurrent start may be writing the marker.
  const isMarked = names.some((name) => name.startsWith(MARKER));
  const others = names.filter((name) => !HARMLESS.test(name));
  if (others.length > 0 && !isMarked) {
    throw new AppError(
      'unavailable',
      `${dataDir} is not empty (${others[0]}) and not a data directory of local-agent. Choose an empty or new one with --data-dir.`,
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

/** Lets others at most traverse the directory, which Postgres' user needs when the agent runs as root. */
async function closeToOthers(dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir);
  if (process.platform !== 'win32' && (mode & 0o066) !== 0) await chmod(dataDir, mode & 0o711);
}

/** Converts a file system error on `path` to an AppError with a one-line remedy. */
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
