import type { Temporal } from 'temporal-polyfill';
import type { GenerationResult } from '../../../../shared/posts/generation.ts';
import type { PostReasons } from '../../../../shared/posts/post-reasons.ts';
import type { LocalDay } from '../../../../shared/posts/scheduling.ts';
import { fillNiche, type StyleTemplate } from '../../../../shared/posts/templates.ts';
import type { Report } from '../event-stream.ts';
import type { CardDrawer } from '../media/cards/draw-card.ts';
import { illustrate } from '../media/illustrate.ts';
import type { PictureMaker } from '../media/pictures/picture-maker.ts';
import { MESSAGES } from '../messages.ts';
import type { ReadableSource, SourceReading, Writer } from '../post.ts';
import type { SourceReader } from '../sources/read-source.ts';
import type { MediaStore } from '../stores/media-store.ts';
import type { Project, RunStore } from '../stores/run-store.ts';
import type { WorkspaceSettings, WorkspaceStore } from '../stores/workspace-store.ts';
import { runNotes } from './notes.ts';
import { postingHours, templateOf } from './plan.ts';
import { scheduleAndCommit } from './schedule.ts';
import { type DistinctPosts, writeDistinctPosts } from './write-posts.ts';

/** What a claimed run is to make. */
export type Order = {
  run: string;
  project: Project;
  count: number;
  settings: WorkspaceSettings;
  day: LocalDay;
  reasons: Pick<PostReasons, 'trigger' | 'project'>;
};

export type Stores = { workspace: WorkspaceStore; runs: RunStore; media: MediaStore };

export type Tools = {
  readSource: SourceReader;
  /** Draws cards elsewhere than in this thread. */
  drawCard: CardDrawer | undefined;
  now: () => Temporal.Instant;
  writer: Writer;
  /** Makes pictures; null where all are drawn as cards. */
  pictures: PictureMaker | null;
  report: Report;
  signal: AbortSignal;
};

/**
 * The four steps of a claimed run: sources, writing, media, scheduling. Nothing is visible to people before the last
 * one is done.
 */
export async function makePosts(order: Order, stores: Stores, tools: Tools): Promise<GenerationResult> {
  const { project, settings, day } = order;
  const { template, reason } = templateOf(await stores.workspace.templates(), settings, day);
  const urls = [project.source_url_1, project.source_url_2];
  const readings = await readSources(urls, tools, (done, total) => tools.report({ step: 'sources', done, total }));
  const { posts: written, stoppedBy } = await writePosts(order, template, readings.filter(isReadable), stores, tools);
  const notes = runNotes({ ...order, written, stoppedBy, readings, writer: tools.writer });
  if (written.length === 0) {
    await stores.runs.fail(order.run, MESSAGES.nothingNew);
    return { success: false, template: template.name, message: notes.join(' '), created: 0 };
  }
  const { posts, notes: pictureNotes } = await illustrate(written, order, stores, tools);
  tools.report({ step: 'scheduling', done: 0, total: posts.length });
  const reasons = { ...order.reasons, template: reason };
  const plan = { run: order.run, template, hours: postingHours(settings), now: tools.now, reasons };
  await scheduleAndCommit(posts, plan, stores);
  tools.report({ step: 'scheduling', done: posts.length, total: posts.length });
  const message = [...notes, ...pictureNotes].join(' ');
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

/**
 * Reads the sources at the same time; the same address only once. `onRead` is called after each with how many are done,
 * and of how many.
 */
async function readSources(
  urls: string[],
  { readSource, signal }: { readSource: SourceReader; signal: AbortSignal },
  onRead: (done: number, total: number) => void,
): Promise<SourceReading[]> {
  const distinct = [...new Set(urls)];
  let done = 0;
  onRead(done, distinct.length);
  return Promise.all(
    distinct.map(async (url) => {
      const reading = await readSource(url, signal);
      onRead(++done, distinct.length);
      return reading;
    }),
  );
}
