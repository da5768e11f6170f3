import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 200;
/** Above the highest process number of any system. */
const NOBODY = 2 ** 30;

/**
 * Does `work` while no other process does work under the same lock file; waits for one that does.
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
 * Takes the lock and returns null, or returns the number of the process that has it, NOBODY where it has just let go. A
 * file of the lock's name appears with the number in it, so that no process can die between the two.
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

/** Null without a lock; a lock without a process number has no owner. @param {string} file */
function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || NOBODY;
  } catch {
    return null;
  }
}

/** Moves a dead process's lock away before removing it, which only one of several can do. @param {string} file */
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
