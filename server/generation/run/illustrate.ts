import { makesVideos } from '../../../shared/posts/content-project.ts';
import { videoOnly } from '../../../shared/posts/platform-limits.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { MediaItem } from '../../../shared/workspace/database.ts';
import { MESSAGES } from '../messages.ts';
import type { Writer, WrittenPost } from '../post.ts';
import type { Order, Stores, Tools } from './make-posts.ts';
import {
  cardPaths,
  type Draft,
  designOf,
  formPlatforms,
  formsOf,
  type PostForm,
  storeCards,
  videoOf,
} from './post-media.ts';
import { picturePaths, runPictures, type StoredPicture, takesPicture } from './post-picture.ts';
import type { UnscheduledPost } from './schedule.ts';

/**
 * Adds media and the other stored fields to written posts. A post that needs several forms (pictures for some
 * platforms, a video for others) becomes several posts. `notes` inform the user about pictures and skipped platforms.
 */
export async function illustrate(
  written: WrittenPost[],
  { run, project, settings, day }: Order,
  { runs, media }: Stores,
  { writer, pictures, drawCard, report, signal }: Tools,
): Promise<{ posts: UnscheduledPost[]; notes: string[] }> {
  const drafts: Draft[] = written.map((post) => ({ id: crypto.randomUUID(), post }));
  const total = drafts.length;
  report({ step: 'media', done: 0, total });
  const subject = { niche: project.niche_name, colour: settings.brand_color };
  const model = pictures && runPictures(pictures, subject, media);
  const pictured = model ? drafts.filter(takesPicture) : [];
  await runs.noteFiles(run, [...drafts.flatMap(cardPaths), ...pictured.flatMap(picturePaths)]);
  const video = await videoOf(project.video_path, media);
  const isMade = makesVideos(project);
  const posts: UnscheduledPost[] = [];
  const leftOut: Platform[][] = [];
  for (const [index, draft] of drafts.entries()) {
    signal.throwIfAborted();
    const picture = (await model?.pictureFor(draft, signal)) ?? null;
    const look = { design: designOf(day.date.dayOfYear + index), brand: settings };
    const withVideo = (video !== null || isMade) && showsVideo(index, drafts, project.platforms);
    const platforms =
      isMade && project.videos === 'always'
        ? { pictures: [], video: project.platforms }
        : formPlatforms(draft, project.platforms, withVideo);
    // A video made by the agent shows the words of all cards.
    const cards = platforms.pictures.length > 0 || isMade ? draft : asPoster(draft, video);
    const pictures = picture ? [picture.item] : await storeCards(cards, look, { media, drawCard });
    const { forms, refusedBy } = formsOf(draft, pictures, video, platforms);
    for (const [nth, form] of forms.entries()) {
      const usage = nth === 0 ? usageOf(draft, picture) : undefined;
      posts.push(unscheduled({ ...draft, id: nth === 0 ? draft.id : crypto.randomUUID() }, form, usage, writer));
    }
    leftOut.push(refusedBy);
    report({ step: 'media', done: index + 1, total });
  }
  return { posts, notes: [...leftOutNotes(leftOut), ...(model?.notes() ?? [])] };
}

/** A draft with only the card that its video needs as a poster, if any. */
function asPoster({ id, post }: Draft, video: MediaItem | null): Draft {
  return { id, post: { ...post, slides: video?.poster ? [] : post.slides.slice(0, 1) } };
}

/**
 * Whether the project's video is published with a draft: with the first draft written for it or, if there is none but
 * some platform accepts only videos, with the first draft; with every draft if all platforms accept only videos.
 */
function showsVideo(index: number, drafts: readonly Draft[], platforms: readonly Platform[]): boolean {
  const videosOnly = videoOnly(platforms);
  if (videosOnly.length === platforms.length) return true;
  const isWrittenForIt = ({ post }: Draft) => post.contentType === 'video';
  const first = drafts.findIndex(isWrittenForIt);
  // Without other media, a second post with the same video would be a duplicate.
  return index === (first === -1 && videosOnly.length > 0 ? 0 : first);
}

function leftOutNotes(leftOut: readonly Platform[][]): string[] {
  const refusing = leftOut.filter((platforms) => platforms.length > 0);
  return refusing.length > 0 ? [MESSAGES.leftOut([...new Set(refusing.flat())], refusing.length)] : [];
}

/** The models' combined usage for a post and its picture; undefined if no model was used. */
function usageOf({ post }: Draft, picture: StoredPicture | null): WrittenPost['usage'] {
  const { usage } = post;
  if (!usage || !picture) return usage ?? picture?.usage;
  const { inputTokens, outputTokens, costUsd } = picture.usage;
  return {
    inputTokens: usage.inputTokens + inputTokens,
    outputTokens: usage.outputTokens + outputTokens,
    costUsd: usage.costUsd === null || costUsd === null ? null : usage.costUsd + costUsd,
  };
}

function unscheduled(
  { id, post }: Draft,
  { contentType, media, platforms }: PostForm,
  usage: WrittenPost['usage'],
  writer: Writer,
): UnscheduledPost {
  return {
    id,
    content_type: contentType,
    platforms,
    caption: post.caption,
    hashtags: post.hashtags,
    media_url: media[0]?.url ?? null,
    media,
    alternatives: Object.fromEntries(
      platforms.flatMap((platform) => (post.alternatives[platform] ? [[platform, post.alternatives[platform]]] : [])),
    ),
    sources: post.sources,
    form: post.form,
    voice: post.voice,
    writer: post.writer ?? writer.name,
    input_tokens: usage?.inputTokens ?? null,
    output_tokens: usage?.outputTokens ?? null,
    cost_usd: usage?.costUsd ?? null,
  };
}
