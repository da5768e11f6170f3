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

/** Copies a closed workspace to a folder next to it. Returns the copy's path. */
export async function copyOf(dataDir: string, name: string): Promise<string> {
  const copy = join(dirname(dataDir), name);
  // Preserves the database's owner, which is another user if we are root.
  await promisify(execFile)('cp', ['-a', dataDir, copy]);
  return copy;
}

/** Opens and closes a workspace. Returns its progress messages and its contents. */
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

/** When to kill a process: `ms` milliseconds after a message that matches `after`. */
export type Kill = { after: RegExp; ms: number };

/**
 * Opens a workspace in a separate process (see open-workspace.ts for its arguments), which is killed unless `kill` is
 * null or it exits before. Returns its last message, and the milliseconds since its first one.
 */
export async function openedAndKilled(
  args: readonly string[],
  kill: Kill | null,
): Promise<{ last: string; ms: number }> {
  const [dataDir = ''] = args;
  const child = fork(OPEN_WORKSPACE, args, { execArgv: ['--import', 'tsx'] });
  let last = '';
  let began = 0;
  let dying: NodeJS.Timeout | undefined;
  child.on('message', (said) => {
    last = String(said).replaceAll(dataDir, '');
    began ||= performance.now();
    if (kill?.after.test(last)) dying ??= setTimeout(() => child.kill('SIGKILL'), kill.ms);
  });
  await once(child, 'exit').finally(() => clearTimeout(dying));
  return { last, ms: performance.now() - began };
}
