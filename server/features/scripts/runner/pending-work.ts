import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/**
 * What keeps `node script.js` going until it ends; servers and watchers may stay open for ever, and end with the
 * script.
 */
const AWAITED = new Set([
  'Timeout',
  'Immediate',
  'FSReqCallback',
  'FSReqPromise',
  'GetAddrInfoReqWrap',
  'GetNameInfoReqWrap',
  'TCPConnectWrap',
  'ShutdownWrap',
  'WriteWrap',
]);
/** Connections end too, but may be held open for ever. */
const CONNECTIONS = new Set(['TCPSocketWrap', 'TLSWrap', 'PipeConnectWrap']);
const CONNECTIONS_MS = 10_000;
const POLL_MS = 15;

/** As it was before the script, which may replace what is global. */
const kill = process.kill.bind(process);

/** The programs and threads that a script has started. */
export type Started = {
  /** How many of them it waits for. */
  running(resources: readonly string[]): number;
  /**
   * Kills the programs, with the groups of those that have one of their own: as long as this process lives it is known
   * which they are.
   */
  kill(): void;
};

/** Watches what is started from now on. The browser at `browserPath` counts for nothing: it ends with the script. */
export function watchStarted(browserPath: string): Started {
  const programs = new Set<ChildProcess>();
  const threads = new Set<Worker>();
  subscribe('child_process', (message) => {
    const { process: program } = message as { process: ChildProcess };
    programs.add(program);
    program.once('close', () => programs.delete(program));
  });
  subscribe('worker_threads', (message) => {
    const { worker } = message as { worker: Worker };
    threads.add(worker);
    worker.once('exit', () => threads.delete(worker));
  });
  return {
    kill() {
      for (const { pid } of [...programs].filter(isAlive)) {
        for (const target of pid === undefined ? [] : [-pid, pid]) {
          try {
            kill(target, 'SIGKILL');
          } catch {
            // It is gone, or leads no group.
          }
        }
      }
    },
    running(resources) {
      const all = [...programs].filter(({ pid }) => pid !== undefined);
      const browsers = all.filter((program) => program.spawnfile === browserPath);
      const others = all.filter((program) => !browsers.includes(program));
      const ended = others.filter((program) => !isAlive(program));
      // A program that the script let go of (unref) is no resource of this process.
      const held = resources.filter((name) => name === 'ProcessWrap').length - browsers.filter(isAlive).length;
      return Math.min(others.length - ended.length, held) + ended.length + threads.size;
    },
  };
}

/**
 * Waits, as Node does, until nothing is under way that keeps a script going: timers, files, programs, threads, requests
 * to servers (these at most for 10 s). `remind` is called once when that takes longer than `remindMs`.
 */
export async function untilIdle(started: Started, remind: () => void, remindMs: number): Promise<void> {
  const since = Date.now();
  let isReminded = false;
  // What was begun in the last moment shows only in the next turn.
  do {
    await delay(POLL_MS);
    if (!isReminded && Date.now() - since > remindMs) {
      isReminded = true;
      remind();
    }
  } while (isUnderWay(started, Date.now() - since < CONNECTIONS_MS));
}

function isUnderWay(started: Started, withConnections: boolean): boolean {
  const resources = process.getActiveResourcesInfo();
  const isAwaited = (name: string) => AWAITED.has(name) || (withConnections && CONNECTIONS.has(name));
  return resources.some(isAwaited) || started.running(resources) > 0;
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
