import { Temporal } from 'temporal-polyfill';
import { PLATFORM_LIMITS } from '../../../shared/posts/platform-limits.ts';
import { PLATFORM_IDS, type Platform } from '../../../shared/posts/platforms.ts';
import {
  SAMPLE_NICHE,
  type TemplateSample,
  type TemplateSampleRequest,
} from '../../../shared/posts/template-sample.ts';
import { fillNiche } from '../../../shared/posts/templates.ts';
import type { SourceNote } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import { GenerationError } from '../../generation/generation-error.ts';
import type { ReadableSource, Writer } from '../../generation/post.ts';
import { dataOf } from '../../generation/stores/client.ts';
import type { TextEngine } from '../../generation/writers/local/text-engine.ts';
import type { Client } from '../../supabase/connection.ts';
import { EXAMPLE_SOURCE } from './example-source.ts';
import { NO_SAMPLE, needsModel, PROJECT_GONE, SAMPLE_GIVEN_UP, slowSample } from './messages.ts';
import { asAppError, chooseModel } from './service.ts';
import type { AiSettingsStore } from './settings-store.ts';

type SampleDeps = { store: AiSettingsStore; engine: TextEngine; timeoutMs?: number };

const TIMEOUT_MS = 120_000;
/** How many posts of the project contribute passages, and the maximum length of all passages together. */
const KEPT_POSTS = 30;
const KEPT_TEXT_MAX = 60_000;

/** What a sample is about. */
type Subject = Pick<TemplateSample, 'from' | 'niche' | 'platform'> & { sources: ReadableSource[] };

/**
 * Writes a sample post from a template. Stores nothing but the model's usage, which counts toward the monthly cap.
 * AppError with the remedy on failure.
 */
export async function sampleOf(
  { store, engine, timeoutMs = TIMEOUT_MS }: SampleDeps,
  request: TemplateSampleRequest,
  client: Client,
  signal: AbortSignal,
): Promise<TemplateSample> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const writer = await writerFor(request, { store, engine }, client);
    const own = await projectOf(client, request.project);
    const either = AbortSignal.any([signal, late]);
    for (const subject of own ? [own, EXAMPLE] : [EXAMPLE]) {
      const sample = await write(request, writer, subject, either);
      if (sample) return sample;
    }
  } catch (error) {
    if (signal.aborted) throw new AppError('unavailable', SAMPLE_GIVEN_UP, { cause: error });
    if (late.aborted) throw new AppError('unavailable', slowSample(timeoutMs / 1000), { cause: error });
    throw error instanceof GenerationError ? asAppError(error) : error;
  }
  throw new AppError('bad_answer', NO_SAMPLE);
}

/** The writers are loaded on first use. */
async function writerFor(
  { writer }: TemplateSampleRequest,
  { store, engine }: SampleDeps,
  client: Client,
): Promise<Writer> {
  if (writer === 'built-in') return (await import('../../generation/writers/built-in-writer.ts')).builtInWriter;
  const choice = await chooseModel(store);
  if (!choice.model) throw new AppError('conflict', needsModel('This sample'));
  const { makersOf } = await import('../../generation/generation.ts');
  const chosen = async () => ({ ...choice, pictureModel: null });
  return (await makersOf({ chooseModel: chosen, engine }, client, Temporal.Now.instant)).writer;
}

/** Null when the sources have nothing that the writer can use. */
async function write(
  { name, prompt }: TemplateSampleRequest,
  writer: Writer,
  { sources, ...subject }: Subject,
  signal: AbortSignal,
): Promise<TemplateSample | null> {
  const { niche, platform } = subject;
  const [post] = await writer.write({
    niche,
    template: { name, prompt: fillNiche(prompt, niche) },
    sources,
    platforms: [platform],
    count: 1,
    avoid: [],
    hasVideo: false,
    seed: name,
    onPost: () => undefined,
    signal,
  });
  if (!post) return null;
  const { caption, hashtags } = post.alternatives[platform] ?? post;
  return { ...subject, caption, hashtags, writer: post.writer ?? writer.name, costUsd: post.usage?.costUsd ?? null };
}

/**
 * The given project, or else the newest, with the passages that its posts quoted; null if there is none, or without
 * passages. AppError not_found if the given project does not exist.
 */
async function projectOf(client: Client, id: string | undefined): Promise<Subject | null> {
  const all = client.from('content_projects').select('id, niche_name, platforms');
  const wanted = id === undefined ? all : all.eq('id', id);
  const newest = wanted.order('created_at', { ascending: false }).order('id').limit(1);
  const [project] = dataOf(await newest, 'reading the projects');
  if (!project && id !== undefined) throw new AppError('not_found', PROJECT_GONE);
  if (!project) return null;
  const posts = client.from('generated_content').select('sources').eq('project_id', project.id);
  const latest = posts.not('sources', 'eq', '[]').order('created_at', { ascending: false }).limit(KEPT_POSTS);
  const sources = sourcesOf(dataOf(await latest, 'reading earlier posts').flatMap((post) => post.sources));
  if (sources.length === 0) return null;
  return { from: 'project', niche: project.niche_name, platform: platformFor(project.platforms), sources };
}

/** Groups passages by page. Each passage becomes a paragraph of its page's text. */
function sourcesOf(notes: readonly SourceNote[]): ReadableSource[] {
  const pages = new Map<string, { title: string; passages: Set<string> }>();
  let length = 0;
  for (const { url, title, passage } of notes) {
    length += passage.length;
    if (length > KEPT_TEXT_MAX) break;
    const page = pages.get(url) ?? { title, passages: new Set() };
    pages.set(url, page);
    page.passages.add(passage);
  }
  return [...pages].map(([url, { title, passages }]) => ({
    ok: true,
    url,
    title,
    text: [...passages].join('\n\n'),
    language: null,
    picture: null,
  }));
}

/**
 * A platform that takes posts without media, since none is made: the project's first, or the one with the longest
 * texts.
 */
function platformFor(platforms: readonly Platform[]): Platform {
  const [first] = platforms.filter(takesText);
  if (first) return first;
  return PLATFORM_IDS.filter(takesText).reduce((a, b) =>
    PLATFORM_LIMITS[b].textLength > PLATFORM_LIMITS[a].textLength ? b : a,
  );
}

function takesText(platform: Platform): boolean {
  return !PLATFORM_LIMITS[platform].needsMedia;
}

const EXAMPLE: Subject = {
  from: 'example',
  niche: SAMPLE_NICHE,
  platform: platformFor([]),
  sources: [EXAMPLE_SOURCE],
};
