import type { MediaItem } from '../../../../shared/workspace/database.ts';
import type { Writer, WrittenPost } from '../post.ts';
import type { Order, Stores, Tools } from '../run/make-posts.ts';
import type { UnscheduledPost } from '../run/schedule.ts';
import type { Project } from '../stores/run-store.ts';
import { cardPaths, type Draft, designOf, storeCards, videoOf, withVideo } from './post-media.ts';
import { picturePaths, runPictures, type StoredPicture, takesPicture } from './post-picture.ts';

/**
 * Gives written posts their media and what else they are stored with; `notes` are what people should know about the
 * pictures.
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
  const posts: UnscheduledPost[] = [];
  for (const draft of drafts) {
    signal.throwIfAborted();
    const picture = (await model?.pictureFor(draft, signal)) ?? null;
    const look = { design: designOf(day.date.dayOfYear + posts.length), brand: settings };
    const shown = picture ? [picture.item] : await storeCards(draft, look, { media, drawCard });
    const items = withVideo(shown, video, draft, project.platforms);
    posts.push(unscheduled(draft, items, usageOf(draft, picture), project, writer));
    report({ step: 'media', done: posts.length, total });
  }
  return { posts, notes: model?.notes() ?? [] };
}

/** What models needed for a post and its picture; undefined when none had a part in it. */
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
  media: MediaItem[],
  usage: WrittenPost['usage'],
  project: Project,
  writer: Writer,
): UnscheduledPost {
  return {
    id,
    content_type: post.contentType,
    platforms: project.platforms,
    caption: post.caption,
    hashtags: post.hashtags,
    media_url: media[0]?.url ?? null,
    media,
    alternatives: post.alternatives,
    sources: post.sources,
    writer: writer.name,
    input_tokens: usage?.inputTokens ?? null,
    output_tokens: usage?.outputTokens ?? null,
    cost_usd: usage?.costUsd ?? null,
  };
}
