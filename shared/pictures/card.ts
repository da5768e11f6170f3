import { z } from 'zod';

/** Maximum characters per field: more than fit on any card (fit-words.ts). */
const CARD_WORDS_MAX = 2000;
const CARDS_MAX = 100;

export const CARD_STYLES = ['paper', 'headline', 'band'] as const;
export const CARD_THEMES = ['light', 'dark'] as const;

const words = z.string().max(CARD_WORDS_MAX);
const slideSchema = z.object({
  kicker: words.optional(),
  title: words,
  body: words.optional(),
  footer: words.optional(),
});
const designSchema = z.object({ style: z.enum(CARD_STYLES), theme: z.enum(CARD_THEMES) });

/** The text of one card: a picture post has one slide, a carousel several. */
export type Slide = z.infer<typeof slideSchema>;

export type CardDesign = z.infer<typeof designSchema>;

/** The input of a drawn picture, stored with it so that it can be drawn again in another design. */
export const cardSchema = z.object({ slide: slideSchema, design: designSchema });
export type Card = z.infer<typeof cardSchema>;

/** `position` is the card's place among the media of its post; `index` is 0-based. */
export const cardRequestSchema = cardSchema.extend({
  position: z
    .object({ index: z.int().min(0), count: z.int().min(1).max(CARDS_MAX) })
    .refine(({ index, count }) => index < count),
});
export type CardRequest = z.infer<typeof cardRequestSchema>;
