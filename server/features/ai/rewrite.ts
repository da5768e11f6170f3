import { Temporal } from 'temporal-polyfill';
import type { RewriteRequest, RewriteResult } from '../../../shared/posts/compose.ts';
import { parseHashtags } from '../../../shared/posts/composing.ts';
import { graphemeLength } from '../../../shared/posts/grapheme-length.ts';
import { PLATFORM_LIMITS, textLength } from '../../../shared/posts/platform-limits.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { splitThread } from '../../../shared/posts/thread.ts';
import { AppError } from '../../errors.ts';
import { GenerationError } from '../../generation/generation-error.ts';
import type { TextEngine } from '../../generation/writers/local/text-engine.ts';
import { modelLedger } from '../../generation/writers/model/ledger.ts';
import type { Client } from '../../supabase/connection.ts';
import { CUT, FITS, FROM_WORDS, GIVEN_UP, NO_FIT, needsModel, ONE_SENTENCE, SHORTENED } from './messages.ts';
import { asAppError, chooseModel } from './service.ts';
import type { AiSettingsStore } from './settings-store.ts';

const BUILT_IN = 'built-in';
/**
 * Maximum length of a rewritten text, if no platform sets a lower one: characters for short texts, a factor for long
 * ones.
 */
const ROOM_AT_LEAST = 500;
const LENGTHENED = 3;
const HASHTAGS = 5;

/** The choice of a model, and the engine for a local one. */
type RewriteDeps = { store: AiSettingsStore; engine: TextEngine };

const NEED_MODEL = { lengthen: 'Lengthening a text', tone: 'Another tone' } as const;

/**
 * Helps the user with a text, using the chosen model within its monthly cap. Without a model, or when it fails, the
 * built-in writer shortens to whole sentences and derives hashtags from the words. AppError with the remedy when only a
 * model could help and it failed.
 */
export async function rewriteText(
  deps: RewriteDeps,
  request: RewriteRequest,
  client: Client,
  signal: AbortSignal,
): Promise<RewriteResult> {
  let trouble: string | null = null;
  try {
    const result = await withModel(deps, request, client, signal);
    if (result) return result;
  } catch (error) {
    if (signal.aborted) throw new AppError('unavailable', GIVEN_UP, { cause: error });
    if (!(error instanceof GenerationError)) throw error;
    if (request.action === 'lengthen' || request.action === 'tone') throw asAppError(error);
    trouble = error.message;
  }
  const result = await builtIn(request, signal);
  return trouble === null ? result : { ...result, note: [trouble, result.note].filter(Boolean).join(' ') };
}

/** Null when no model is chosen, or when its result does not fit and there is a fallback. */
async function withModel(
  { store, engine }: RewriteDeps,
  request: RewriteRequest,
  client: Client,
  signal: AbortSignal,
): Promise<RewriteResult | null> {
  const { model: choice, monthlyCapUsd } = await chooseModel(store);
  if (!choice) return null;
  // The AI SDK is loaded on first use.
  const { hashtagsWithModel, rewriteWithModel } = await import('../../generation/writers/model/rewrite.ts');
  const config = { choice, monthlyCapUsd, ledger: modelLedger(client, Temporal.Now.instant), engine };
  const writer = `${choice.provider}:${choice.model}`;
  const { action, text } = request;
  if (action === 'hashtags') {
    const most = mostHashtags(request);
    const given = await hashtagsWithModel({ text, most, signal }, config);
    const hashtags = newTags(given, request);
    return hashtags.length > 0 ? { text: null, hashtags, writer, note: null } : null;
  }
  const rewritten = await rewriteWithModel({ text, task: taskOf(request), ...roomFor(request), signal }, config);
  if (rewritten !== null) return { text: rewritten, hashtags: null, writer, note: null };
  if (action === 'shorten' || action === 'platform') return null;
  throw new AppError('bad_answer', NO_FIT);
}

