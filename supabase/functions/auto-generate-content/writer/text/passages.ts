import type { Language } from '../languages/language.ts';
import type { Steps } from '../slices.ts';
import { joinSentences, textWidth, wordCount } from './measure.ts';
import type { Sentence } from './sentences.ts';

/**
 * Neighbouring sentences of one paragraph whose first one is understood without what stood before it. `isWhole`: it
 * goes on to the end of the paragraph.
 */
export type Passage = { sentences: Sentence[]; text: string; isWhole: boolean; score: number };

/** What a format asks of its passages: sizes in sentences and letters (textWidth), and a factor of its own. */
export type PassagePreference = {
  sentences: readonly [number, number];
  width: readonly [number, number];
  prefer?: (passage: Omit<Passage, 'score'>) => number;
};

const LEAD_MIN_WORDS = 6;

/** How well a sentence is understood by itself: 0 not at all, 1 fully. */
export function standaloneScore(sentence: Sentence, language: Language): number {
  if (sentence.isQuestion || wordCount(sentence.text) < LEAD_MIN_WORDS || language.dangling.test(sentence.text))
    return 0;
  if (!language.leaning.test(sentence.text)) return 1;
  return sentence.indexInBlock === 0 ? 0.8 : 0.5;
}

/** All passages of the wished size, best first. List items are left to lists. */
export function* findPassages(
  sentences: readonly Sentence[],
  ranks: ReadonlyMap<Sentence, number>,
  language: Language,
  preference: PassagePreference,
): Steps<Passage[]> {
  const passages: Passage[] = [];
  const widths = new Map(sentences.map((sentence) => [sentence, textWidth(sentence.text)]));
  for (const [start, lead] of sentences.entries()) {
    yield;
    const stands = standaloneScore(lead, language);
    if (lead.kind !== 'paragraph' || stands === 0) continue;
    for (const run of runsFrom(sentences, start, preference.sentences)) {
      const width = run.reduce((sum, sentence) => sum + (widths.get(sentence) ?? 0), run.length - 1);
      if (width < preference.width[0] || width > preference.width[1]) continue;
      const text = joinSentences(run.map((sentence) => sentence.text));
      const isWhole = sentences[start + run.length]?.block !== lead.block;
      const rank = run.reduce((sum, sentence) => sum + (ranks.get(sentence) ?? 0), 0) / run.length;
      const opening = lead.indexInBlock === 0 ? 1.15 : 1;
      const score = stands * opening * (0.4 + rank) * (preference.prefer?.({ sentences: run, text, isWhole }) ?? 1);
      if (score > 0) passages.push({ sentences: run, text, isWhole, score });
    }
  }
  return passages.sort((a, b) => b.score - a.score);
}

/** The runs of neighbours that begin at `start`, shortest first. */
function runsFrom(
  sentences: readonly Sentence[],
  start: number,
  [least, most]: readonly [number, number],
): Sentence[][] {
  const runs: Sentence[][] = [];
  const run: Sentence[] = [];
  for (const sentence of sentences.slice(start, start + most)) {
    const last = run.at(-1);
    if (
      last &&
      (last.block !== sentence.block ||
        last.source !== sentence.source ||
        last.indexInBlock + 1 !== sentence.indexInBlock)
    )
      break;
    run.push(sentence);
    if (run.length >= least && !sentence.isQuestion) runs.push([...run]);
  }
  return runs;
}
