import { z } from 'zod';
import { blueskyFeaturesIn } from './bluesky-features.ts';

/** In characters. LinkedIn takes 400 of a title and 4086 of a description, Bluesky names no limit. */
export const CARD_TITLE_MAX_LENGTH = 300;
export const CARD_DESCRIPTION_MAX_LENGTH = 1000;
export const CARD_ADDRESS_MAX_LENGTH = 2000;

/** Postgres stores neither NUL nor half of a character. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite((typed) => typed.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD'));

const webAddress = z
  .string()
  .max(CARD_ADDRESS_MAX_LENGTH)
  .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), 'This is no web address.');

/** What a card shows. `image` is the address of its picture on the web; null for a card without one. */
export const cardContentSchema = z.object({
  url: webAddress,
  title: line(CARD_TITLE_MAX_LENGTH).refine((title) => title.trim() !== '', 'A card needs a title.'),
  description: line(CARD_DESCRIPTION_MAX_LENGTH),
  image: webAddress.nullable(),
});
export type CardContent = z.infer<typeof cardContentSchema>;

/** What a person chose for a post: no card, or this one. */
export const linkCardSchema = z.union([z.strictObject({ off: z.literal(true) }), cardContentSchema]);
export type LinkCard = z.infer<typeof linkCardSchema>;

/** The addresses of a text in order, as Bluesky's own app finds them: bare domains with a known ending too. */
export function linksIn(text: string): string[] {
  return blueskyFeaturesIn(text).flatMap(({ feature }) => (feature.kind === 'link' ? feature.uri : []));
}

/** What becomes of the card of a text. */
export type CardPlan = { kind: 'none' } | { kind: 'chosen'; card: CardContent } | { kind: 'read'; url: string };

/**
 * Which card goes with a text: none where the person wants none or there is no link; the chosen one, unless the text has
 * links and that of the card is no more among them; else that of the page behind the first link.
 */
export function cardPlan(chosen: LinkCard | null, text: string): CardPlan {
  if (chosen && 'off' in chosen) return { kind: 'none' };
  const links = linksIn(text).filter((url) => url.length <= CARD_ADDRESS_MAX_LENGTH);
  const [first] = links;
  if (chosen && (first === undefined || links.includes(chosen.url))) return { kind: 'chosen', card: chosen };
  return first === undefined ? { kind: 'none' } : { kind: 'read', url: first };
}

/** POST reads the page behind a link: a `cardRequestSchema`, answered by a `readCardSchema`. */
export const LINK_CARD_PATH = '/api/link-card';

export const cardRequestSchema = z.object({
  url: webAddress,
  /** Another picture than the page's own, to be shown; null for none. */
  image: webAddress.nullable().optional(),
});

/**
 * `card` is null where the page could not be read. `picture` is the picture as a small data: address, for screens; null
 * where there is none that can be shown. `problem` says for people what could not be read.
 */
export const readCardSchema = z.object({
  card: cardContentSchema.nullable(),
  picture: z.string().nullable(),
  problem: z.string().nullable(),
});
export type ReadCard = z.infer<typeof readCardSchema>;
