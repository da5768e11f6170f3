import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { prepareDataDirectory } from '../../server/data-directory/data-directory.ts';
import { openEmbedded } from '../../server/supabase/embedded/backend.ts';
import { name, sql } from '../../server/supabase/sql/template.ts';
import { databaseOf } from './database.ts';
import { TEMPLATES } from './templates-folder.ts';

/** How often a process checks whether another one has created the database that both copy, in milliseconds. */
const TURN_POLL_MS = 50;
const PREFIX = join(tmpdir(), 'local-agent-test-');

/** An empty folder for a data directory, as before the first start. */
export function emptyWorkspace(): Promise<string> {
  return mkdtemp(PREFIX);
}

/**
 * Creates a data directory, in the temporary folder unless `at` is given, that contains only a migrated database: the
 * first start on it takes a third of the processor time of one from scratch. Its files are not synced to the disk;
 * killing the server loses none of them. No further databases can be created in it.
 */
export async function newWorkspace(at?: string): Promise<string> {
  const dataDir = at ?? (await emptyWorkspace());
  try {
    made ??= findTemplate();
    const template = await made;
    if (template) {
      await prepareDataDirectory(dataDir);
      // Keeps the owner, which is a different user if we are root.
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
 * The database that all processes of a run copy, created by the first that needs one; null if there can be none:
 * outside of vitest, on Windows (the password differs from workspace to workspace), and if Postgres cannot access the
 * temporary folder.
 */
async function findTemplate(): Promise<string | null> {
  const templates = process.env[TEMPLATES];
  if (!templates || process.platform === 'win32') return null;
  const note = join(templates, 'made.json');
  const turn = join(templates, 'turn');
  for (;;) {
    if (existsSync(note)) return JSON.parse(await readFile(note, 'utf8'));
    if (await isFirstTo(turn)) break;
    await delay(TURN_POLL_MS);
  }
  try {
    const template = await makeTemplate(await mkdtemp(join(templates, 'made-')));
    await writeFile(`${note}.part`, JSON.stringify(template));
    await rename(`${note}.part`, note);
    return template;
  } catch (error) {
    // Processes waiting for it try as well, and report in their own file why that fails.
    await rmdir(turn);
    throw error;
  }
}

function isFirstTo(folder: string): Promise<boolean> {
  return mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

/** As small as possible, since it is copied some two hundred times. */
async function makeTemplate(dataDir: string): Promise<string | null> {
  const connection = await openEmbedded({ dataDir, databaseUrl: null, log: pino({ level: 'silent' }) });
  const cluster = connection.databaseDir;
  const isUsable = cluster !== null && dirname(cluster) === (await realpath(dataDir));
  const last = isUsable && (await shrink(dataDir).finally(connection.close));
  if (!last) return null;
  await appendFile(join(cluster, 'postgresql.conf'), '\nfsync = off\nfull_page_writes = off\n');
  const log = join(cluster, 'pg_wal');
  for (const file of await readdir(log)) {
    if (file === last) await leaveOutZeros(join(log, file));
    else if (file.length === last.length) await rm(join(log, file));
  }
  return cluster;
}

/** Drops the databases that new ones are created from, and returns the only log file that is still needed. */
async function shrink(dataDir: string): Promise<string> {
  const database = databaseOf(dataDir);
  try {
    await database.run(sql`update pg_database set datistemplate = false`);
    for (const spare of ['template0', 'template1']) await database.run(sql`drop database ${name(spare)}`);
    await database.run(sql`select pg_switch_wal()`);
    await database.run(sql`checkpoint`);
    const [row] = await database.rows<{ last: string }>(sql`select pg_walfile_name(pg_current_wal_lsn()) as last`);
    return row?.last ?? '';
  } finally {
    await database.close();
  }
}

/** Turns the zeros at the end of a file into a hole, so that they are neither stored nor copied. */
async function leaveOutZeros(path: string): Promise<void> {
  const bytes = await readFile(path);
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  await truncate(path, end);
  await truncate(path, bytes.length);
}
