import { z } from 'zod';
import { parseUrl } from '../web/parse-url.ts';
import { blueskyFeaturesIn } from './bluesky-features.ts';
import { storableText as line } from './storable-text.ts';

/** In characters. LinkedIn allows 400 for a title and 4086 for a description, Bluesky documents no limit. */
export const CARD_TITLE_MAX_LENGTH = 300;
export const CARD_DESCRIPTION_MAX_LENGTH = 1000;
export const CARD_ADDRESS_MAX_LENGTH = 2000;

const webAddress = z
  .string()
  .max(CARD_ADDRESS_MAX_LENGTH)
  .refine((url) => /^https?:$/.test(parseUrl(url)?.protocol ?? ''), 'This is not a web address.');

/** A card's content. `image` is the URL of its picture; null for none. */
export const cardContentSchema = z.object({
  url: webAddress,
  title: line(CARD_TITLE_MAX_LENGTH).refine((title) => title.trim() !== '', 'A card needs a title.'),
  description: line(CARD_DESCRIPTION_MAX_LENGTH),
  image: webAddress.nullable(),
});
export type CardContent = z.infer<typeof cardContentSchema>;

/** The user's choice for a post: no card, or this one. */
export const linkCardSchema = z.union([z.strictObject({ off: z.literal(true) }), cardContentSchema]);
export type LinkCard = z.infer<typeof linkCardSchema>;

/** The links of a text in order, as in Bluesky's own app: including bare domains with a known top-level domain. */
export function linksIn(text: string): string[] {
  return blueskyFeaturesIn(text).flatMap(({ feature }) => (feature.kind === 'link' ? feature.uri : []));
}

export type CardPlan = { kind: 'none' } | { kind: 'chosen'; card: CardContent } | { kind: 'read'; url: string };

/**
 * The card for a text: none if the user chose none or there is no link; the chosen one, unless its link was removed
 * from a text that still has other links; otherwise that of the first link's page.
 */
export function cardPlan(chosen: LinkCard | null, text: string): CardPlan {
  if (chosen && 'off' in chosen) return { kind: 'none' };
  const links = linksIn(text).filter((url) => url.length <= CARD_ADDRESS_MAX_LENGTH);
  const [first] = links;
  if (chosen && (first === undefined || links.includes(chosen.url))) return { kind: 'chosen', card: chosen };
  return first === undefined ? { kind: 'none' } : { kind: 'read', url: first };
}

export const cardRequestSchema = z.object({
  url: webAddress,
  /** A picture to show instead of the page's; null for none. */
  image: webAddress.nullable().optional(),
});

/**
 * `card` is null if the page could not be read. `picture` is the picture as a small data: URL for screens; null if it
 * cannot be shown. `problem` is a message about what could not be read.
 */
export const readCardSchema = z.object({
  card: cardContentSchema.nullable(),
  picture: z.string().nullable(),
  problem: z.string().nullable(),
});
export type ReadCard = z.infer<typeof readCardSchema>;
