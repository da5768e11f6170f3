import type { Temporal } from 'temporal-polyfill';
import type { MediaItem } from '../../../shared/database.ts';
import type { GenerationResult } from '../../../shared/generation.ts';
import type { PostReasons } from '../../../shared/post-reasons.ts';
import type { LocalDay } from '../../../shared/scheduling.ts';
import type { Settings } from '../../../shared/settings.ts';
import { fillNiche, type StyleTemplate } from '../../../shared/templates.ts';
import type { Report } from './event-stream.ts';
import type { MediaStore } from './media-store.ts';
import { MESSAGES } from './messages.ts';
import { notesOn } from './notes.ts';
import { postingHours, templateOf } from './plan.ts';
import type { ReadableSource, SourceReading, Writer, WrittenPost } from './post.ts';
import { cardPaths, type Draft, designOf, storeCards, withVideo } from './post-media.ts';
import { readSources } from './read-sources.ts';
import type { Project, RunStore } from './run-store.ts';
import { scheduleAndCommit, type UnscheduledPost } from './schedule.ts';
import type { WorkspaceStore } from './workspace-store.ts';
import { type DistinctPosts, writeDistinctPosts } from './write-posts.ts';

/** What a claimed run is to make. */
export type Order = {
  run: string;
  project: Project;
  count: number;
  settings: Settings;
  day: LocalDay;
  reasons: Pick<PostReasons, 'trigger' | 'project'>;
};

export type Stores = { workspace: WorkspaceStore; runs: RunStore; media: MediaStore };

export type Tools = {
  sourceFetch: typeof fetch;
  now: () => Temporal.Instant;
  writer: Writer;
  report: Report;
  signal: AbortSignal;
};

/** The four steps of a claimed run: sources, writing, media, scheduling. Nothing is visible to people before the last one is done. */
export async function makePosts(order: Order, stores: Stores, tools: Tools): Promise<GenerationResult> {
  const { project, settings, day } = order;
  const { template, reason } = templateOf(await stores.workspace.templates(), settings, day);
  const urls = [project.source_url_1, project.source_url_2];
  const readings = await readSources(urls, { fetch: tools.sourceFetch, signal: tools.signal }, (done, total) =>
    tools.report({ step: 'sources', done, total }),
  );
  const { posts: written, stoppedBy } = await writePosts(order, template, readings.filter(isReadable), stores, tools);
  const message = notesOn({ ...order, written, stoppedBy, readings, writer: tools.writer }).join(' ');
  if (written.length === 0) {
    await stores.runs.fail(order.run, MESSAGES.nothingNew);
    return { success: false, template: template.name, message, created: 0 };
  }
  const posts = await illustrate(written, order, stores, tools);
  tools.report({ step: 'scheduling', done: 0, total: posts.length });
  const reasons = { ...order.reasons, template: reason };
  const plan = { run: order.run, template, hours: postingHours(settings), now: tools.now, reasons };
  await scheduleAndCommit(posts, plan, stores);
  tools.report({ step: 'scheduling', done: posts.length, total: posts.length });
  return { success: true, template: template.name, message, created: posts.length };
}

function isReadable(reading: SourceReading): reading is ReadableSource {
  return reading.ok;
}

async function writePosts(
  { run, project, count }: Order,
  template: StyleTemplate,
  sources: ReadableSource[],
  { workspace }: Stores,
  { writer, report, signal, now }: Tools,
): Promise<DistinctPosts> {
  report({ step: 'writing', done: 0, total: count });
  return writeDistinctPosts(writer, {
    niche: project.niche_name,
    template: { name: template.name, prompt: fillNiche(template.prompt, project.niche_name) },
    sources,
    platforms: project.platforms,
    count,
    avoid: await workspace.recentCaptions(now()),
    hasVideo: project.video_path !== null,
    seed: run,
    onPost: (done) => report({ step: 'writing', done, total: count }),
    signal,
  });
}

async function illustrate(
  written: WrittenPost[],
  { run, project, day }: Order,
  { runs, media }: Stores,
  { writer, report, signal }: Tools,
): Promise<UnscheduledPost[]> {
  const drafts: Draft[] = written.map((post) => ({ id: crypto.randomUUID(), post }));
  const total = drafts.length;
  report({ step: 'media', done: 0, total });
  await runs.noteFiles(run, drafts.flatMap(cardPaths));
  const posts: UnscheduledPost[] = [];
  for (const draft of drafts) {
    signal.throwIfAborted();
    const cards = await storeCards(draft, designOf(day.date.dayOfYear + posts.length), media);
    const items = withVideo(cards, project.video_path, draft, project.platforms);
    posts.push(unscheduled(draft, items, project, writer));
    report({ step: 'media', done: posts.length, total });
  }
  return posts;
}

function unscheduled({ id, post }: Draft, media: MediaItem[], project: Project, writer: Writer): UnscheduledPost {
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
    input_tokens: post.usage?.inputTokens ?? null,
    output_tokens: post.usage?.outputTokens ?? null,
    cost_usd: post.usage?.costUsd ?? null,
  };
}
