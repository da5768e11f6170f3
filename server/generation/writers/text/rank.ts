import { termsOf } from '../../text/measure.ts';
import type { Language } from '../languages/language.ts';
import type { Steps } from '../slices.ts';
import type { Sentence } from './sentences.ts';

const DAMPING = 0.85;
const ROUNDS = 25;
/** In the supported languages, inflected forms mostly share their beginning. */
const STEM_LENGTH = 6;

/** The stems of a text's significant words. */
export function stemsOf(text: string, language: Language): Set<string> {
  const stems = new Set<string>();
  for (const word of termsOf(text.toLowerCase(), language)) {
    if (!language.stopwords.has(word)) stems.add(word.slice(0, STEM_LENGTH));
  }
  return stems;
}

/**
 * How central each sentence is to its source, from 0 to 1 (TextRank: sentences that share words with high-ranking ones
 * rank high), boosted for words of the niche. Sources are ranked separately, so that a longer one does not dominate.
 */
export function* rankSentences(
  sentences: readonly Sentence[],
  niche: string,
  language: Language,
): Steps<Map<Sentence, number>> {
  const ranks = new Map<Sentence, number>();
  for (const source of new Set(sentences.map((sentence) => sentence.source))) {
    const own = sentences.filter((sentence) => sentence.source === source);
    const bags: Set<string>[] = [];
    for (const sentence of own) {
      bags.push(stemsOf(sentence.text, language));
      yield;
    }
    const scores = yield* textRank(bags);
    const wanted = stemsOf(niche, language);
    const highest = Math.max(...scores, Number.EPSILON);
    for (const [index, sentence] of own.entries()) {
      const onTopic = [...(bags[index] ?? [])].some((stem) => wanted.has(stem));
      ranks.set(sentence, Math.min(1, ((scores[index] ?? 0) / highest) * (onTopic ? 1.2 : 1)));
    }
  }
  return ranks;
}

function* textRank(bags: readonly Set<string>[]): Steps<number[]> {
  const weights: number[][] = [];
  for (const [i, a] of bags.entries()) {
    weights.push(bags.map((b, j) => (i === j ? 0 : overlap(a, b))));
    yield;
  }
  const outgoing = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  let scores = bags.map(() => 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    yield;
    scores = bags.map((_, i) => {
      const received = scores.reduce((sum, score, j) => {
        const total = outgoing[j] ?? 0;
        return total > 0 ? sum + (score * (weights[j]?.[i] ?? 0)) / total : sum;
      }, 0);
      return 1 - DAMPING + DAMPING * received;
    });
  }
  return scores;
}

function overlap(a: Set<string>, b: Set<string>): number {
  if (a.size < 2 || b.size < 2) return 0;
  let common = 0;
  for (const stem of a) if (b.has(stem)) common += 1;
  return common / (Math.log(a.size) + Math.log(b.size));
}
