import { z } from 'zod';
import { healthSchema } from './agent-api.ts';

export const DEEP_HEALTH_PATH = '/api/health?deep=1';
export const healthQuerySchema = z.object({ deep: z.enum(['0', '1']).optional() });

const countSchema = z.number().int().min(0);
const timeSchema = z.string().nullable();

/** `connections` are those of all clients of the server; null (unknown) in hosted mode. */
export const databaseHealthSchema = z.object({
  roundTripMs: z.number(),
  connections: z.object({ used: countSchema, limit: countSchema }).nullable(),
  isMigrated: z.boolean(),
});
export type DatabaseHealth = z.infer<typeof databaseHealthSchema>;

/**
 * `eventLoopDelayMs` is the delay of timers during the last minute or two; `handles` counts open handles by Node's
 * names; `fileDescriptors` is null if unknown.
 */
const processHealthSchema = z.object({
  uptimeSeconds: z.number(),
  rssBytes: countSchema,
  heapUsedBytes: countSchema,
  heapTotalBytes: countSchema,
  eventLoopDelayMs: z.object({ median: z.number(), p99: z.number(), max: z.number() }),
  handles: z.record(z.string(), countSchema),
  fileDescriptors: countSchema.nullable(),
});
export type ProcessHealth = z.infer<typeof processHealthSchema>;

/** Times are ISO 8601. `failures` are those of the last 24 hours. */
const jobHealthSchema = z.object({
  name: z.string(),
  isOn: z.boolean(),
  lastRun: z
    .object({ status: z.enum(['running', 'success', 'failed']), startedAt: z.string(), finishedAt: timeSchema })
    .nullable(),
  nextRun: timeSchema,
  failures: countSchema,
});

/** `isWatching` is false if the agent starts no jobs automatically; `problem` says why no job can run. */
export const jobsHealthSchema = z.object({
  isWatching: z.boolean(),
  isPaused: z.boolean(),
  problem: z.string().nullable(),
  jobs: z.array(jobHealthSchema),
});
export type JobsHealth = z.infer<typeof jobsHealthSchema>;

/**
 * `lookedAt`: when this agent last completed a check for due posts. `leases` of posts that are being sent: those held
 * by all agents, and those that expired because their agents stopped renewing them.
 */
const publisherHealthSchema = z.object({
  isWatching: z.boolean(),
  lookedAt: timeSchema,
  underWay: countSchema,
  leases: z.object({ held: countSchema, expired: countSchema }),
});
export type PublisherHealth = z.infer<typeof publisherHealthSchema>;

/**
 * `isOn` is false when the agent makes no automatic backups: a hosted project has its own. `lastAt` is the start of the
 * last verified daily backup, ISO 8601; null before the first.
 */
const backupHealthSchema = z.object({ isOn: z.boolean(), lastAt: timeSchema, isOverdue: z.boolean() });
export type BackupHealth = z.infer<typeof backupHealthSchema>;

/**
 * The agents of the workspace. `problem` says how this one conflicts with another; `stranded` are sentences about
 * accounts whose due posts no running agent can send.
 */
export const agentsHealthSchema = z.object({
  known: countSchema,
  running: countSchema,
  problem: z.string().nullable(),
  stranded: z.array(z.string()),
});
export type AgentsHealth = z.infer<typeof agentsHealthSchema>;

/** The parts examined. A part that could not be examined in time is null, with the reason in `reasons`. */
export const healthPartsSchema = z.object({
  database: databaseHealthSchema.nullable(),
  disk: z.object({ freeBytes: z.number() }).nullable(),
  process: processHealthSchema.nullable(),
  jobs: jobsHealthSchema.nullable(),
  publisher: publisherHealthSchema.nullable(),
  agents: agentsHealthSchema.nullable(),
  browser: z.object({ source: z.enum(['chosen', 'cache', 'installed', 'package']).nullable() }).nullable(),
  log: z.object({ isWritable: z.boolean() }).nullable(),
  backup: backupHealthSchema.nullable(),
});
export type HealthParts = z.infer<typeof healthPartsSchema>;

/**
 * GET /api/health?deep=1, for members: the agent's health. Degraded, with status 503, when there are reasons; `reasons`
 * are sentences with their remedies. Contains no secrets.
 */
export const deepHealthSchema = healthSchema.extend({
  status: z.enum(['ok', 'degraded']),
  reasons: z.array(z.string()),
  examinedAt: z.string(),
  ...healthPartsSchema.shape,
});
export type DeepHealth = z.infer<typeof deepHealthSchema>;
