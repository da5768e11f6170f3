import { z } from 'zod';

/** POST draws a card: a `cardRequestSchema`, answered by a PNG. Nothing is stored. */
export const POST_CARDS_PATH = '/api/posts/cards';

/** Longer than the words of any card that is drawn (fit-words.ts), in characters of each. */
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

/** The words of one card of a post: a picture post has one slide, a carousel several. */
export type Slide = z.infer<typeof slideSchema>;

/** How a card looks. */
export type CardDesign = z.infer<typeof designSchema>;

/** What a picture was drawn from. A post keeps it with the picture, so that it can be drawn in another design. */
export const cardSchema = z.object({ slide: slideSchema, design: designSchema });
export type Card = z.infer<typeof cardSchema>;

/** `position` is the card's place among the media of its post; `index` counts from 0. */
export const cardRequestSchema = cardSchema.extend({
  position: z
    .object({ index: z.int().min(0), count: z.int().min(1).max(CARDS_MAX) })
    .refine(({ index, count }) => index < count),
});
export type CardRequest = z.infer<typeof cardRequestSchema>;
