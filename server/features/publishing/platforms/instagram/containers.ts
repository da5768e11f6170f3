import { z } from 'zod';
import { ByHandNeeded, type OutgoingMedia, type OutgoingPost, PublishError } from '../../publisher.ts';
import { type ContainerState, untilFinished } from '../meta/containers.ts';
import { type Graph, idSchema, parsed } from '../meta/graph.ts';
import { GraphError } from '../meta/graph-errors.ts';
import { uploadPhoto } from '../meta/photos.ts';
import { isStory, noteStory, storyFile } from '../meta/stories.ts';
import type { InstagramSecret } from './account.ts';
import { ofPost, ofReel, tagged } from './container-options.ts';

/** Codes of a lost upload, or of a URL that did not respond in time: a new container may work. */
const LOST = [2_207_003, 2_207_020, 2_207_032, 2_207_053];

/** "The media could not be fetched from this URI", and "it takes too long to download the media". */
const NOT_FETCHED = 9004;
const TOO_SLOW = 2_207_003;

const containerSchema = z.object({ id: idSchema, uri: z.string().optional().catch(undefined) });
const statusSchema = z.object({ status_code: z.string(), status: z.string().optional().catch(undefined) });
const photoSchema = z.object({
  images: z.array(z.object({ width: z.number(), source: z.url({ protocol: /^https?$/ }) })).min(1),
});
const successSchema = z.object({ success: z.literal(true) });

/** Parameters of a container besides its media, such as the caption. */
type Told = {
  caption?: string;
  is_carousel_item?: 'true';
  is_ai_generated?: 'true';
  media_type?: 'STORIES';
  user_tags?: string;
  collaborators?: string;
  location_id?: string;
  share_to_feed?: 'false';
};

/** A file to upload, and the callback that records what it leaves on the Page. */
type Upload = OutgoingMedia & { onLeftover: OutgoingPost['onLeftover'] };

/**
 * Creates a post's container and returns its id once it can be published.
 * https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media
 */
export async function createContainer(graph: Graph, account: InstagramSecret, post: OutgoingPost): Promise<string> {
  if (isStory(post)) return await storyContainer(graph, account, post);
  const [first, ...others] = post.media;
  if (!first) throw new PublishError('rejected', 'Instagram does not accept posts without a picture or video.');
  const caption = post.parts[0] ?? '';
  const isAi = post.media.some(({ isAiMade }) => isAiMade) && { is_ai_generated: 'true' as const };
  const uploaded = (media: OutgoingMedia): Upload => ({ ...media, onLeftover: post.onLeftover });
  const told: Told = { ...(caption.trim() !== '' && { caption }), ...isAi, ...ofPost(post) };
  if (others.length === 0) {
    const alone = { ...told, ...tagged(post, first), ...ofReel(post, first) };
    return await mediaContainer(graph, account, uploaded(first), nameOf(first), alone);
  }
  const children: string[] = [];
  const picture = post.media.find(({ kind }) => kind === 'image') ?? first;
  for (const [index, media] of post.media.entries()) {
    const name = `${nameOf(media)} ${index + 1}`;
    const item: Told = { is_carousel_item: 'true', ...(media === picture && tagged(post, media)) };
    children.push(await mediaContainer(graph, account, uploaded(media), name, item));
  }
  const form = { media_type: 'CAROUSEL', children: children.join(','), ...told };
  const id = (await create(graph, account, form, 'carousel')).id;
  await untilReady(graph, id, 'the carousel');
  return id;
}

/** A story has neither a caption nor collaborators nor a location. */
async function storyContainer(graph: Graph, account: InstagramSecret, post: OutgoingPost): Promise<string> {
  const file = storyFile(post);
  const told: Told = { media_type: 'STORIES', ...tagged(post, file) };
  const id = await mediaContainer(graph, account, { ...file, onLeftover: post.onLeftover }, nameOf(file), told);
  await noteStory(post, id);
  return id;
}

function nameOf({ kind }: OutgoingMedia): string {
  return kind === 'video' ? 'video' : 'picture';
}

async function mediaContainer(
  graph: Graph,
  account: InstagramSecret,
  media: Upload,
  name: string,
  told: Told,
): Promise<string> {
  const id =
    media.kind === 'image'
      ? await pictureContainer(graph, account, media, name, told)
      : await videoContainer(graph, account, media, name, told);
  await untilReady(graph, id, name);
  return id;
}

async function pictureContainer(
  graph: Graph,
  account: InstagramSecret,
  media: Upload,
  name: string,
  told: Told,
): Promise<string> {
  const alt_text = told.media_type === 'STORIES' ? undefined : media.alt || undefined;
  const fetchedFrom = async (image_url: string) =>
    (await create(graph, account, { image_url, alt_text, ...told }, name)).id;
  if (media.address !== undefined) {
    try {
      return await fetchedFrom(media.address);
    } catch (error) {
      if (account.way === 'instagram' || !isNotFetched(error)) throw forPerson(error);
    }
  }
  if (account.way === 'instagram') throw new ByHandNeeded(NO_ADDRESS);
  const address = await addressOnPage(graph, account, media, name);
  return await fetchedFrom(address).catch((error: unknown) => {
    throw forPerson(error);
  });
}

