import { z } from 'zod';
import { platformSchema } from './platforms.ts';
import { postReasonsSchema } from './post-reasons.ts';

export const DRY_RUN_DAYS_DEFAULT = 7;
export const DRY_RUN_DAYS_MAX = 31;

/**
 * Body of auto-generate-content that asks what the autopilot would make in the coming days, including today. Nothing is
 * written or fetched.
 */
export const dryRunRequestSchema = z.object({
  dryRun: z.literal(true),
  days: z.number().int().min(1).max(DRY_RUN_DAYS_MAX).default(DRY_RUN_DAYS_DEFAULT),
});
export type DryRunRequest = z.infer<typeof dryRunRequestSchema>;

/** A post's current destination. `account` is null when the platform has none here. */
export const plannedDestinationSchema = z.object({
  platform: platformSchema,
  account: z.string().nullable(),
  /** Sent by the agent; otherwise posted manually. */
  isDirect: z.boolean(),
});
export type PlannedDestination = z.infer<typeof plannedDestinationSchema>;

/**
 * A local date (`YYYY-MM-DD`). `runsAt` (ISO 8601) is when the autopilot runs; `isLate` when today's time has passed
 * without a run, so that it runs as soon as possible. Its post is published at `reasons.time.at`, which may be on a
 * later date. `result` is the message of today's run.
 */
const dayPlanSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('post'),
    date: z.iso.date(),
    runsAt: z.string(),
    isLate: z.boolean(),
    reasons: postReasonsSchema,
    /** In the order of the project's platforms. */
    destinations: z.array(plannedDestinationSchema),
  }),
  z.object({ outcome: z.literal('no_project'), date: z.iso.date(), runsAt: z.string(), isLate: z.boolean() }),
  /** The next project, and so every other one, has only platforms that require videos, and no video. */
  z.object({
    outcome: z.literal('needs_video'),
    date: z.iso.date(),
    runsAt: z.string(),
    isLate: z.boolean(),
    project: z.string(),
    platforms: z.array(platformSchema),
  }),
  z.object({ outcome: z.literal('no_free_time'), date: z.iso.date(), runsAt: z.string(), isLate: z.boolean() }),
  z.object({ outcome: z.literal('made'), date: z.iso.date(), result: z.string().nullable() }),
  z.object({ outcome: z.literal('failed'), date: z.iso.date(), result: z.string().nullable() }),
]);
export type DayPlan = z.infer<typeof dayPlanSchema>;

/** The autopilot's coming days in order; if it is off, as if it were on. Without dates that the zone skips. */
export const dryRunSchema = z.object({
  timezone: z.string(),
  autopilot: z.enum(['on', 'off', 'paused']),
  /** The niches of paused projects, which get no posts. */
  paused: z.array(z.string()).default([]),
  days: z.array(dayPlanSchema),
});
export type DryRun = z.infer<typeof dryRunSchema>;
