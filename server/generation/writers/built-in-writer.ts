import { PLATFORM_LIMITS } from '../../../shared/posts/platform-limits.ts';
import { platformOf } from '../../../shared/posts/platforms.ts';
import { recogniseStyle, type Style } from '../../../shared/posts/template-style.ts';
import type { SourceNote } from '../../../shared/workspace/database.ts';
import type { ReadableSource, WriteRequest, Writer, WrittenPost } from '../post.ts';
import { joinSentences } from '../text/measure.ts';
import { composePassage } from './compose.ts';
import { composeList, composeSteps } from './compose-list.ts';
import { pageOf } from './credit.ts';
import type { Draft, Format, Part } from './draft.ts';
import { alternativesFor, captionOf } from './fit.ts';
import { composeInvitations } from './invitations.ts';
import { chooseLanguage } from './languages/choose-language.ts';
import type { Language } from './languages/language.ts';
import { gatherMaterial, type Material } from './material.ts';
import { nameOfNiche, tidyNiche } from './niche.ts';
import { createDeck, type Deck } from './seeded-deck.ts';
import { otherWork, runInSlices, type Steps } from './slices.ts';
import { frequentNouns, hashtagsFor, keyPhrases, type Topics } from './text/hashtags.ts';
import { areNear, tokensOf } from './text/similarity.ts';

/** If no platform requires media, every third post has none. */
const TEXT_EVERY = 3;

/**
 * Writes without a model: quotes the sources' most central passages word for word, in the template's style if they suit
 * it, under the sources' headings and with their links. It adds no claims. Returns fewer posts than requested when the
 * sources have no more, and none without sources, unless the request allows that: its posts then invite followers to
 * answer.
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
      await otherWork();
    }
    return posts;
  },
};

/** The material in one language, and the topics of each source. */
type LanguageContext = { material: Material; niche: string; topics: readonly Topics[] };

function* createContexts({ sources, niche, avoid }: WriteRequest): Steps<LanguageContext[]> {
  const name = nameOfNiche(niche);
  const contexts: LanguageContext[] = [];
  for (const material of yield* gatherMaterial(sources, tidyNiche(niche), avoid)) {
    const topics: Topics[] = [];
    for (const source of sources) topics.push(yield* topicsOf(source, material.language));
    contexts.push({ material, niche: name, topics });
  }
  return contexts;
}

function* topicsOf({ title, text }: ReadableSource, language: Language): Steps<Topics> {
  const whole = `## ${title}\n\n${text}`;
  const phrases = yield* keyPhrases(whole, language);
  return { phrases, nouns: yield* frequentNouns(whole, language), title, text };
}

function* nextPost(
  request: WriteRequest,
  style: Style,
  deck: Deck,
  contexts: readonly LanguageContext[],
  index: number,
  taken: readonly Set<string>[],
): Steps<WrittenPost | null> {
  if (contexts.length === 0) return nextInvitation(request, style, index, taken);
  const turn = index % contexts.length;
  const order = [...contexts.slice(turn), ...contexts.slice(0, turn)];
  for (const found of draftsFor(style, deck, order)) {
    if (found && isNew(found.draft, taken)) return fromSource(found.draft, found.context, request, index);
    yield;
  }
  return null;
}

function nextInvitation(
  request: WriteRequest,
  style: Style,
  index: number,
  taken: readonly Set<string>[],
): WrittenPost | null {
  if (!request.withoutSources) return null;
  const { niche, template, seed } = request;
  const language = chooseLanguage(`${niche} ${template.prompt}`, null);
  const name = nameOfNiche(niche);
  const drafts = [...composeInvitations(style, language, name, createDeck(seed))];
  const draft = drafts.find((found) => isNew(found, taken));
  const topics = { phrases: [], nouns: [], title: '', text: '' };
  return draft ? toWrittenPost(draft, hashtagsFor('', name, topics, language), [], request, index) : null;
}

type Drafts = Generator<{ draft: Draft; context: LanguageContext } | undefined, void>;

/** All drafts that can still be made, best fit first. Each marks its sentences as used, so this terminates. */
function* draftsFor(style: Style, deck: Deck, contexts: readonly LanguageContext[]): Drafts {
  const { own, near } = formatsOf(style, deck.draw);
  for (const format of [...own, ...near]) {
    for (const context of contexts) {
      for (let draft = yield* compose(format, context); draft; draft = yield* compose(format, context)) {
        context.material.markUsed(draft);
        yield { draft, context };
      }
    }
  }
}