function taskOf(request: Exclude<RewriteRequest, { action: 'hashtags' }>): string {
  switch (request.action) {
    case 'shorten':
      return 'Shorten this post, and keep its tone.';
    case 'lengthen':
      return 'Say what this post says at about twice the length, in the same tone.';
    case 'tone':
      return `Rewrite this post in a ${request.tone} tone, at about the same length.`;
    case 'platform':
      return `Rewrite this post as readers on ${platformLabel(request.platform)} expect it.`;
  }
}

/** The limit for the new text. A text that already fits is shortened to half. */
function roomFor({ action, text, platform }: RewriteRequest): { limit: number; count: (text: string) => number } {
  const count = platform ? (part: string) => textLength(part, platform) : graphemeLength;
  const most = platform ? PLATFORM_LIMITS[platform].textLength : Number.POSITIVE_INFINITY;
  const length = count(text);
  if (action === 'shorten') return { limit: length > most ? most : Math.max(1, Math.ceil(length / 2)), count };
  return { limit: Math.min(most, Math.max(ROOM_AT_LEAST, length * LENGTHENED)), count };
}

async function builtIn(request: RewriteRequest, signal: AbortSignal): Promise<RewriteResult> {
  const { action, text } = request;
  if (action === 'lengthen' || action === 'tone')
    return { text: null, hashtags: null, writer: BUILT_IN, note: needsModel(NEED_MODEL[action]) };
  if (action === 'hashtags')
    return { text: null, hashtags: await tagsFromWords(request, signal), writer: BUILT_IN, note: FROM_WORDS };
  const { limit, count } = roomFor(request);
  const answer = (words: string, note: string) => ({ text: words, hashtags: null, writer: BUILT_IN, note });
  if (count(text) <= limit) return answer(text, FITS);
  const [shorter = ''] = splitThread(text, limit, count).parts;
  if (endsWhole(shorter, text)) return answer(shorter, SHORTENED);
  // A cut sentence is only better than nothing if the whole one does not fit.
  return isTooLong(request) ? answer(shorter, CUT) : answer(text, ONE_SENTENCE);
}

const SENTENCE_END = /[.!?…。！？]["'\p{Pf}\p{Pe}]?$/u;

/**
 * Whether a beginning of `text` ends with a whole sentence or line, such as a heading or a line that ends with an
 * emoji.
 */
function endsWhole(beginning: string, text: string): boolean {
  const rest = text.trimStart();
  return SENTENCE_END.test(beginning) || (rest.startsWith(beginning) && /^\s*?\n/.test(rest.slice(beginning.length)));
}

function isTooLong({ text, platform }: RewriteRequest): boolean {
  return platform !== undefined && textLength(text, platform) > PLATFORM_LIMITS[platform].textLength;
}

async function tagsFromWords(request: RewriteRequest, signal: AbortSignal): Promise<string[]> {
  const [{ chooseLanguage }, { hashtagsOf }, { runInSlices }] = await Promise.all([
    import('../../generation/writers/languages/choose-language.ts'),
    import('../../generation/writers/text/hashtags.ts'),
    import('../../generation/writers/slices.ts'),
  ]);
  const { text } = request;
  return newTags(await runInSlices(hashtagsOf(text, chooseLanguage(text, null)), signal), request);
}

/** Normalised tags, without those that the text already has. */
function newTags(given: readonly string[], request: RewriteRequest): string[] {
  const words = given.map((tag) => tag.replace(/[^\p{L}\p{N}\p{M}_]/gu, '')).filter((tag) => tag.length <= 100);
  const said = new Set(
    parseHashtags(request.text.match(/[#＃]\S+/gu)?.join(' ') ?? '').map((tag) => tag.toLowerCase()),
  );
  return parseHashtags(words.join(' '))
    .filter((tag) => !said.has(tag.toLowerCase()))
    .slice(0, mostHashtags(request));
}

function mostHashtags({ platform }: RewriteRequest): number {
  return platform ? PLATFORM_LIMITS[platform].hashtags : HASHTAGS;
}
