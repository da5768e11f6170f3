import { z } from 'zod';

/** Guided connecting: a window with the pages of a platform's console, and what its API says about the keys. */

const pixels = z.number().int().min(-100_000).max(100_000);

/** `way` and `step` count from 0. `window` is where the window fits next to the guide, in CSS pixels of the screen. */
export const openGuideSchema = z.object({
  way: z.number().int().min(0).max(9),
  step: z.number().int().min(0).max(49),
  window: z
    .object({ left: pixels, top: pixels, width: pixels.min(300).max(10_000), height: pixels.min(300).max(10_000) })
    .optional(),
});
export type OpenGuide = z.infer<typeof openGuideSchema>;

/**
 * `open`: at this page. Its address is known without query and fragment, its content is not; `isMissing` if it answered
 * with an error. `closed`: by the user. `google`: closed because it led to a login page of Google.
 */
export const guideWindowSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({
    state: z.literal('open'),
    page: z.object({ host: z.string(), path: z.string() }).nullable(),
    isMissing: z.boolean(),
  }),
  z.object({ state: z.literal('closed') }),
  z.object({ state: z.literal('google') }),
  z.object({ state: z.literal('failed'), error: z.string() }),
]);
export type GuideWindow = z.infer<typeof guideWindowSchema>;
/** The name of the event for each new state. */
export const GUIDE_EVENT = 'window';

/** The values entered so far, by field. */
export const keyEntrySchema = z.object({ entry: z.record(z.string().max(100), z.string().trim().max(4096)) });
export type KeyEntry = z.infer<typeof keyEntrySchema>['entry'];

/**
 * What the platform says about some fields. `works`: it accepts them. `unfinished`: it accepts them, but something
 * remains to be done. `wrong`: it refuses them.
 */
export const keyFindingSchema = z.object({
  fields: z.array(z.string()),
  state: z.enum(['works', 'unfinished', 'wrong']),
  words: z.string(),
});
export type KeyFinding = z.infer<typeof keyFindingSchema>;
export const keyFindingsSchema = z.array(keyFindingSchema);
