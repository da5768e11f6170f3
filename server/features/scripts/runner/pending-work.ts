import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/**
 * Resources that keep `node script.js` running until they end; servers and watchers may stay open for ever, and end
 * with the script.
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

/** Saved before the script, which may replace globals. */
const kill = process.kill.bind(process);

/** The programs and threads started by a script. */
export type Started = {
  /** How many of them the script waits for. */
  running(resources: readonly string[]): number;
  /** Kills the programs and their process groups, which are known only while this process lives. */
  kill(): void;
};

/** Watches what is started from now on. Ignores the browser at `browserPath`, which ends with the script. */
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
            // It has exited, or leads no group.
          }
        }
      }
    },
    running(resources) {
      const all = [...programs].filter(({ pid }) => pid !== undefined);
      const browsers = all.filter((program) => program.spawnfile === browserPath);
      const others = all.filter((program) => !browsers.includes(program));
      const ended = others.filter((program) => !isAlive(program));
      // An unref'ed program is no active resource of this process.
      const held = resources.filter((name) => name === 'ProcessWrap').length - browsers.filter(isAlive).length;
      return Math.min(others.length - ended.length, held) + ended.length + threads.size;
    },
  };
}

/**
 * Waits, as Node does, until nothing keeps the script running: timers, files, programs, threads, requests to servers
 * (at most 10 s). `remind` is called once when that takes longer than `remindMs`.
 */
export async function untilIdle(started: Started, remind: () => void, remindMs: number): Promise<void> {
  const since = Date.now();
  let isReminded = false;
  // The latest work appears only in the next turn of the event loop.
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
