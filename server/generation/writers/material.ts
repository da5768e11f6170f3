import type { ReadableSource } from '../post.ts';
import { chooseLanguage } from './languages/choose-language.ts';
import type { Language } from './languages/language.ts';
import type { Steps } from './slices.ts';
import { type PassageFormat, preferenceFor } from './text/passage-preferences.ts';
import { findPassages, type Passage } from './text/passages.ts';
import { rankSentences, stemsOf } from './text/rank.ts';
import { readSentences, type Sentence } from './text/sentences.ts';
import { areNear, tokensOf } from './text/similarity.ts';

/** The material in one language: the sources' sentences and headings, and which of them are still unused. */
export type Material = {
  language: Language;
  sources: readonly ReadableSource[];
  ranks: ReadonlyMap<Sentence, number>;
  /** The stems that a source repeats most. */
  topicsOf(source: number): ReadonlySet<string>;
  /** The best unused passage for a format. */
  passage(format: PassageFormat): Steps<Passage | undefined>;
  /** Unused sentences in reading order. */
  unused(): Sentence[];
  markUsed(what: { used: readonly Sentence[]; headings: readonly string[] }): void;
  /** Whether a heading is unused and differs from every title. */
  isUnusedHeading(heading: string): boolean;
};

/** Returns one Material for each language among the sources. Sentences in the captions to avoid count as used. */
export function* gatherMaterial(
  sources: readonly ReadableSource[],
  niche: string,
  avoid: readonly string[],
): Steps<Material[]> {
  const languages = sources.map((source) => chooseLanguage(source.text, source.language));
  const spent = avoid.map(simplify).join('\n');
  const materials: Material[] = [];
  for (const language of new Map(languages.map((language) => [language.tag, language])).values()) {
    const all: Sentence[] = [];
    for (const [index, source] of sources.entries()) {
      if (languages[index]?.tag === language.tag) all.push(...(yield* readSentences(source, index, language)));
    }
    materials.push(yield* createMaterial(language, sources, yield* withoutRepeats(all), niche, spent));
  }
  return materials;
}

function* createMaterial(
  language: Language,
  sources: readonly ReadableSource[],
  all: readonly Sentence[],
  niche: string,
  spent: string,
): Steps<Material> {
  const used = new Set<Sentence>();
  for (const sentence of all) {
    if (spent.includes(simplify(sentence.text))) used.add(sentence);
    yield;
  }
  const headings = new Set<string>();
  const ranks = yield* rankSentences(all, niche, language);
  const passages = new Map<PassageFormat, Passage[]>();
  const topics = new Map<number, ReadonlySet<string>>();
  for (const source of new Set(all.map((sentence) => sentence.source))) {
    topics.set(
      source,
      yield* repeatedStems(
        all.filter((sentence) => sentence.source === source),
        language,
      ),
    );
  }
  return {
    language,
    sources,
    ranks,
    topicsOf: (source) => topics.get(source) ?? new Set(),
    *passage(format) {
      const found =
        passages.get(format) ?? (yield* findPassages(all, ranks, language, preferenceFor(format, language)));
      passages.set(format, found);
      return found.find(({ sentences }) => sentences.every((sentence) => !used.has(sentence)));
    },
    unused: () => all.filter((sentence) => !used.has(sentence)),
    markUsed: (what) => {
      for (const sentence of what.used) used.add(sentence);
      for (const heading of what.headings) headings.add(heading);
    },
    isUnusedHeading: (heading) =>
      !headings.has(heading) &&
      !spent.includes(simplify(heading)) &&
      !sources.some(({ title }) => areNear(tokensOf(title), tokensOf(heading))),
  };
}

const TOPICS_MAX = 5;

/** The stems that occur in the most sentences, and in at least two. */
function* repeatedStems(sentences: readonly Sentence[], language: Language): Steps<ReadonlySet<string>> {
  const counts = new Map<string, number>();
  for (const { text } of sentences) {
    for (const stem of stemsOf(text, language)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    yield;
  }
  const repeated = [...counts].filter(([, count]) => count > 1).sort(([, a], [, b]) => b - a);
  return new Set(repeated.slice(0, TOPICS_MAX).map(([stem]) => stem));
}

/**
 * Drops near-duplicates, because pages repeat themselves: a standfirst in the text, the same article at two addresses.
 */
function* withoutRepeats(sentences: readonly Sentence[]): Steps<Sentence[]> {
  const kept: { sentence: Sentence; tokens: Set<string> }[] = [];
  for (const sentence of sentences) {
    const tokens = tokensOf(sentence.text);
    if (!kept.some((other) => areNear(other.tokens, tokens))) kept.push({ sentence, tokens });
    yield;
  }
  return kept.map(({ sentence }) => sentence);
}

function simplify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
