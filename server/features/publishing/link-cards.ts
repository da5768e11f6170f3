import type { Logger } from 'pino';
import {
  type CardContent,
  cardPlan,
  type LinkCard,
  linkCardSchema,
  type ReadCard,
} from '../../../shared/posts/link-card.ts';
import { type Platform, platformOf } from '../../../shared/posts/platforms.ts';
import type { Outgoing } from '../../../shared/publishing/delivery.ts';
import { AppError } from '../../errors.ts';
import type { LinkReader, LinkReading } from '../../generation/sources/read-link.ts';
import type { MediaWork, PictureLimits } from './media/media.ts';
import { noCard, noCardPicture } from './messages.ts';
import type { OutgoingCard, OutgoingMedia } from './publisher.ts';

/** Time limit for reading a link's page, and for its picture. */
const CARD_LIMIT_MS = 30_000;
/**
 * Bluesky's lexicon allows thumbnails of 1,000,000 bytes (app.bsky.embed.external, 2026-11); LinkedIn accepts no WebP.
 */
const SENT: PictureLimits = { maxBytes: 1_000_000, mimeTypes: ['image/jpeg', 'image/png'], maxPixels: 4_000_000 };
/** A picture for display, small enough for a data: URL. */
const SHOWN: PictureLimits = { maxBytes: 200_000, mimeTypes: ['image/jpeg', 'image/png'], maxPixels: 500_000 };

export type LinkCards = {
  /** The content with its link card, if the platform needs one. Rejects only if `signal` is aborted. */
  withCard(platform: Platform, outgoing: Outgoing, chosen: LinkCard | null, signal: AbortSignal): Promise<Outgoing>;
  /** A card with its picture; on failure without it, but with the reason. Rejects only if `signal` is aborted. */
  open(card: CardContent, signal: AbortSignal): Promise<{ card: OutgoingCard; problem: string | null }>;
  /** A page's card for display, with `image` instead of the page's picture if given. */
  show(url: string, image: string | null | undefined, signal: AbortSignal): Promise<ReadCard>;
  /** A person's picture as a small data: URL; null if it cannot be read. */
  face(url: string, signal: AbortSignal): Promise<string | null>;
};

export type LinkCardsDeps = {
  reader: LinkReader;
  media: Pick<MediaWork, 'fitPicture'>;
  log: Pick<Logger, 'warn'>;
};

/** A person's picture in a list. */
const FACE: PictureLimits = { ...SHOWN, maxBytes: 20_000, maxPixels: 96 * 96 };

/** Link cards, for platforms that do not read linked pages themselves. */
export function createLinkCards({ reader, media, log }: LinkCardsDeps): LinkCards {
  async function read(url: string, signal: AbortSignal): Promise<LinkReading> {
    return await inTime(signal, (limit) => reader.page(url, limit), tooSlow);
  }

  async function picture(url: string, limits: PictureLimits, signal: AbortSignal) {
    const got = await inTime(signal, (limit) => reader.picture(url, limit), tooSlow);
    if (!got.ok) return got;
    try {
      const { media: fitted } = await media.fitPicture(pictureOf(got.bytes), limits, signal);
      return { ok: true as const, fitted };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError)) log.warn({ err: error }, 'the picture of a link is left out');
      return { ok: false as const, reason: error instanceof AppError ? error.message : tooSlow.reason };
    }
  }

  return {
    async withCard(platform, outgoing, chosen, signal) {
      if (!platformOf(platform).linkCard || outgoing.media.length > 0) return outgoing;
      const { parts, hasFirstComment } = outgoing;
      const plan = cardPlan(
        linkCardSchema.nullable().catch(null).parse(chosen),
        (hasFirstComment ? parts.slice(0, -1) : parts).join('\n'),
      );
      if (plan.kind === 'none') return outgoing;
      if (plan.kind === 'chosen') return { ...outgoing, card: plan.card };
      const reading = await read(plan.url, signal);
      if (!reading.ok) return { ...outgoing, cardProblem: noCard(reading.reason) };
      return { ...outgoing, card: cardOf(plan.url, reading) };
    },
    async open({ url, title, description, image }, signal) {
      const card = { url, title, description };
      if (image === null) return { card: { ...card, thumb: null }, problem: null };
      const got = await picture(image, SENT, signal);
      if (!got.ok) return { card: { ...card, thumb: null }, problem: noCardPicture(got.reason) };
      return { card: { ...card, thumb: got.fitted }, problem: null };
    },
    async show(url, image, signal) {
      const reading = await read(url, signal);
      if (!reading.ok) return { card: null, picture: null, problem: noCard(reading.reason) };
      const card = { ...cardOf(url, reading), ...(image !== undefined && { image }) };
      if (card.image === null) return { card, picture: null, problem: null };
      const got = await picture(card.image, SHOWN, signal);
      if (!got.ok) return { card, picture: null, problem: noCardPicture(got.reason) };
      return { card, picture: await dataAddress(got.fitted), problem: null };
    },
    async face(url, signal) {
      const got = await picture(url, FACE, signal);
      return got.ok ? await dataAddress(got.fitted) : null;
    },
  };
}

const tooSlow = { ok: false as const, reason: `It could not be read within ${CARD_LIMIT_MS / 1000} seconds.` };

/** Returns `late` on a timeout of CARD_LIMIT_MS. Rejects when `signal` is aborted. */
async function inTime<T>(signal: AbortSignal, work: (limit: AbortSignal) => Promise<T>, late: T): Promise<T> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CARD_LIMIT_MS)]);
  try {
    return await work(limit);
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return late;
    throw error;
  }
}

function cardOf(url: string, { title, description, image }: Extract<LinkReading, { ok: true }>): CardContent {
  return { url, title, description, image };
}

/** Wraps bytes that may not be a picture: fitPicture checks them. */
function pictureOf(bytes: Uint8Array): OutgoingMedia {
  const open = async () => new Blob([Uint8Array.from(bytes)]).stream();
  return { kind: 'image', mimeType: '', size: bytes.length, width: null, height: null, alt: '', open };
}

async function dataAddress({ mimeType, open }: OutgoingMedia): Promise<string> {
  const bytes = await new Response(await open()).arrayBuffer();
  return `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`;
}
