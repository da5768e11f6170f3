import { z } from 'zod';
import { ByHandNeeded, type OutgoingMedia, type OutgoingPost } from '../../publisher.ts';
import { chosenOptions } from '../kit/chosen-options.ts';
import { type ContainerState, untilFinished } from '../meta/containers.ts';
import { type Graph, idSchema, parsed } from '../meta/graph.ts';
import { GraphError } from '../meta/graph-errors.ts';

/** "The media could not be fetched from this URI". */
const NOT_FETCHED = 9004;
const MEDIA_NOT_FETCHED = 2_207_052;
const FAILED_DOWNLOAD = /FAILED_DOWNLOADING/;

const createdSchema = z.object({ id: idSchema });
const statusSchema = z.object({ status: z.string(), error_message: z.string().optional().catch(undefined) });

type Form = { [name: string]: string | undefined };

/**
 * Creates the container of a part, and returns its id once it can be published. It is invisible until then.
 * https://developers.facebook.com/docs/threads/reference/publishing
 */
export async function createContainer(
  graph: Graph,
  post: OutgoingPost,
  index: number,
  replyTo: string | null,
): Promise<string> {
  const text = post.parts[index] ?? '';
  const media = index === 0 ? post.media : [];
  const told: Form = {
    ...(text.trim() !== '' && { text }),
    ...(replyTo !== null && { reply_to_id: replyTo }),
    ...(index === 0 && optionsOf(post)),
  };
  const name = post.parts.length === 1 ? 'the post' : `part ${index + 1}`;
  const [first, ...others] = media;
  if (!first) return await ready(graph, { media_type: 'TEXT', ...told }, name);
  if (others.length === 0) return await ready(graph, { ...formOf(first), ...told }, nameOf(first));
  const children: string[] = [];
  for (const [place, item] of media.entries())
    children.push(await ready(graph, { ...formOf(item), is_carousel_item: 'true' }, `${nameOf(item)} ${place + 1}`));
  return await ready(graph, { media_type: 'CAROUSEL', children: children.join(','), ...told }, 'the carousel');
}

/** The options of the first part, to which the other parts are replies. */
function optionsOf(post: OutgoingPost): Form {
  const { text } = chosenOptions(post);
  return { reply_control: text('replyControl'), topic_tag: text('topicTag') };
}

function nameOf({ kind }: OutgoingMedia): string {
  return kind === 'video' ? 'video' : 'picture';
}

/** Threads fetches each file from its address. https://developers.facebook.com/docs/threads/posts/accessibility */
function formOf({ kind, address, alt }: OutgoingMedia): Form {
  if (address === undefined) throw new ByHandNeeded(NO_ADDRESS);
  const alt_text = alt || undefined;
  if (kind === 'video') return { media_type: 'VIDEO', video_url: address, alt_text };
  return { media_type: 'IMAGE', image_url: address, alt_text };
}

async function ready(graph: Graph, form: Form, name: string): Promise<string> {
  try {
    // With the user's id in place of "me", the call is sometimes refused (code 24).
    const answer = await graph.send({ step: `create ${name}`, path: '/me/threads', form });
    const { id } = parsed(createdSchema, answer);
    await untilFinished(graph, { platform: 'Threads', name, read: () => containerState(graph, id) });
    return id;
  } catch (error) {
    throw isNotFetched(error) ? new ByHandNeeded(`${UNREACHABLE} It says: ${error.message}`) : error;
  }
}

/** A post whose files Threads cannot fetch has to be published manually: a retry does not help. */
function isNotFetched(error: unknown): error is Error {
  if (error instanceof GraphError) return error.code === NOT_FETCHED || error.subcode === MEDIA_NOT_FETCHED;
  return error instanceof Error && FAILED_DOWNLOAD.test(error.message);
}

/** https://developers.facebook.com/docs/threads/troubleshooting */
export async function containerState(graph: Graph, id: string): Promise<ContainerState> {
  const query = { fields: 'status,error_message' };
  const { status, error_message } = parsed(
    statusSchema,
    await graph.send({ step: 'wait for Threads', path: `/${id}`, query }),
  );
  return { state: status, why: error_message };
}

const NO_ADDRESS =
  'Threads fetches pictures and videos from a public address, and this one has none. Set publicMediaUrl, or post this one yourself.';
const UNREACHABLE =
  'Threads cannot fetch a file from its public address. Check that address, or post this one yourself.';
