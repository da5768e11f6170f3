import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { JobList } from '../../../shared/agent/jobs.ts';
import type { Sessions } from '../../browser/sessions.ts';
import { callerClient } from '../../http/caller-client.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { AutomationJob } from '../../jobs/job.ts';
import type { SupabaseConnection } from '../../supabase/connection.ts';
import { builtProgram } from '../../supabase/package-files.ts';
import type { ScriptApprovals } from './approvals.ts';
import type { ScriptLimits } from './limits.ts';
import { refusalWhere, scriptsRoutes } from './routes.ts';
import { createRunFiles } from './run-files.ts';
import { createRunners } from './runners.ts';
import { scriptJob } from './schedules/job.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import { readSchedules, type StoredSchedule } from './schedules/store.ts';
import { createScriptRuns } from './service.ts';
import { scriptStore } from './store.ts';

export type ScriptsOptions = {
  connection: SupabaseConnection;
  agentToken: string;
  agentId: string;
  dataDir: string;
  sessions: Sessions;
  approvals: ScriptApprovals;
  /** Whether scripts may run when the agent listens on addresses that other machines may reach. */
  areAllowed: boolean;
  limits: ScriptLimits;
  /** The part of the agent's environment for scripts. */
  env: Record<string, string | undefined>;
  hasScreen: boolean;
  isRoot: boolean;
  /** This agent's share of running a script; see AutomationJob.share. */
  share?(mayRun: boolean): Promise<string | null>;
  log: FastifyBaseLogger;
  now?: (() => Temporal.Instant) | undefined;
};

export type Scripts = {
  routes: Routes;
  /** The jobs that run scripts by their current schedules. */
  scheduled(): Promise<AutomationJob[]>;
  /** `describe` returns when jobs run and have run (server/jobs). */
  scheduleRoutes(describe: (jobs: readonly AutomationJob[]) => Promise<JobList>): Routes;
  close(): Promise<void>;
};

/** Assembles everything that runs scripts. Close it before the connection. */
export function openScripts(options: ScriptsOptions): Scripts {
  const { connection, agentId, dataDir, approvals, areAllowed, limits, log, now = Temporal.Now.instant } = options;
  const { admin } = connection;
  const files = createRunFiles(dataDir);
  const runner = builtProgram('script-runner');
  const runs = createScriptRuns({
    runners: createRunners({ ...options, files, runner }),
    files,
    sessions: options.sessions,
    approvals,
    limits,
    owner: agentId,
    store: admin && scriptStore(admin),
    log,
  });
  const clientFor = (request: FastifyRequest) => callerClient(request, options);
  const storeFor = (request: FastifyRequest) => {
    const client = clientFor(request);
    return client && scriptStore(client);
  };
  const refusal = refusalWhere(areAllowed);
  const jobOf = (stored: StoredSchedule) =>
    admin &&
    scriptJob(stored, {
      runs,
      store: scriptStore(admin),
      now,
      isApproved: approvals.has,
      share: options.share ?? (async () => ''),
    });
  return {
    routes: scriptsRoutes({ runs, approvals, refusal, storeFor }),
    scheduled: async () => {
      const stored = admin && areAllowed ? await readSchedules(admin) : [];
      return stored.flatMap((schedule) => jobOf(schedule) ?? []);
    },
    scheduleRoutes: (describe) => scheduleRoutes({ clientFor, jobOf, describe, refusal }),
    close: () => runs.close(),
  };
}
