import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { z } from 'zod';
import { directoryError } from './data-directory.ts';
import {
  connectTo,
  knownAddresses,
  leavePlace,
  linesOf,
  listenOn,
  type MeetingPlace,
  meetingPlace,
  newAddress,
  openPlace,
} from './lock-socket.ts';

/** A directory's lock. The operating system releases it when the process ends, even if it is killed. */
export type DirectoryLock<Info> = {
  /** Publishes a change of this process's state to the processes that wait for the directory. */
  tell(change: Partial<Info>): void;
  /** Aborts when another process asks this one to stop (`stopHolder`). */
  stopRequested: AbortSignal;
  release(): Promise<void>;
};

/** A process that holds a directory's lock, or tries to get it. */
export type Contender<Info> = { info: Info; isHolder: boolean };

/** Locks of one kind. `Info` is the state that each process publishes. */
export type DirectoryLocks<Info> = {
  /**
   * Takes the lock of a directory. While another process has it, `judge` is called with each state that the process
   * publishes: a result ends the wait and is the outcome; null keeps waiting until the state changes or the process
   * exits. AppError when the directory cannot be used.
   */
  lock<Outcome extends {}>(
    directory: string,
    info: Info,
    judge: (contender: Contender<Info>) => Outcome | null,
  ): Promise<{ lock: DirectoryLock<Info>; outcome: null } | { lock: null; outcome: Outcome }>;
  /** Reads the state of the directory's holder; null if there is none. Changes nothing. */
  findHolder(directory: string): Promise<Info | null>;
  /** Asks the holder to exit, and waits until it has released the directory. Null if there is none. */
  stopHolder(directory: string): Promise<Info | null>;
};

type Entry<Info> = DirectoryLock<Info> & { address: string; hold(): void };

const STOP = 'stop';

/**
 * How it works: each process listens on its own socket, then connects to all others. A socket that refuses the
 * connection was left by a killed process. If two processes start at once, the one with the lower address gets the
 * lock. Pids and times are not relied on.
 */
export function directoryLocks<Info extends object>(schema: z.ZodType<Info>): DirectoryLocks<Info> {
  const line = z.object({ info: schema, isHolder: z.boolean() });

  /** Yields the state of the process at an address, now and at each change, until it releases its lock. */
  async function* follow(address: string, request?: string): AsyncGenerator<Contender<Info>> {
    const socket = await connectTo(address);
    if (!socket) return;
    if (request) socket.write(`${request}\n`);
    for await (const text of linesOf(socket)) yield line.parse(JSON.parse(text));
  }

  /** Finds the address of a process that has precedence; null once all others have exited or yielded. */
  async function findRival(place: MeetingPlace, own: Entry<Info> | null): Promise<string | null> {
    for (const address of await knownAddresses(place)) {
      if (address === own?.address) continue;
      for await (const { isHolder } of follow(address)) {
        const yields = own !== null && own.address < address && !isHolder;
        if (!yields) return address;
      }
    }
    return null;
  }

  return {
    async lock(directory, info, judge) {
      try {
        const place = meetingPlace(directory);
        for (;;) {
          await openPlace(place);
          const entry = await openEntry(place, info);
          const rival = await findRival(place, entry);
          if (entry && rival === null && isListed(place, entry.address)) {
            entry.hold();
            return { lock: entry, outcome: null };
          }
          await entry?.release();
          if (rival === null) continue;
          for await (const contender of follow(rival)) {
            const outcome = judge(contender);
            if (outcome !== null) return { lock: null, outcome };
          }
        }
      } catch (error) {
        throw directoryError(directory, error);
      }
    },
    async findHolder(directory) {
      if (!existsSync(directory)) return null;
      for (const address of await knownAddresses(meetingPlace(directory))) {
        for await (const { info } of follow(address)) return info;
      }
      return null;
    },
    async stopHolder(directory) {
      if (!existsSync(directory)) return null;
      let stopped: Info | null = null;
      for (const address of await knownAddresses(meetingPlace(directory))) {
        for await (const { info } of follow(address, STOP)) stopped = info;
      }
      return stopped;
    },
  };
}

async function openEntry<Info extends object>(place: MeetingPlace, first: Info): Promise<Entry<Info> | null> {
  let said: Contender<Info> = { info: first, isHolder: false };
  const callers = new Set<Socket>();
  const stop = new AbortController();
  const address = newAddress(place);
  const sendTo = (socket: Socket) => socket.write(`${JSON.stringify(said)}\n`);
  const server = await listenOn(address, async (socket) => {
    callers.add(socket);
    sendTo(socket);
    for await (const line of linesOf(socket)) if (line === STOP) stop.abort();
    callers.delete(socket);
  });
  if (!server) return null;
  const say = (change: Contender<Info>) => {
    said = change;
    callers.forEach(sendTo);
  };
  return {
    address,
    stopRequested: stop.signal,
    hold: () => say({ ...said, isHolder: true }),
    tell: (change) => say({ ...said, info: { ...said.info, ...change } }),
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve(leavePlace(place)));
        for (const socket of callers) socket.destroy();
      }),
  };
}

/** Whether our socket still exists: before it listened, another process may have removed it as stale. */
function isListed(place: MeetingPlace, address: string): boolean {
  return place.kind === 'pipe' || existsSync(address);
}
