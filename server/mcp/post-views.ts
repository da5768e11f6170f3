import { postApi } from '../../shared/api/posts.ts';
import { publishingApi } from '../../shared/api/publishing.ts';
import { broughtBackInWords } from '../../shared/posts/brought-back.ts';
import { isOverdue } from '../../shared/posts/overdue.ts';
import type { Post } from '../../shared/posts/posts-api.ts';
import { whyThisPost } from '../../shared/posts/reason-words.ts';
import type { Delivery } from '../../shared/publishing/publishing-api.ts';
import { type Api, call } from '../agent-client/api.ts';
import { problemInWords } from './messages.ts';
import { mediaUri, postUri } from './uris.ts';

/** Maximum length of a caption in a list. */
const SHORT_CAPTION = 200;

/** Reads a post's fields, with its scheduled post. AppError not_found, or conflict for an ambiguous short id. */
export async function readFields(api: Api, id: string) {
  return call(api, postApi.getPostFields, { params: { id } });
}

export async function readDeliveries(api: Api, postId: string): Promise<Delivery[]> {
  return call(api, publishingApi.listDeliveries, { params: { id: postId } });
}

/** A post as a list item. */
export function shortPost({ id, status, scheduled_time, generated_content: content }: Post, now: Date) {
  return {
    id,
    status: isOverdue({ status, scheduled_time }, now) ? 'overdue' : status,
    scheduled_time,
    platforms: content.platforms,
    type: content.content_type,
    caption: shortCaption(content.caption),
    resource: postUri(id),
  };
}

export function shortCaption(caption: string): string {
  return caption.length > SHORT_CAPTION ? `${caption.slice(0, SHORT_CAPTION)}…` : caption;
}

/** Reads all of a post: text, platforms, reasons, deliveries or destinations, and problems. Throws like readFields. */
export async function readWholePost(api: Api, id: string) {
  const fields = await readFields(api, id);
  const { post: place, media, updated_at, status, brought_back: earlier, ...said } = fields;
  const content = {
    ...said,
    id: place?.id ?? fields.id,
    status: place?.status ?? status,
    scheduled_time: place?.scheduled_time ?? null,
    updated_at,
    ...(earlier && { brought_back_from: broughtBackInWords(earlier) }),
    media: media.map(({ kind, path, alt, fit }) => ({
      kind,
      path,
      alt: alt ?? '',
      ...(fit && { fit }),
      resource: path && mediaUri(path),
    })),
  };
  const isOpen = place === null || place.status === 'scheduled' || place.status === 'cancelled';
  return {
    ...content,
    ...(isOpen && (await outlook(api, fields))),
    ...(place && (await history(api, place.id))),
  };
}

/** A preflight: where a post would go, and its problems. Changes nothing. */
async function outlook(api: Api, { post, ...fields }: Awaited<ReturnType<typeof readFields>>) {
  const at = post?.status === 'scheduled' ? new Date(post.scheduled_time).toISOString() : undefined;
  const body = { fields, id: fields.id, ...(at !== undefined && { at }) };
  const { destinations, problems } = await call(api, postApi.preflightPost, { body });
  return { destinations, problems: problems.map(problemInWords) };
}

async function history(api: Api, placeId: string) {
  const detail = await call(api, postApi.getPost, { params: { id: placeId } });
  const { reasons, template_name: template, sources, writer, cost_usd } = detail.generated_content;
  const deliveries = await readDeliveries(api, placeId);
  return {
    template,
    writer,
    cost_usd,
    why: whyThisPost(reasons, detail.generated_content, detail).map(({ label, text }) => `${label}: ${text}`),
    sources,
    deliveries: deliveries.map(shownDelivery),
  };
}

/** Removes the HTTP calls of a delivery's attempts, which are only for troubleshooting. */
export function shownDelivery({ attempts, ...delivery }: Delivery) {
  return { ...delivery, attempts: attempts.map(({ exchanges, ...attempt }) => attempt) };
}
