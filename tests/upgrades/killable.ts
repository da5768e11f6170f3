import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
export async function opened(dataDir: string, migrations?: string): Promise<{ said: string[]; contents: Contents }> {
  const said: string[] = [];
  const options = { dataDir, databaseUrl: null, log: pino({ level: 'silent' }), ...(migrations && { migrations }) };
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
 * Opens a workspace in a process of its own (open-workspace.ts has its arguments), and kills that so many milliseconds
 * after it has begun an upgrade; null lets it end. Answers what it said last, and how long it was at it.
 */
export async function openedAndKilled(
  args: readonly string[],
  afterMs: number | null,
): Promise<{ last: string; ms: number }> {
  const [dataDir = ''] = args;
  const child = fork(OPEN_WORKSPACE, args, { execArgv: ['--import', 'tsx'] });
  const exited = once(child, 'exit');
  let last = String((await once(child, 'message'))[0]);
  const began = performance.now();
  child.on('message', (said) => {
    last = String(said).replaceAll(dataDir, '');
  });
  if (afterMs !== null) {
    await Promise.race([delay(afterMs), exited]);
    child.kill('SIGKILL');
  }
  await exited;
  return { last, ms: performance.now() - began };
}