/** Instagram could not fetch a picture from its URL, or not in time: another URL may work. */
function isNotFetched(error: unknown): boolean {
  const refusal = error instanceof PublishError && error.cause instanceof GraphError ? error.cause : error;
  if (!(refusal instanceof GraphError)) return false;
  return refusal.code === NOT_FETCHED || refusal.subcode === TOO_SLOW;
}

/** A post whose picture Instagram cannot fetch has to be published manually: a retry does not help. */
function forPerson(error: unknown): unknown {
  const isUnreachable = error instanceof GraphError && error.code === NOT_FETCHED;
  return isUnreachable ? new ByHandNeeded(`${UNREACHABLE} It says: ${error.message}`) : error;
}

/**
 * A URL from which Instagram can fetch a picture that has no public one: that of a copy on the linked Page, which is
 * shown nowhere and is removed later. Anyone with the URL can open it. Meta documents unpublished photos, but not for
 * this use.
 */
async function addressOnPage(
  graph: Graph,
  account: InstagramSecret & { way: 'page' },
  media: Upload,
  name: string,
): Promise<string> {
  const photoId = await uploadPhoto(graph, account.pageId, media, name);
  await media.onLeftover?.(photoId);
  const query = { fields: 'images' };
  const answer = await graph.send({ step: `read address of ${name}`, path: `/${photoId}`, query });
  const { images } = parsed(photoSchema, answer);
  return images.reduce((largest, one) => (one.width > largest.width ? one : largest)).source;
}

/**
 * Creates the container of a video. With an Instagram token, Meta fetches the video from its public address, if it has
 * one; otherwise the video is uploaded, which apps without Facebook Login for Business may not be allowed to do.
 * https://developers.facebook.com/documentation/instagram-platform/content-publishing/resumable-uploads
 */
async function videoContainer(
  graph: Graph,
  account: InstagramSecret,
  media: OutgoingMedia,
  name: string,
  told: Told,
): Promise<string> {
  const isReel = !told.is_carousel_item && told.media_type !== 'STORIES';
  const thumb_offset = isReel && media.cover ? String(media.cover.ms) : undefined;
  const form = { media_type: isReel ? 'REELS' : 'VIDEO', thumb_offset, ...told };
  if (account.way === 'instagram' && media.address !== undefined)
    return (await create(graph, account, { ...form, video_url: media.address }, name)).id;
  try {
    const { id, uri } = await create(graph, account, { ...form, upload_type: 'resumable' }, name);
    if (uri === undefined) throw new PublishError('transient', 'Instagram returned no address for the upload.');
    parsed(successSchema, await graph.upload(uri, media, `upload ${name}`));
    return id;
  } catch (error) {
    const isRefused = account.way === 'instagram' && error instanceof GraphError && error.code === 100;
    throw isRefused ? new ByHandNeeded(`${NO_UPLOAD} It says: ${error.message}`) : error;
  }
}

async function create(
  graph: Graph,
  { igId }: InstagramSecret,
  form: { [name: string]: string | undefined },
  name: string,
) {
  const answer = await graph.send({ step: `create ${name}`, path: `/${igId}/media`, form }).catch((error: unknown) => {
    throw isLost(error) ? new PublishError('transient', error.message, { cause: error }) : error;
  });
  return parsed(containerSchema, answer);
}

function isLost(error: unknown): error is GraphError {
  return error instanceof GraphError && LOST.includes(error.subcode ?? 0);
}

/** https://developers.facebook.com/docs/instagram-platform/reference/ig-container */
export async function containerStatus(graph: Graph, id: string): Promise<ContainerState> {
  const query = { fields: 'status_code,status' };
  const answer = await graph.send({ step: 'wait for Instagram', path: `/${id}`, query });
  const { status_code, status } = parsed(statusSchema, answer);
  return { state: status_code, why: status };
}

async function untilReady(graph: Graph, id: string, name: string): Promise<void> {
  await untilFinished(graph, { platform: 'Instagram', name, read: () => containerStatus(graph, id) });
}

const NO_ADDRESS =
  'Instagram fetches pictures from a public address, and this one has none. Connect the account through its linked Page, or post this one yourself.';
const UNREACHABLE =
  'Instagram cannot fetch a picture from its public address. Check that address, or post this one yourself.';
const NO_UPLOAD =
  'Instagram does not accept videos from this machine with this login. Connect the account through its linked Page, or post this one yourself.';
