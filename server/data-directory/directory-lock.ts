import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { z } from 'zod';
import { directoryError } from './data-directory.ts';
import {
  connectTo,
  knownAddresses,
  linesOf,
  listenOn,
  type MeetingPlace,
  meetingPlace,
  newAddress,
} from './lock-socket.ts';

/** The right to a directory; the operating system takes it back when the process ends, however it ends. */
export type DirectoryLock<Info> = {
  /** Tells the processes that wait for the directory what this one is now. */
  tell(change: Partial<Info>): void;
  /** Aborted when another process asks for the end (`stopHolder`). */
  stopRequested: AbortSignal;
  release(): Promise<void>;
};

/** A process that has a directory's lock, or is about to get it. */
export type Contender<Info> = { info: Info; isHolder: boolean };

/** Locks of one kind: `Info` is what a holder says of itself. */
export type DirectoryLocks<Info> = {
  /**
   * Takes the lock of a directory. Each time another process that stays says what it is, `judge` decides: what it
   * returns is the outcome, and null means to wait until that process changes or ends. AppError when the directory
   * cannot be used.
   */
  lock<Outcome extends {}>(
    directory: string,
    info: Info,
    judge: (contender: Contender<Info>) => Outcome | null,
  ): Promise<{ lock: DirectoryLock<Info>; outcome: null } | { lock: null; outcome: Outcome }>;
  /** What the process that has the directory says of itself, or null when none has. Changes nothing. */
  findHolder(directory: string): Promise<Info | null>;
  /** Asks the holder to end, and waits until it has released the directory. Null when there was none. */
  stopHolder(directory: string): Promise<Info | null>;
};

type Entry<Info> = DirectoryLock<Info> & { address: string; hold(): void };

const STOP = 'stop';

/**
 * How: each process listens on its own socket, then connects to all the others. A socket that does not answer was left
 * behind by a killed process. Two that start at once see each other, and the one with the lower address keeps the lock.
 * No pid or time is trusted.
 */
export function directoryLocks<Info extends object>(schema: z.ZodType<Info>): DirectoryLocks<Info> {
  const line = z.object({ info: schema, isHolder: z.boolean() });

  /** What the process at an address says of itself, now and at each change, until it releases its lock. */
  async function* follow(address: string, request?: string): AsyncGenerator<Contender<Info>> {
    const socket = await connectTo(address);
    if (!socket) return;
    if (request) socket.write(`${request}\n`);
    for await (const text of linesOf(socket)) yield line.parse(JSON.parse(text));
  }

  /** The address of one that stays although we came; null when all others are gone or gave way. */
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
        const place = await meetingPlace(directory);
        for (;;) {
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
      for (const address of await knownAddresses(await meetingPlace(directory))) {
        for await (const { info } of follow(address)) return info;
      }
      return null;
    },
    async stopHolder(directory) {
      if (!existsSync(directory)) return null;
      let stopped: Info | null = null;
      for (const address of await knownAddresses(await meetingPlace(directory))) {
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
        server.close(() => resolve());
        for (const socket of callers) socket.destroy();
      }),
  };
}

/**
 * Somebody who called between our taking the address and our listening may have taken our socket for a left-over one.
 */
function isListed(place: MeetingPlace, address: string): boolean {
  return place.kind === 'pipe' || existsSync(address);
}
