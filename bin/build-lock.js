import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 200;
/** Stands for no process: above the highest pid of any system. */
const NOBODY = 2 ** 30;

/**
 * Runs `work` while holding the lock file. Waits for other processes that hold it.
 * @param {string} file
 * @param {() => Promise<void>} work
 */
export async function withBuildLock(file, work) {
  for (let holder = take(file), told = false; holder !== null; holder = take(file)) {
    if (!told && isAlive(holder))
      console.error(`Waiting for process ${holder}, which is preparing this checkout (if it is not: delete ${file})…`);
    told ||= isAlive(holder);
    await delay(POLL_MS);
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Takes the lock and returns null, or returns the pid of its holder; NOBODY if it was just released. The lock file is
 * created with the pid already in it, by linking, so that a process cannot die in between.
 * @param {string} file
 */
function take(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return null;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
  const holder = readHolder(file);
  if (holder !== null && !isAlive(holder)) discard(file);
  return holder ?? NOBODY;
}

/** Reads the holder's pid; null without a lock, NOBODY if the file contains no pid. @param {string} file */
function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || NOBODY;
  } catch {
    return null;
  }
}

/** Removes a dead process's lock. Renames it first, which only one process can do. @param {string} file */
function discard(file) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    rmSync(aside);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
