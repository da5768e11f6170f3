import { constants } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type ScriptLogLine, scriptLogLineSchema } from '../../../shared/scripts/script-run.ts';
import { openBelow } from '../../files/file-tree.ts';

/** Appends to ordinary files only: a script may have replaced the file. Windows lacks some flags. */
const APPEND =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);
/** More than any log has. */
const READ_MAX_BYTES = 256 * 1024 * 1024;
/** Maximum time before lines are written to disk. */
const FLUSH_MS = 500;
const SUFFIX = '.log';

export type RunJournal = {
  add(line: ScriptLogLine): void;
  /** Removes the file, once the run is stored. */
  remove(): Promise<void>;
};

/**
 * The lines of running scripts, in files that survive a killed agent: one JSON object per line, below the data
 * directory.
 */
export type RunJournals = {
  /** `warn` is called once when the file cannot be written; the run continues without it. */
  open(runId: string, warn: (error: unknown) => void): RunJournal;
  /** The ids of runs whose agent was killed, by the files left. */
  left(): Promise<string[]>;
  read(runId: string): Promise<ScriptLogLine[]>;
  remove(runId: string): Promise<void>;
};

export function createRunJournals(folder: string): RunJournals {
  const fileOf = (runId: string) => join(folder, `${runId}${SUFFIX}`);
  const remove = (runId: string) => rm(fileOf(runId), { force: true });
  return {
    open: (runId, warn) => openJournal(folder, fileOf(runId), warn),
    async left() {
      const names = await readdir(folder).catch(() => []);
      const ids = names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
      return ids.filter((id) => z.uuid().safeParse(id).success);
    },
    async read(runId) {
      const text = await readPlain(folder, `${runId}${SUFFIX}`);
      // Text after the last line break was incomplete when the agent was killed.
      return text
        .split('\n')
        .slice(0, -1)
        .map(readLine)
        .filter((line) => line !== null);
    },
    remove,
  };
}

function openJournal(folder: string, file: string, warn: (error: unknown) => void): RunJournal {
  let unwritten: ScriptLogLine[] = [];
  let next: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isOver = false;
  const flush = async () => {
    next = undefined;
    const text = unwritten.map((line) => `${JSON.stringify(line)}\n`).join('');
    unwritten = [];
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const journal = await open(file, APPEND, 0o600);
      await journal.appendFile(text).finally(() => journal.close());
    } catch (error) {
      isOver = true;
      warn(error);
    }
  };
  return {
    add(line) {
      if (isOver) return;
      unwritten.push(line);
      next ??= setTimeout(() => {
        writing = writing.then(flush);
      }, FLUSH_MS);
    },
    async remove() {
      isOver = true;
      clearTimeout(next);
      await writing;
      await rm(file, { force: true });
    },
  };
}

async function readPlain(folder: string, name: string): Promise<string> {
  const file = await openBelow(folder, name);
  if (!file) return '';
  try {
    return (await file.stat()).size > READ_MAX_BYTES ? '' : await file.readFile('utf8');
  } catch {
    return '';
  } finally {
    await file.close();
  }
}

function readLine(text: string): ScriptLogLine | null {
  try {
    return scriptLogLineSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
