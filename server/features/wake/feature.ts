import type { FastifyBaseLogger } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { wakeApi } from '../../../shared/api/wake.ts';
import type { Wake } from '../../../shared/wake/wake.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import { type Loop, startLoop } from '../../runs/loop.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import type { DatabaseClock } from '../../supabase/database-clock.ts';
import type { Waker } from '../../system/wake/waker.ts';

const LOOK_MS = 60_000;
const LOOK_AT_LEAST_MS = 1_000;

export type WakeOptions = {
  /** With the service key; null in hosted mode without one, where the agent sends nothing. */
  admin: Client | null;
  clock: DatabaseClock;
  waker: Waker;
  log: FastifyBaseLogger;
};

export type WakeFeature = { routes: Routes; start(): void; close(): Promise<void> };

/** Sets an alarm that wakes this machine for the next post, if the user has switched that on. */
export function openWake({ admin, clock, waker, log }: WakeOptions): WakeFeature {
  let loop: Loop | undefined;
  const look = async () => {
    if (admin && (await waker.read()).isOn) await waker.follow(await nextDue(admin, clock));
    return LOOK_MS;
  };
  const state = async (): Promise<Wake> => {
    const { isOn, setFor, problem } = await waker.read();
    const { method = null, permit = null } = waker.alarm ?? {};
    return { isOn, method, setFor, problem, permit, risks: method === null ? [] : RISKS[method] };
  };
  return {
    routes: routesOf(wakeApi, {
      getWake: state,
      setWake: async ({ body: { isOn } }) => {
        if (isOn && !waker.alarm) throw new AppError('conflict', CANNOT_WAKE);
        await waker.switch(isOn);
        await look();
        return state();
      },
    }),
    start() {
      const failure = 'this machine is not woken for posts';
      loop ??= startLoop(look, { atLeastMs: LOOK_AT_LEAST_MS, atMostMs: LOOK_MS, failure, log });
    },
    close: async () => loop?.end(),
  };
}

/** When the next post is due, by this machine's clock, which the alarm uses; null if there is none. */
async function nextDue(client: Client, clock: DatabaseClock): Promise<Temporal.Instant | null> {
  const now = await clock.read();
  const { data, error } = await client
    .from('scheduled_posts')
    .select('scheduled_time')
    .eq('status', 'scheduled')
    .gt('scheduled_time', now.toString())
    .order('scheduled_time')
    .limit(1);
  if (error) throw couldNot('read when the next post is due', error);
  const [next] = data;
  return next ? clock.machine().add(Temporal.Instant.from(next.scheduled_time).since(clock.now())) : null;
}

const CANNOT_WAKE = 'This system cannot wake its computer for posts: it has no clock that runs while it sleeps.';
const LID = 'With its lid closed, or without power, a laptop may stay asleep.';
const RISKS: { [method in NonNullable<Wake['method']>]: string[] } = {
  rtcwake: [
    LID,
    'It must be asleep, not shut down. Some computers do not wake from hibernation, or their firmware prevents it.',
  ],
  pmset: [LID, 'It must be asleep, not shut down. macOS sends it back to sleep after a short while.'],
  'Task Scheduler': [
    LID,
    'Windows must allow wake timers, in the power options. It does not wake a computer that hibernates or is shut down.',
  ],
};
