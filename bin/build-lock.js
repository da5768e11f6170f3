import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Does `work` while no other process does work under the same lock file; waits for one that does.
 * @param {string} file
 * @param {() => Promise<void>} work
 */
export async function withBuildLock(file, work) {
  for (let holder = take(file), told = false; holder !== null; holder = take(file)) {
    if (!told)
      console.error(`Waiting for process ${holder}, which is preparing this checkout (if it is not: delete ${file})…`);
    told = true;
    await delay(POLL_MS);
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Takes the lock and returns null, or returns the number of the process that has it. @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return null;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = readHolder(file);
  if (holder !== null && !isAlive(holder)) discard(file);
  return holder ?? 'unknown';
}

/** @param {string} file */
function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
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
