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

const stateSchema = z.object({
  pid: z.number(),
  /** What it was started for: `start`, `generate` … */
  command: z.string(),
  version: z.string(),
  /** Null while it does not listen. */
  url: z.string().nullable(),
  isHolder: z.boolean(),
});
type State = z.infer<typeof stateSchema>;

/** The process that has a data directory open: an agent, or a command that needs it for a moment. */
export type Holder = Omit<State, 'isHolder'>;

/** An agent that answers at `url`. */
export type RunningAgent = Holder & { url: string };

/** The right to open the data directory; the operating system takes it back when the process ends, however it ends. */
export type AgentLock = {
  /** Announces to waiting processes that the agent now answers at `url`. */
  announce(url: string): void;
  /** Aborted when another process asks for the end (`local-agent stop`). */
  stopRequested: AbortSignal;
  release(): Promise<void>;
};

type Entry = {
  address: string;
  stopRequested: AbortSignal;
  say(change: Partial<State>): void;
  close(): Promise<void>;
};

const STOP = 'stop';

/**
 * Takes the lock of a data directory, or finds the agent that runs on it. Waits while another process is starting or
 * works on it for a moment (calling `onWait` once) until that process has become a running agent or has exited.
 *
 * How: each process listens on its own socket, then connects to all the others. A socket that does not answer was left
 * behind by a killed process. Two that start at once see each other, and the one with the lower address keeps the lock.
 * No pid or time is trusted.
 */
export async function lockDataDirectory(
  dataDir: string,
  self: { command: string; version: string },
  onWait: (holder: Holder) => void = () => undefined,
): Promise<{ lock: AgentLock; running: null } | { lock: null; running: RunningAgent }> {
  try {
    const place = await meetingPlace(dataDir);
    for (;;) {
      const entry = await openEntry(place, { ...self, pid: process.pid, url: null, isHolder: false });
      const rival = await findRival(place, entry);
      if (entry && rival === null && isListed(place, entry)) return { lock: asLock(entry), running: null };
      await entry?.close();
      const running = rival && (await outcome(rival, onWait));
      if (running) return { lock: null, running };
    }
  } catch (error) {
    throw directoryError(dataDir, error);
  }
}

/** The process that has the data directory open now, or null. Changes nothing. */
export async function findHolder(dataDir: string): Promise<Holder | null> {
  if (!existsSync(dataDir)) return null;
  for (const address of await knownAddresses(await meetingPlace(dataDir))) {
    for await (const state of follow(address)) return state;
  }
  return null;
}

/**
 * Asks the process that has the data directory open to end, and waits until it has released it. Null when there was
 * none.
 */
export async function stopHolder(dataDir: string): Promise<Holder | null> {
  if (!existsSync(dataDir)) return null;
  let stopped: Holder | null = null;
  for (const address of await knownAddresses(await meetingPlace(dataDir))) {
    for await (const state of follow(address, STOP)) stopped = state;
  }
  return stopped;
}

async function openEntry(place: MeetingPlace, first: State): Promise<Entry | null> {
  let state = first;
  const callers = new Set<Socket>();
  const stop = new AbortController();
  const address = newAddress(place);
  const tell = (socket: Socket) => socket.write(`${JSON.stringify(state)}\n`);
  const server = await listenOn(address, async (socket) => {
    callers.add(socket);
    tell(socket);
    for await (const line of linesOf(socket)) if (line === STOP) stop.abort();
    callers.delete(socket);
  });
  if (!server) return null;
  return {
    address,
    stopRequested: stop.signal,
    say(change) {
      state = { ...state, ...change };
      callers.forEach(tell);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of callers) socket.destroy();
      }),
  };
}

function asLock(entry: Entry): AgentLock {
  entry.say({ isHolder: true });
  return {
    announce: (url) => entry.say({ url }),
    stopRequested: entry.stopRequested,
    release: entry.close,
  };
}

/** The address of one that stays although we came; null when all others are gone or gave way. */
async function findRival(place: MeetingPlace, own: Entry | null): Promise<string | null> {
  for (const address of await knownAddresses(place)) {
    if (address === own?.address) continue;
    for await (const state of follow(address)) {
      const yields = own !== null && own.address < address && !state.isHolder;
      if (!yields) return address;
    }
  }
  return null;
}

/**
 * Somebody who called between our taking the address and our listening may have taken our socket for a left-over one.
 */
function isListed(place: MeetingPlace, entry: Entry): boolean {
  return place.kind === 'pipe' || existsSync(entry.address);
}

async function outcome(address: string, onWait: (holder: Holder) => void): Promise<RunningAgent | null> {
  let waits = false;
  for await (const state of follow(address)) {
    if (state.url !== null) return { ...state, url: state.url };
    if (!waits) onWait(state);
    waits = true;
  }
  return null;
}

/** What the process at an address says of itself, now and at each change, until it lets go. */
async function* follow(address: string, request?: string): AsyncGenerator<State> {
  const socket = await connectTo(address);
  if (!socket) return;
  if (request) socket.write(`${request}\n`);
  for await (const line of linesOf(socket)) yield stateSchema.parse(JSON.parse(line));
}
