import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Temporal } from 'temporal-polyfill';
import { createJobEngine, type JobEngine } from '../../../server/jobs/engine.ts';
import type { Job } from '../../../server/jobs/job.ts';
import { type JobStore, jobStore } from '../../../server/jobs/store.ts';
import type { Client } from '../../../server/supabase/connection.ts';

export type Switch = { on: boolean };

/** The state that agents share besides their database. */
export type World = { now: Temporal.Instant; zone: string; on: boolean };
export const newWorld = (): World => ({ now: Temporal.Instant.from('2026-03-01T08:00:00Z'), zone: 'UTC', on: true });

/** A daily job at 07:00 with a unique name. */
export function dailyJob(run: Job<Switch>['run'], name = `daily-${randomUUID()}`): Job<Switch> {
  return { name, schedule: () => ({ every: 'day', hour: 7 }), isOn: ({ on }) => on, run };
}

/** The job engine of an agent in this world, on a real database. */
export function agentOf(
  admin: Client,
  world: World,
  jobs: Job<Switch>[],
  agentId: string = randomUUID(),
  store: JobStore = jobStore(admin, agentId),
): JobEngine {
  return createJobEngine({
    jobs,
    store,
    settings: async () => ({ on: world.on, timezone: world.zone }),
    recover: async () => void (await admin.rpc('reap_runs', { agent: agentId }).throwOnError()),
    still: async () => null,
    time: async () => world.now,
    log: pino({ level: 'silent' }),
  });
}

/** The runs of a job as the database keeps them, the oldest first. */
export async function rowsOf(admin: Client, { name }: Pick<Job<Switch>, 'name'>) {
  return (await admin.from('job_runs').select('*').eq('job', name).order('started_at').throwOnError()).data;
}

/** Resolves when the job's current run on this agent ends. */
export const ended = (engine: JobEngine, { name }: Pick<Job<Switch>, 'name'>) => engine.runOf(name)?.over;
