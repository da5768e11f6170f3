import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { openEmbedded } from '../../server/supabase/embedded/backend.ts';
import { databaseOf } from '../helpers/database.ts';
import { type Contents, contentsOf } from './older-workspace.ts';

const OPEN_WORKSPACE = fileURLToPath(new URL('./open-workspace.ts', import.meta.url));

/** A copy of a closed workspace beside it. */
export async function copyOf(dataDir: string, name: string): Promise<string> {
  const copy = join(dirname(dataDir), name);
  // Keeps the owner of the database, who is not us where we are root.
  await promisify(execFile)('cp', ['-a', dataDir, copy]);
  return copy;
}

/** Opens a workspace for a moment; what was said meanwhile, and what is in it. */
export async function opened(dataDir: string): Promise<{ said: string[]; contents: Contents }> {
  const said: string[] = [];
  const options = { dataDir, databaseUrl: null, log: pino({ level: 'silent' }) };
  const connection = await openEmbedded({ ...options, onProgress: (sentence) => said.push(sentence) });
  const database = databaseOf(dataDir);
  try {
    return { said, contents: await contentsOf(database) };
  } finally {
    await database.close();
    await connection.close();
  }
}

/**
 * Opens a workspace in a process of its own, which is killed so many milliseconds after it has said that, unless it ends
 * before. Answers what it said last.
 */
export async function openedAndKilled(dataDir: string, after: RegExp, ms: number): Promise<string> {
  const child = fork(OPEN_WORKSPACE, [dataDir], { execArgv: ['--import', 'tsx'] });
  let last = '';
  let dying: NodeJS.Timeout | undefined;
  child.on('message', (said) => {
    last = String(said).replaceAll(dataDir, '');
    if (after.test(last)) dying ??= setTimeout(() => child.kill('SIGKILL'), ms);
  });
  await once(child, 'exit').finally(() => clearTimeout(dying));
  return last;
}
