import { z } from 'zod';
import { CAPTION_MAX_LENGTH } from './compose.ts';
import { storedOptionsSchema, textOptionsSchema } from './options-schema.ts';

export const SERIES_TEXTS_MAX = 20;
export const SERIES_COUNT_MAX = 365;

const weekday = z.number().int().min(0).max(6);
/** Bounds of a series' start, since each day from it is examined; Postgres ends dates at 9999. */
const FIRST_DAYS = ['2000-01-01', '2999-12-31'] as const;
const firstDay = z.iso
  .date()
  .refine((day) => day >= FIRST_DAYS[0] && day <= FIRST_DAYS[1], `expected a day between ${FIRST_DAYS.join(' and ')}`);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/**
 * When posts repeat, in the workspace's zone: on weekdays (0 = Sunday), or on a day of the month, or its last day if
 * the month has no such day. `time` is the local time. It starts after `from`, a local date, and ends after `until` or
 * a number of posts, if it has an end.
 */
export const seriesRuleSchema = z.object({
  every: z.discriminatedUnion('unit', [
    z.object({ unit: z.literal('week'), weekdays: z.array(weekday).min(1).max(7) }),
    z.object({ unit: z.literal('month'), day: z.union([z.number().int().min(1).max(31), z.literal('last')]) }),
  ]),
  time: clock,
  from: firstDay,
  end: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('never') }),
    z.object({ kind: z.literal('date'), until: z.iso.date() }),
    z.object({ kind: z.literal('count'), count: z.number().int().min(1).max(SERIES_COUNT_MAX) }),
  ]),
});
export type SeriesRule = z.infer<typeof seriesRuleSchema>;

const textOptionsListSchema = z
  .array(textOptionsSchema.nullable())
  .max(SERIES_TEXTS_MAX)
  .describe(
    'For each of the texts, in their order: the options that go with it, such as a title or a poll. null: those of the post itself, if it is its text. All other options are those of the post.',
  );

export const seriesRequestSchema = z.object({
  id: z.uuid(),
  contentId: z.uuid(),
  /** The captions, used in turn. The initial post counts as the first of them. */
  texts: z.array(z.string().trim().min(0).max(CAPTION_MAX_LENGTH)).min(1).max(SERIES_TEXTS_MAX),
  textOptions: textOptionsListSchema.default([]),
  rule: seriesRuleSchema,
});
export type SeriesRequest = z.infer<typeof seriesRequestSchema>;

/** A stored series. `nextOn`: the local date from which posts are still to be made; null if it is over. */
export const seriesSchema = z.object({
  id: z.uuid(),
  texts: z.array(z.string()),
  /** As in seriesRequestSchema. */
  textOptions: z.array(storedOptionsSchema.nullable()),
  rule: seriesRuleSchema,
  nextOn: z.string().nullable(),
  isStopped: z.boolean(),
});

/**
 * `scheduled` says what happens to posts that are already scheduled: `keep` leaves them unchanged, `replace` deletes
 * and recreates them.
 */
export const seriesChangeSchema = seriesRequestSchema
  .pick({ texts: true, textOptions: true, rule: true })
  .extend({ scheduled: z.enum(['keep', 'replace']) });
export type SeriesChange = z.infer<typeof seriesChangeSchema>;

/** `made` and `deleted`: posts made and deleted at once; the others are made later. */
export const seriesChangedSchema = z.object({ made: z.number().int().min(0), deleted: z.number().int().min(0) });

export const seriesListSchema = z.array(seriesSchema);

/** `deleted`: its posts that were still scheduled. */
export const seriesStoppedSchema = z.object({ deleted: z.number().int().min(0) });

/** `made`: posts made at once; the others are made later. */
export const seriesAnswerSchema = z.object({ made: z.number().int().min(0) });