function* compose(format: Format, { material, niche }: LanguageContext): Steps<Draft | null> {
  if (format === 'list') return composeList(material, niche);
  if (format === 'steps') return composeSteps(material, niche);
  return yield* composePassage(format, material, niche);
}

/** `taken` are the token sets of captions that a new one must differ from. */
function isNew(draft: Draft, taken: readonly Set<string>[]): boolean {
  const tokens = tokensOf(captionOf(draft));
  return !taken.some((other) => areNear(tokens, other));
}

function fromSource(draft: Draft, { material, niche, topics }: LanguageContext, request: WriteRequest, index: number) {
  const source = draft.used[0]?.source ?? -1;
  const about = topics[source] ?? { phrases: [], nouns: [], title: '', text: '' };
  const hashtags = hashtagsFor(captionOf(draft), niche, about, material.language);
  return toWrittenPost(draft, hashtags, notesOf(draft, material), request, index);
}

function toWrittenPost(
  draft: Draft,
  hashtags: string[],
  sources: SourceNote[],
  { template, platforms, hasVideo }: WriteRequest,
  index: number,
): WrittenPost {
  const isVideo = index === 0 && hasVideo && platforms.some((id) => platformOf(id).showsProjectVideos);
  const isText =
    draft.contentType === 'image' &&
    index % TEXT_EVERY === TEXT_EVERY - 1 &&
    !platforms.some((platform) => PLATFORM_LIMITS[platform].needsMedia);
  return {
    contentType: isVideo ? 'video' : isText ? 'text' : draft.contentType,
    caption: captionOf(draft),
    hashtags,
    alternatives: alternativesFor(draft, hashtags, platforms),
    slides: isText ? [] : draft.slides,
    sources,
    form: { asked: recogniseStyle(template), made: draft.format },
  };
}

/**
 * The quoted passages, as in the sources and the caption: adjacent sentences share a note, unless a heading separates
 * them.
 */
function notesOf(draft: Draft, material: Material): SourceNote[] {
  const notes: SourceNote[] = [];
  const titled = indicesBelowTitles(draft.parts);
  for (const [index, sentence] of draft.used.entries()) {
    const source = material.sources[sentence.source];
    if (!source) continue;
    const last = draft.used[index - 1];
    const note = notes.at(-1);
    const isNext = last?.block === sentence.block && last.indexInBlock + 1 === sentence.indexInBlock;
    if (note && isNext && !titled.has(index)) note.passage = joinSentences([note.passage, sentence.original]);
    else notes.push({ url: pageOf(source, sentence.section), title: source.title, passage: sentence.original });
  }
  return notes;
}

/** The indices of a draft's sentences that directly follow the title of their part. */
function indicesBelowTitles(parts: readonly Part[]): ReadonlySet<number> {
  const indices = new Set<number>();
  let at = 0;
  for (const { title, sentences } of parts) {
    if (title) indices.add(at);
    at += sentences.length;
  }
  return indices;
}

type Formats = { own: readonly Format[]; near: readonly Format[] };

/** The formats that a template without a style alternates between. */
const GENERAL: readonly Format[] = ['insight', 'list', 'fact', 'question', 'steps', 'quote', 'story', 'tip'];

/**
 * The formats of a style: `own` ones are those that the template asks for; a `near` one is used, and recorded in the
 * post, when the sources have no material for them. Without a style, `first` draws one for each post.
 */
function formatsOf(style: Style, first: (formats: readonly Format[]) => Format | undefined): Formats {
  if (style !== 'general') return FORMATS_OF[style];
  return { own: [first(GENERAL) ?? 'insight'], near: ['insight', ...GENERAL] };
}

const FORMATS_OF: Record<Exclude<Style, 'general'>, Formats> = {
  quote: { own: ['quote'], near: ['insight', 'fact', 'story', 'list', 'steps'] },
  tips: { own: ['list', 'tip'], near: ['steps', 'insight', 'fact'] },
  how_to: { own: ['steps', 'tip'], near: ['list', 'insight', 'fact'] },
  question: { own: ['question'], near: ['insight', 'fact', 'story', 'list', 'steps'] },
  facts: { own: ['fact'], near: ['insight', 'story', 'list', 'steps'] },
  story: { own: ['story'], near: ['insight', 'fact', 'list', 'steps'] },
  opinion: { own: ['quote'], near: ['insight', 'fact', 'story', 'list', 'steps'] },
  insight: { own: ['insight'], near: ['fact', 'tip', 'story', 'list', 'steps'] },
};
