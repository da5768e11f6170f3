import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Notification } from '../../../shared/agent/notifications.ts';
import { presenceApi } from '../../../shared/api/presence.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { AutomationJob } from '../../jobs/job.ts';
import { type Loop, startLoop } from '../../runs/loop.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import type { DatabaseClock } from '../../supabase/database-clock.ts';
import { readOffTimes } from './off-times.ts';

const LOOK_MS = 5 * 60_000;
/** Longest interval between two checks of an agent that kept running; a longer one means that the machine slept. */
const AWAKE_MAX_MS = 7 * 60_000;
/** When users are notified about the next day's posts: at noon, when most machines are on. */
const TOLD_HOUR = 12;
const TOLD_AHEAD_HOURS = 24;

export type PresenceOptions = {
  /** With the service key; null in hosted mode without one, where nothing is recorded. */
  admin: Client | null;
  clientFor(request: FastifyRequest): Client | null;
  agentId: string;
  clock: DatabaseClock;
  notify(notification: Notification): Promise<void>;
  log: FastifyBaseLogger;
};

export type PresenceFeature = {
  routes: Routes;
  /** Notifies the user once a day of posts due at times when no agent usually runs. */
  job(admin: Client): AutomationJob;
  /** Starts recording that this agent runs. */
  start(): void;
  close(): Promise<void>;
};

/** Records when this agent runs, and reports posts due at times when no agent usually runs. */
export function openPresence({ admin, clientFor, agentId, clock, notify, log }: PresenceOptions): PresenceFeature {
  let loop: Loop | undefined;
  const look = admin && presenceLook({ admin, agentId, clock });
  return {
    routes: routesOf(presenceApi, {
      getOffTimes: async (request) => {
        const client = clientFor(request);
        if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
        return readOffTimes(client, clock.now());
      },
    }),
    job: (client) => ({
      ...OFF_TIMES,
      name: 'off-times',
      setting: null,
      isOn: (settings) => !settings.automation_paused,
      schedule: () => ({ every: 'day', hour: TOLD_HOUR }),
      async run() {
        const now = clock.now();
        const { isKnown, summary, remedy } = await readOffTimes(client, now, now.add({ hours: TOLD_AHEAD_HOURS }));
        if (summary !== null) await notify({ title: summary, body: remedy ?? '', path: '/scheduler' });
        return summary === null ? (isKnown ? NONE : NOT_KNOWN) : `${summary}.`;
      },
    }),
    start() {
      if (!look) return;
      const failure = 'cannot record that this agent is running; trying again';
      loop ??= startLoop(look, { atLeastMs: LOOK_MS, atMostMs: LOOK_MS, failure, log });
    },
    close: async () => loop?.end(),
  };
}

/**
 * Returns a check that records that the agent has been running since the previous check. The first check after the
 * machine slept records nothing, since a machine that wakes only for a moment runs one, too. Resolves to the delay
 * until the next check, in milliseconds.
 */
export function presenceLook({
  admin,
  agentId,
  clock,
}: Pick<PresenceOptions, 'agentId' | 'clock'> & { admin: Client }): () => Promise<number> {
  let before: Temporal.Instant | undefined;
  return async () => {
    const now = await clock.read();
    const since = before;
    before = now;
    if (since && now.since(since).total('milliseconds') <= AWAKE_MAX_MS) {
      const { error } = await admin.rpc('note_presence', { agent: agentId, at: now.toString() });
      if (error) throw couldNot('record that this agent runs', error);
    }
    return LOOK_MS;
  };
}

const OFF_TIMES = {
  title: 'Off times',
  about: 'Tells you which posts of the next day are due when this computer is usually off.',
} as const;
const NONE = 'No post is due at a time when this computer is usually off.';
const NOT_KNOWN = 'It takes two weeks to learn when this computer usually runs.';
const NEEDS_SECRET_KEY =
  'This needs the secret key of your Supabase project. Start the agent with --supabase-secret-key, then try again.';
