import type { ReadableSource } from '../post.ts';
import { chooseLanguage } from './languages/choose-language.ts';
import type { LanguagePack } from './languages/language-pack.ts';
import { type PassageFormat, preferenceFor } from './passage-preferences.ts';
import { findPassages, type Passage } from './passages.ts';
import { rankSentences } from './rank.ts';
import { readSentences, type Sentence } from './sentences.ts';
import { areNear, tokensOf } from './similarity.ts';

/** What the sources of one language offer, and what of it is still unused. */
export type Material = {
  pack: LanguagePack;
  sources: readonly ReadableSource[];
  ranks: ReadonlyMap<Sentence, number>;
  /** The best passage for a format that no post has touched yet. */
  passage(format: PassageFormat): Passage | undefined;
  /** Sentences that no post has used yet, in reading order. */
  unused(): Sentence[];
  use(what: { used: readonly Sentence[]; headings: readonly string[] }): void;
  /** Whether no post has used a heading yet, and no title says the same. */
  isFresh(heading: string): boolean;
};

/** One Material for each language among the sources. Sentences that stand in the captions to avoid count as used. */
export function gatherMaterial(
  sources: readonly ReadableSource[],
  niche: string,
  avoid: readonly string[],
): Material[] {
  const packs = sources.map((source) => chooseLanguage(source.text, source.language));
  const spent = avoid.map(simplify).join('\n');
  return [...new Map(packs.map((pack) => [pack.language, pack])).values()].map((pack) => {
    const all = sources.flatMap((source, index) =>
      packs[index]?.language === pack.language ? readSentences(source, index, pack) : [],
    );
    return openMaterial(pack, sources, withoutRepeats(all), niche, spent);
  });
}

function openMaterial(
  pack: LanguagePack,
  sources: readonly ReadableSource[],
  all: readonly Sentence[],
  niche: string,
  spent: string,
): Material {
  const used = new Set(all.filter((sentence) => spent.includes(simplify(sentence.text))));
  const headings = new Set<string>();
  const ranks = rankSentences(all, niche, pack);
  const passages = new Map<PassageFormat, Passage[]>();
  return {
    pack,
    sources,
    ranks,
    passage: (format) => {
      const found = passages.get(format) ?? findPassages(all, ranks, pack, preferenceFor(format, pack));
      passages.set(format, found);
      return found.find(({ sentences }) => sentences.every((sentence) => !used.has(sentence)));
    },
    unused: () => all.filter((sentence) => !used.has(sentence)),
    use: (what) => {
      for (const sentence of what.used) used.add(sentence);
      for (const heading of what.headings) headings.add(heading);
    },
    isFresh: (heading) =>
      !headings.has(heading) &&
      !spent.includes(simplify(heading)) &&
      !sources.some(({ title }) => areNear(tokensOf(title), tokensOf(heading))),
  };
}

/** Pages repeat themselves: a standfirst in the text, the same article under two addresses. */
function withoutRepeats(sentences: readonly Sentence[]): Sentence[] {
  const kept: { sentence: Sentence; tokens: Set<string> }[] = [];
  for (const sentence of sentences) {
    const tokens = tokensOf(sentence.text);
    if (!kept.some((other) => areNear(other.tokens, tokens))) kept.push({ sentence, tokens });
  }
  return kept.map(({ sentence }) => sentence);
}

function simplify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
