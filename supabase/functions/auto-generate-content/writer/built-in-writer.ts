import { PLATFORM_LIMITS } from '../../../../shared/posts/platform-limits.ts';
import type { SourceNote } from '../../../../shared/workspace/database.ts';
import type { WriteRequest, Writer, WrittenPost } from '../post.ts';
import { composePassage, composePrompt } from './compose.ts';
import { composeList, composeSteps } from './compose-list.ts';
import type { Draft, Format } from './draft.ts';
import { alternativesFor, captionOf } from './fit.ts';
import { chooseLanguage } from './languages/choose-language.ts';
import { gatherMaterial, type Material } from './material.ts';
import { createPhrasing, type Phrasing, tidyNiche } from './phrasing.ts';
import { createDeck, type Deck } from './seeded-deck.ts';
import { otherWork, runInSlices, type Steps } from './slices.ts';
import { FORMATS_OF, GENERAL_FORMATS, recogniseStyle, type Style } from './style.ts';
import { hashtagsFor, keyPhrases } from './text/hashtags.ts';
import { joinSentences } from './text/measure.ts';
import { areNear, tokensOf } from './text/similarity.ts';

/** Platforms whose posts can be the project's video. */
const VIDEO_PLATFORMS: readonly string[] = ['tiktok', 'youtube_shorts', 'instagram', 'facebook'];
/** Where no platform insists on a picture, every third post goes without one. */
const TEXT_EVERY = 3;

/**
 * Writes without any model: it takes the sources' most telling passages word for word, shapes them by the template's
 * style and names where they came from, so nothing is claimed that the sources do not say. Without readable sources, or
 * when they are used up, it asks and invites instead. Returns fewer posts than asked for when both run out.
 */
export const builtInWriter: Writer = {
  name: 'built-in',
  async write(request) {
    const { signal } = request;
    const contexts = await runInSlices(createContexts(request), signal);
    const style = recogniseStyle(request.template);
    const deck = createDeck(request.seed);
    const taken = request.avoid.map(tokensOf);
    const posts: WrittenPost[] = [];
    while (posts.length < request.count) {
      const post = await runInSlices(nextPost(request, style, deck, contexts, posts.length, taken), signal);
      if (!post) break;
      posts.push(post);
      taken.push(tokensOf(post.caption));
      request.onPost(posts.length);
      // Lets other work run between posts.
      await otherWork();
    }
    return posts;
  },
};

/** The sources of one language and the phrases to put around their sentences. */
type LanguageContext = { material: Material; phrasing: Phrasing; phrasesOf(draft: Draft): string[] };

function* createContexts(request: WriteRequest): Steps<LanguageContext[]> {
  const niche = tidyNiche(request.niche);
  const materials = yield* gatherMaterial(request.sources, niche, request.avoid);
  if (materials.length === 0) {
    const language = chooseLanguage(`${niche} ${request.template.prompt}`, null);
    const nothing = { ok: true as const, url: '', title: '', text: '', language: language.tag, picture: null };
    materials.push(...(yield* gatherMaterial([nothing], niche, [])));
  }
  const contexts: LanguageContext[] = [];
  for (const material of materials) {
    const deck = createDeck(`${request.seed} ${material.language.tag}`);
    const phrasing = yield* createPhrasing(niche, corpusOf(material), material.language, deck);
    contexts.push({ material, phrasing, phrasesOf: yield* phrasesBySource(material) });
  }
  return contexts;
}

function corpusOf({ sources, ranks }: Material): string {
  const own = new Set([...ranks.keys()].map((sentence) => sentence.source));
  return sources
    .filter((_, index) => own.has(index))
    .map((source) => source.text)
    .join('\n');
}

/** The key phrases of the source that a draft is based on; of the first source for an invitation. */
function* phrasesBySource({ sources, language, ranks }: Material): Steps<(draft: Draft) => string[]> {
  const phrases: string[][] = [];
  for (const source of sources) phrases.push(yield* keyPhrases(`## ${source.title}\n\n${source.text}`, language));
  const [first] = ranks.keys();
  return (draft) => phrases[(draft.used[0] ?? first)?.source ?? -1] ?? [];
}

