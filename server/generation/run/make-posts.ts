import type { Temporal } from 'temporal-polyfill';
import { type SourceReadingNote, sourcesOf, withoutVideo } from '../../../shared/posts/content-project.ts';
import type { GenerationResult } from '../../../shared/posts/generation.ts';
import type { PostReasons } from '../../../shared/posts/post-reasons.ts';
import { type LocalDay, postingHours } from '../../../shared/posts/scheduling.ts';
import { fillNiche, type StyleTemplate } from '../../../shared/posts/templates.ts';
import type { CardDrawer } from '../cards/draw-card.ts';
import type { Report } from '../event-stream.ts';
import { MESSAGES } from '../messages.ts';
import type { PictureMaker } from '../pictures/picture-maker.ts';
import type { ReadableSource, SourceReading, Writer } from '../post.ts';
import type { SourceReader } from '../sources/read-source.ts';
import type { MediaStore } from '../stores/media-store.ts';
import type { Chosen, Project, RunStore } from '../stores/run-store.ts';
import type { WorkspaceSettings, WorkspaceStore } from '../stores/workspace-store.ts';
import { illustrate } from './illustrate.ts';
import type { Lesson } from './learning.ts';
import { fewerNote, runNotes } from './notes.ts';
import { templateOf } from './plan.ts';
import { readSources } from './read-sources.ts';
import { scheduleAndCommit } from './schedule.ts';
import { voiceFor, voiceOf } from './voice.ts';
import { type DistinctPosts, writeDistinctPosts } from './write-posts.ts';

export type Order = {
  run: string;
  chosen: Pick<Chosen, 'project' | 'daily_posts'>;
  project: Project;
  count: number;
  settings: WorkspaceSettings;
  day: LocalDay;
  reasons: Pick<PostReasons, 'trigger' | 'project'>;
  /** Null if learning does not decide in this run. */
  lesson: Lesson | null;
  /** Posts were explicitly requested even if no source can be read. */
  withoutSources: boolean;
};

export type Stores = { workspace: WorkspaceStore; runs: RunStore; media: MediaStore };

export type Tools = {
  readSource: SourceReader;
  /** Draws cards outside this thread. */
  drawCard: CardDrawer | undefined;
  now: () => Temporal.Instant;
  writer: Writer;
  /** Makes pictures; null when all posts get cards. */
  pictures: PictureMaker | null;
  report: Report;
  signal: AbortSignal;
};

/**
 * The four steps of a claimed run: sources, writing, media, scheduling. Nothing is visible to users before the last one
 * is done.
 */
export async function makePosts(order: Order, stores: Stores, tools: Tools): Promise<GenerationResult> {
  const { project, settings, day } = order;
  const { template, reason } = templateOf(await stores.workspace.templates(), settings, day, order.lesson);
  if (withoutVideo(project).length === project.platforms.length)
    return nothingMade(order, stores, MESSAGES.needsVideo(project.platforms, true));
  const onRead = (done: number, total: number) => tools.report({ step: 'sources', done, total });
  const readings = await readSources(sourcesOf(project), tools, onRead);
  await stores.workspace.noteReadings(project.id, readings.map(noteOf(tools.now())));
  const sources = readings.map((reading) => ({ url: reading.url, reason: reading.ok ? null : reading.reason }));
  if (!readings.some(isReadable) && !order.withoutSources)
    return { ...(await nothingMade(order, stores, MESSAGES.nothingRead(sources))), sources, nothing: 'unread' };
  const { posts: written, stoppedBy } = await writePosts(order, template, readings.filter(isReadable), stores, tools);
  const notes = runNotes({ ...order, written, stoppedBy, readings, writer: tools.writer });
  if (written.length === 0) {
    const message = notes.join(' ');
    return { ...(await nothingMade(order, stores, message)), template: template.name, sources, nothing: 'used_up' };
  }
  const fewer = fewerNote({ ...order, written, stoppedBy, writer: tools.writer });
  // Reported early, before anything is scheduled.
  const detail = fewer === null ? {} : { detail: fewer };
  tools.report({ step: 'writing', done: written.length, total: order.count, ...detail });
  const { posts, notes: pictureNotes } = await illustrate(written, order, stores, tools);
  const message = [...notes, ...pictureNotes].join(' ');
  if (posts.length === 0) return { ...(await nothingMade(order, stores, message)), sources };
  tools.report({ step: 'scheduling', done: 0, total: posts.length, ...detail });
  const reasons = { ...order.reasons, template: reason };
  const { run, chosen, lesson } = order;
  const plan = { run, chosen, lesson, template, hours: postingHours(settings), now: tools.now, reasons };
  await scheduleAndCommit(posts, plan, stores);
  tools.report({ step: 'scheduling', done: posts.length, total: posts.length });
  return { success: true, template: template.name, message, created: posts.length, project: project.id, sources };
}

async function nothingMade({ run, project }: Order, { runs }: Stores, message: string): Promise<GenerationResult> {
  await runs.fail(run, message);
  return { success: false, message, created: 0, project: project.id };
}

/** The note that the project stores about a reading. Blocks of text are counted, headings are not. */
function noteOf(now: Temporal.Instant) {
  return (reading: SourceReading): SourceReadingNote => {
    const read = { url: reading.url, at: now.toString() };
    if (!reading.ok) return { ...read, ok: false, reason: reading.reason };
    const passages = reading.text.split('\n\n').filter((block) => block.trim() && !block.startsWith('## '));
    return { ...read, ok: true, title: reading.title.slice(0, TITLE_MAX_CHARS), passages: passages.length };
  };
}

const TITLE_MAX_CHARS = 300;

function isReadable(reading: SourceReading): reading is ReadableSource {
  return reading.ok;
}

async function writePosts(
  { run, project, count, withoutSources, settings }: Order,
  template: StyleTemplate,
  sources: ReadableSource[],
  { workspace }: Stores,
  { writer, report, signal, now }: Tools,
): Promise<DistinctPosts> {
  report({ step: 'writing', done: 0, total: count });
  const captions = await workspace.recentCaptions(now(), project.id);
  const voice = await voiceFor(writer, { project, settings }, workspace);
  const written = await writeDistinctPosts(writer, {
    voice,
    niche: project.niche_name,
    template: { name: template.name, prompt: fillNiche(template.prompt, project.niche_name) },
    sources,
    platforms: project.platforms,
    count,
    avoid: [...captions.all, ...voice.map(({ text }) => text)],
    earlier: captions.own,
    withoutSources,
    hasVideo: project.video_path !== null,
    seed: run,
    onPost: (done) => report({ step: 'writing', done, total: count }),
    signal,
  });
  return { ...written, posts: written.posts.map((post) => ({ ...post, voice: voiceOf(post, voice) })) };
}
