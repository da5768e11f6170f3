import { z } from 'zod';
import { type Figures, knownFigures, sumOf } from '../../../../../shared/publishing/figures.ts';
import { type Found, type OutgoingPost, PublishError, type PublishedPart } from '../../publisher.ts';
import type { Api } from '../kit/api.ts';
import { chosenOptions } from '../kit/chosen-options.ts';
import { mayBeThereSince } from '../kit/reading-back.ts';
import { idSchema, parsed, readList } from './api.ts';
import type { Place } from './boards.ts';

/** The public site, part of pins' links and therefore not configurable. */
export const PINTEREST = 'https://www.pinterest.com';

const ALT_MAX = 500;
/** Limit of a board's pages, with 250 pins each. */
const PAGES_MAX = 8;
const FIRST_LINK = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/i;

const createdSchema = z.object({ id: idSchema });

/** The request that creates a pin. https://developers.pinterest.com/docs/api/v5/pins-create */
export function pinOf(post: OutgoingPost, { boardId, sectionId }: Place, source: object): object {
  const { text } = chosenOptions(post);
  const title = text('title');
  const description = descriptionOf(post);
  const link = text('link')?.trim() ?? FIRST_LINK.exec(description)?.[0];
  const alts = post.media.map(({ alt }) => alt.trim()).filter(Boolean);
  const alt = [...alts.join(' | ')].slice(0, ALT_MAX).join('');
  return {
    board_id: boardId,
    ...(sectionId !== null && { board_section_id: sectionId }),
    ...(title && { title }),
    ...(description !== '' && { description }),
    ...(link && { link }),
    ...(alt !== '' && { alt_text: alt }),
    media_source: source,
  };
}

function descriptionOf({ parts }: OutgoingPost): string {
  return parts[0] ?? '';
}

/** The only call that must not be repeated blindly: Pinterest supports no idempotency keys. */
export async function createPin(api: Api, pin: object, limitMs: number): Promise<PublishedPart> {
  const request = { step: 'post', path: '/pins', json: pin, isIrreversible: true, limitMs };
  const { id } = parsed(createdSchema, await api.send(request), request);
  return partOf(id);
}

function partOf(id: string): PublishedPart {
  return { remoteId: id, url: `${PINTEREST}/pin/${id}/` };
}

const pinSchema = z.object({
  id: idSchema,
  title: z.string().nullish(),
  description: z.string().nullish(),
  created_at: z.string(),
  media: z.object({ media_type: z.string() }).optional().catch(undefined),
});
type Pin = z.infer<typeof pinSchema>;

/**
 * Looks up a post among the pins of its board or section. Users can reorder a board's pins, so all of them are read.
 * https://developers.pinterest.com/docs/api/v5/boards-list_pins
 */
export async function findPin(api: Api, post: OutgoingPost, place: () => Promise<Place>): Promise<Found> {
  const [known] = post.known ?? [];
  if (known) return (await isThere(api, known)) ? { found: 'all', parts: [known] } : { found: 'gone' };
  const there = await place().catch((error: unknown) => {
    // The board may have been renamed or deleted since.
    if (error instanceof PublishError && error.errorClass === 'rejected') return error.message;
    throw error;
  });
  if (typeof there === 'string') return { found: 'unclear', why: `${there} Look for the pin on Pinterest.` };
  const { boardId, sectionId } = there;
  const board = `/boards/${boardId}`;
  const { items, isWhole, headers } = await readList(api, {
    step: 'look for the pin',
    path: sectionId === null ? `${board}/pins` : `${board}/sections/${sectionId}/pins`,
    schema: pinSchema,
    pages: PAGES_MAX,
  });
  const since = mayBeThereSince(post, headers, api.calls.now());
  const taken = new Set(await post.taken?.());
  const candidates = items
    .filter((pin) => timeOf(pin) >= since && !taken.has(pin.id) && isSame(pin, post))
    .sort((one, other) => timeOf(one) - timeOf(other));
  const [own] = candidates;
  if (own && hasWords(post)) return { found: 'all', parts: [partOf(own.id)] };
  if (own) return { found: 'unclear', why: WITHOUT_WORDS };
  return isWhole ? { found: 'none' } : { found: 'unclear', why: TOO_MANY };
}

/** Pinterest's times are in UTC, even without a time zone. */
function timeOf({ created_at }: Pin): number {
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(created_at) ? created_at : `${created_at}Z`);
}

function isSame(pin: Pin, post: OutgoingPost): boolean {
  const { text } = chosenOptions(post);
  return (
    comparable(pin.title ?? '') === comparable(text('title') ?? '') &&
    comparable(pin.description ?? '') === comparable(descriptionOf(post)) &&
    (post.media.length === 0 || !pin.media || pin.media.media_type === typeOf(post))
  );
}

function hasWords(post: OutgoingPost): boolean {
  return comparable(descriptionOf(post)) !== '' || chosenOptions(post).text('title') !== undefined;
}

function typeOf({ media }: OutgoingPost): string {
  if (media.length > 1) return 'multiple_images';
  return media[0]?.kind === 'video' ? 'video' : 'image';
}

function comparable(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

async function isThere(api: Api, { remoteId }: PublishedPart): Promise<boolean> {
  const answer = await api.send({ step: 'check the pin', path: `/pins/${remoteId}`, accepts: [404] });
  return answer.status !== 404;
}

/** Deletes pins; a missing one is not an error. https://developers.pinterest.com/docs/api/v5/pins-delete */
export async function removePins(api: Api, parts: readonly PublishedPart[]): Promise<void> {
  for (const { remoteId } of parts)
    await api.send({ step: 'delete', method: 'DELETE', path: `/pins/${remoteId}`, accepts: [404] });
}

const metricsSchema = z
  .object({ pin_metrics: z.object({ lifetime_metrics: z.record(z.string(), z.unknown()) }) })
  .transform(({ pin_metrics }) => pin_metrics.lifetime_metrics)
  .catch({});
const followersSchema = z.object({ follower_count: z.unknown() });

/**
 * The metrics that Pinterest reports for a pin; null if it was deleted.
 * https://developers.pinterest.com/docs/api/v5/pins-get
 */
export async function readFigures(api: Api, [pin]: readonly PublishedPart[]): Promise<Figures | null> {
  if (!pin) return null;
  const query = { pin_metrics: 'true' };
  const answer = await api.send({ step: 'read figures', path: `/pins/${pin.remoteId}`, query, accepts: [404] });
  if (answer.status === 404) return null;
  const { impression, reaction, comment, save, clickthrough } = metricsSchema.parse(answer.json);
  return knownFigures({
    impressions: impression,
    likes: reaction,
    comments: comment,
    saves: save,
    clicks: clickthrough,
  });
}

/** https://developers.pinterest.com/docs/api/v5/user_account-get */
export async function readFollowers(api: Api): Promise<number | undefined> {
  const answer = await api.send({ step: 'count followers', path: '/user_account' });
  return sumOf(parsed(followersSchema, answer).follower_count);
}

const TOO_MANY =
  'The board has more pins than were read, and this one was not among those read. Look at the board: if it is missing, send it again.';
const WITHOUT_WORDS =
  'A pin without text has appeared on the board since then, and it is unclear whether it is this one. Look at it on Pinterest.';
