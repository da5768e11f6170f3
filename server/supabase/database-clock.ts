import { Temporal } from 'temporal-polyfill';
import type { Client } from './connection.ts';
import { couldNot } from './could-not.ts';
import { ask, type Project } from './hosted/project.ts';

/** An answer that took longer says too little of when it was given. */
const ANSWER_LIMIT_MS = 10_000;

/**
 * The time of the database, by which posts are due, late and tried again however wrong the clock of this machine is, and
 * the same for every agent of a workspace.
 */
export type DatabaseClock = {
  /** The time of the database, as far as this machine's clock has run evenly since the last reading. */
  now(): Temporal.Instant;
  /** Asks the database. Rejects when it does not answer. */
  read(): Promise<Temporal.Instant>;
  /** What this machine's own clock shows. */
  machine(): Temporal.Instant;
};

/** `ask` answers the time of the database. Before the first reading the machine's clock counts. */
export function databaseClock(
  ask: () => Promise<Temporal.Instant>,
  machine: () => Temporal.Instant = Temporal.Now.instant,
): DatabaseClock {
  let aheadMs = 0;
  return {
    now: () => machine().add({ milliseconds: aheadMs }),
    async read() {
      const askedAt = machine().epochMilliseconds;
      const time = await ask();
      const answeredAt = machine().epochMilliseconds;
      const tookMs = answeredAt - askedAt;
      // Not where the machine slept, or its clock was set, while it waited.
      if (tookMs >= 0 && tookMs <= ANSWER_LIMIT_MS)
        aheadMs = time.epochMilliseconds - Math.round((askedAt + answeredAt) / 2);
      return time;
    },
    machine,
  };
}

/** What tests replace of an agent's time. */
export type ClockDeps = {
  /** The time everywhere: of the database and of this machine. */
  now?: (() => Temporal.Instant) | undefined;
  /** What this machine's own clock shows, which may be wrong. */
  machine?: (() => Temporal.Instant) | undefined;
};

/**
 * The clock of an agent: the database's, asked with the service key or as a member; where there is neither, what
 * `ofProject` answers.
 */
export function agentClock(
  admin: Client | null,
  { now, machine = now }: ClockDeps = {},
  ofProject?: () => Promise<Temporal.Instant>,
): DatabaseClock {
  const own = machine ?? Temporal.Now.instant;
  const ask = async () => (admin ? databaseTime(admin) : (ofProject?.() ?? own()));
  return databaseClock(async () => now?.() ?? (await ask()), own);
}

/** What the clock of the database shows. AppError unavailable when it does not answer. */
export async function databaseTime(client: Client): Promise<Temporal.Instant> {
  const { data, error } = await client.rpc('database_time');
  if (error) throw couldNot('tell the time', error);
  return Temporal.Instant.from(data);
}

/**
 * The time by the project's clock, to the second: its Date header, which needs no rights. AppError unavailable when it
 * does not answer, or says no time.
 */
export async function projectTime(project: Project): Promise<Temporal.Instant> {
  const answer = await ask(project, { path: '/auth/v1/settings' });
  await answer.body?.cancel();
  const date = Date.parse(answer.headers.get('date') ?? '');
  // An answer from a cache is as old as it says.
  if (Number.isNaN(date) || answer.headers.has('age')) throw couldNot('tell the time', { message: 'no Date header' });
  return Temporal.Instant.fromEpochMilliseconds(date + 500);
}
