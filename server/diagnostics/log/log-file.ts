import { closeSync, constants, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';

export const LOG_FOLDER = 'logs';

export type LogLimits = {
  /** The files are rotated before the current one exceeds this size. */
  maxBytes: number;
  /** Maximum number of files, including the current one. */
  files: number;
};

/** 50 MB in total. */
export const LOG_LIMITS: LogLimits = { maxBytes: 10 * 1024 * 1024, files: 5 };

/** The paths of the log's files, oldest first: the rotated ones, then the current one. */
export function logPaths(folder: string, { files }: LogLimits = LOG_LIMITS): string[] {
  return Array.from({ length: files }, (_, index) => pathOf(folder, files - 1 - index));
}

function pathOf(folder: string, age: number): string {
  return join(folder, age === 0 ? 'agent.log' : `agent.log.${age}`);
}

/**
 * Appends lines to a folder's log, in files that only this user may read. The caller holds the data directory's lock.
 * Write errors are ignored, so that a full disk does not make the agent fail.
 */
export function openLogFile(folder: string, limits: LogLimits = LOG_LIMITS): DestinationStream & { close(): void } {
  let file: { descriptor: number; size: number } | null = null;

  const open = () => {
    const descriptor = openToAppend(folder);
    return { descriptor, size: fstatSync(descriptor).size };
  };
  const close = () => {
    if (file) closeSync(file.descriptor);
    file = null;
  };
  const putAside = () => {
    close();
    for (let age = limits.files - 1; age > 0; age--) renameIfThere(pathOf(folder, age - 1), pathOf(folder, age));
  };

  return {
    write(line) {
      try {
        const bytes = Buffer.from(line);
        file ??= open();
        if (file.size > 0 && file.size + bytes.length > limits.maxBytes) {
          putAside();
          file = open();
        }
        file.size += writeSync(file.descriptor, bytes);
      } catch {
        close();
      }
    },
    close,
  };
}

/** Whether a folder's log can be opened for appending. Writes nothing. */
export function canWriteLog(folder: string): boolean {
  try {
    closeSync(openToAppend(folder));
    return true;
  } catch {
    return false;
  }
}

/** Opens the log's current file, creating it if needed. */
function openToAppend(folder: string): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Does not follow a link. Windows lacks the flag, but creating a link there needs a privilege.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  return openSync(pathOf(folder, 0), flags, 0o600);
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

export function allOf(...streams: DestinationStream[]): DestinationStream {
  return {
    write(line) {
      for (const stream of streams) stream.write(line);
    },
  };
}
