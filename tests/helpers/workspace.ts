import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { prepareDataDirectory } from '../../server/directories/data-directory.ts';
import { openEmbedded } from '../../server/supabase/embedded/backend.ts';
import { TEMPLATES } from './templates-folder.ts';

const PREFIX = join(tmpdir(), 'local-agent-test-');

/** An empty folder for a data directory, as before the first start. */
export function emptyWorkspace(): Promise<string> {
  return mkdtemp(PREFIX);
}

/**
 * Makes a data directory, in the temporary folder unless `at` is given, that holds nothing but a migrated database: the
 * first start on it takes a third of the processor's time that one from nothing takes. Its files are not forced to the
 * disk; killing the server loses nothing of them.
 */
export async function newWorkspace(at?: string): Promise<string> {
  const dataDir = at ?? (await emptyWorkspace());
  try {
    made ??= makeTemplate();
    const template = await made;
    if (template) {
      await prepareDataDirectory(dataDir);
      // Keeps the owner, who is not us where we are root.
      await promisify(execFile)('cp', ['-a', template, join(dataDir, 'postgres')]);
    }
    return dataDir;
  } catch (error) {
    made = undefined;
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

let made: Promise<string | null> | undefined;

/**
 * This process's database to copy; null where none can be: outside of vitest, on Windows (the password differs from
 * workspace to workspace), and where Postgres cannot reach the temporary folder.
 */
async function makeTemplate(): Promise<string | null> {
  const templates = process.env[TEMPLATES];
  if (!templates || process.platform === 'win32') return null;
  const dataDir = await mkdtemp(join(templates, 'made-'));
  const connection = await openEmbedded({ dataDir, databaseUrl: null, log: pino({ level: 'silent' }) });
  await connection.close();
  const cluster = connection.databaseDir;
  if (!cluster || dirname(cluster) !== (await realpath(dataDir))) return null;
  await appendFile(join(cluster, 'postgresql.conf'), '\nfsync = off\n');
  return cluster;
}
