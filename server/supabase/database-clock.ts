import { Temporal } from 'temporal-polyfill';
import type { Client } from './connection.ts';
import { couldNot } from './could-not.ts';
import { ask, type Project } from './hosted/project.ts';

/** If an answer takes longer, the moment at which the database read its clock is too uncertain. */
const ANSWER_LIMIT_MS = 10_000;

/**
 * The database's clock. It decides when posts are due, late or retried, so that a wrong clock on this machine does no
 * harm and all agents of a workspace agree.
 */
export type DatabaseClock = {
  /** Estimates the database's time: this machine's clock plus the offset measured by the last `read`. */
  now(): Temporal.Instant;
  /** Queries the database's time and measures the offset. Rejects when the database does not answer. */
  read(): Promise<Temporal.Instant>;
  /** The time by this machine's own clock. */
  machine(): Temporal.Instant;
};

/** `ask` queries the database's time. Until the first reading, `now` returns the machine's time. */
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
      // Ignored if the machine slept, or its clock was set, during the query.
      if (tookMs >= 0 && tookMs <= ANSWER_LIMIT_MS)
        aheadMs = time.epochMilliseconds - Math.round((askedAt + answeredAt) / 2);
      return time;
    },
    machine,
  };
}

/** Clocks that tests replace. */
export type ClockDeps = {
  /** Replaces both the database's and this machine's clock. */
  now?: (() => Temporal.Instant) | undefined;
  /** This machine's own clock, which may be wrong. */
  machine?: (() => Temporal.Instant) | undefined;
};

/**
 * The clock of an agent: the database's, queried with the service key or as a member. Without an admin client,
 * `ofProject` is queried, or failing that this machine's clock.
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

/** Queries the database's time. AppError unavailable when it does not answer. */
export async function databaseTime(client: Client): Promise<Temporal.Instant> {
  const { data, error } = await client.rpc('database_time');
  if (error) throw couldNot('tell the time', error);
  return Temporal.Instant.from(data);
}

/**
 * The project's time to the second, from its Date header, which needs no permissions. AppError unavailable when the
 * project does not answer or sends no usable time.
 */
export async function projectTime(project: Project): Promise<Temporal.Instant> {
  const answer = await ask(project, { path: '/auth/v1/settings' });
  await answer.body?.cancel();
  const date = Date.parse(answer.headers.get('date') ?? '');
  // An Age header marks an answer from a cache, whose date is out of date.
  if (Number.isNaN(date) || answer.headers.has('age')) throw couldNot('tell the time', { message: 'no Date header' });
  return Temporal.Instant.fromEpochMilliseconds(date + 500);
}
