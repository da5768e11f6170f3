import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { LOG_LIMITS, type LogLimits, logPaths } from './log-file.ts';
import { type LogFilter, type LogLine, passes, readLogLine } from './log-lines.ts';

/** Polling interval when following a log. */
const LOOK_MS = 300;
const CHUNK_BYTES = 64 * 1024;

export type LogRequest = LogFilter & {
  /** The maximum number of last matching lines. */
  last: number;
};

/** Reads the last matching lines of a folder's log, oldest first. Empty without a log. */
export async function readLog(folder: string, request: LogRequest, limits: LogLimits = LOG_LIMITS): Promise<LogLine[]> {
  const found: LogLine[] = [];
  for (const path of logPaths(folder, limits)) {
    const file = await openIfThere(path);
    if (!file) continue;
    // The stream closes the file at its end.
    for await (const raw of createInterface({ input: file.createReadStream() })) {
      const line = readLogLine(raw);
      if (!line || !passes(line, request)) continue;
      found.push(line);
      if (found.length > request.last) found.shift();
    }
  }
  return found;
}

/** A position in the log's current file; null if there is no log yet. */
export type LogPlace = { inode: number; bytes: number } | null;

/** The current end of the log. */
export async function endOfLog(folder: string, limits: LogLimits = LOG_LIMITS): Promise<LogPlace> {
  const file = await openIfThere(newest(folder, limits));
  if (!file) return null;
  const { ino, size } = await file.stat().finally(() => file.close());
  return { inode: ino, bytes: size };
}

/**
 * Yields the matching lines written after a position, until `signal` aborts. Misses none when files are rotated. The
 * log need not exist yet.
 */
export async function* followLog(
  folder: string,
  { from, signal, ...filter }: LogFilter & { from: LogPlace; signal: AbortSignal },
  limits: LogLimits = LOG_LIMITS,
): AsyncGenerator<LogLine> {
  const path = newest(folder, limits);
  let file = await openIfThere(path);
  let position = file && (await file.stat()).ino === from?.inode ? from.bytes : 0;
  let rest = Buffer.alloc(0);
  try {
    while (!signal.aborted) {
      const isOld = file !== null && !(await isAt(path, file));
      for (const raw of file ? await newLines(file) : []) {
        const line = readLogLine(raw);
        if (line && passes(line, filter)) yield line;
      }
      if (file === null || isOld) {
        await file?.close();
        [position, rest] = [0, Buffer.alloc(0)];
        file = await openIfThere(path);
        if (file) continue;
      }
      await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await file?.close();
  }

  async function newLines(from: FileHandle): Promise<string[]> {
    const lines: string[] = [];
    for (;;) {
      const { buffer, bytesRead } = await from.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position);
      if (bytesRead === 0) return lines;
      position += bytesRead;
      rest = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      // Decodes whole lines only, so that no multi-byte character is split.
      const end = rest.lastIndexOf('\n') + 1;
      lines.push(...rest.subarray(0, end).toString('utf8').split('\n').slice(0, -1));
      rest = rest.subarray(end);
    }
  }
}

function newest(folder: string, limits: LogLimits): string {
  return logPaths(folder, limits).at(-1) ?? '';
}

async function isAt(path: string, file: FileHandle): Promise<boolean> {
  const there = await openIfThere(path);
  if (!there) return false;
  try {
    const [one, other] = await Promise.all([there.stat(), file.stat()]);
    return one.ino === other.ino && one.dev === other.dev;
  } finally {
    await there.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