function* nextPost(
  request: WriteRequest,
  style: Style,
  deck: Deck,
  contexts: readonly LanguageContext[],
  index: number,
  taken: readonly Set<string>[],
): Steps<WrittenPost | null> {
  const turn = index % contexts.length;
  const order = [...contexts.slice(turn), ...contexts.slice(0, turn)];
  for (const found of draftsFor(style, deck, order)) {
    if (found && isNew(found.draft, taken)) return toWrittenPost(found.draft, found.context, request, index);
    yield;
  }
  return null;
}

/** Drafts, and pauses between them. */
type Drafts = Generator<{ draft: Draft; context: LanguageContext } | undefined, void>;

/** Every draft that can still be made, the most fitting first. Each one marks its sentences as used, so this ends. */
function* draftsFor(style: Style, deck: Deck, contexts: readonly LanguageContext[]): Drafts {
  const { own, near } = formatsOf(style, deck);
  yield* drawnDrafts(own, contexts);
  if (style !== 'general') yield* invitations(style, contexts);
  yield* drawnDrafts(near, contexts);
  yield* invitations('general', contexts);
}

function* drawnDrafts(formats: readonly Format[], contexts: readonly LanguageContext[]): Drafts {
  for (const format of formats) {
    for (const context of contexts) {
      for (let draft = yield* compose(format, context); draft; draft = yield* compose(format, context)) {
        context.material.markUsed(draft);
        yield { draft, context };
      }
    }
  }
}

function* invitations(style: Style, contexts: readonly LanguageContext[]): Drafts {
  for (const context of contexts) {
    for (const draft of composePrompt(style, context.material.language, context.phrasing)) yield { draft, context };
  }
}

function formatsOf(style: Style, deck: Deck): { own: readonly Format[]; near: readonly Format[] } {
  if (style !== 'general') return FORMATS_OF[style];
  const first = deck.draw(GENERAL_FORMATS);
  return { own: first ? [first] : [], near: ['insight', ...GENERAL_FORMATS] };
}

function* compose(format: Format, { material, phrasing }: LanguageContext): Steps<Draft | null> {
  if (format === 'list') return composeList(material, phrasing);
  if (format === 'steps') return composeSteps(material, phrasing);
  return yield* composePassage(format, material, phrasing);
}

/** `taken` are the tokens of the captions that a new one may not be nearly the same as. */
function isNew(draft: Draft, taken: readonly Set<string>[]): boolean {
  const tokens = tokensOf(captionOf(draft));
  return !taken.some((other) => areNear(tokens, other));
}

function toWrittenPost(draft: Draft, context: LanguageContext, request: WriteRequest, index: number): WrittenPost {
  const caption = captionOf(draft);
  const hashtags = hashtagsFor(caption, context.phrasing.niche, context.phrasesOf(draft), context.material.language);
  const isVideo = index === 0 && request.hasVideo && request.platforms.some((id) => VIDEO_PLATFORMS.includes(id));
  const isText =
    draft.contentType === 'image' &&
    index % TEXT_EVERY === TEXT_EVERY - 1 &&
    !request.platforms.some((platform) => PLATFORM_LIMITS[platform].needsMedia);
  return {
    contentType: isVideo ? 'video' : isText ? 'text' : draft.contentType,
    caption,
    hashtags,
    alternatives: alternativesFor(draft, hashtags, request.platforms),
    slides: isText ? [] : draft.slides,
    sources: notesOf(draft, context.material),
  };
}

/** The passages as they stand in the sources: neighbours in one note, others apart. */
function notesOf(draft: Draft, material: Material): SourceNote[] {
  const notes: SourceNote[] = [];
  for (const [index, sentence] of draft.used.entries()) {
    const source = material.sources[sentence.source];
    if (!source) continue;
    const last = draft.used[index - 1];
    const note = notes.at(-1);
    if (note && last?.block === sentence.block && last.indexInBlock + 1 === sentence.indexInBlock)
      note.passage = joinSentences([note.passage, sentence.text]);
    else notes.push({ url: source.url, title: source.title, passage: sentence.text });
  }
  return notes;
}
