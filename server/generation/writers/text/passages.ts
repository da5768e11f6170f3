import { joinSentences, textWidth, wordCount } from '../../text/measure.ts';
import type { Language } from '../languages/language.ts';
import type { Steps } from '../slices.ts';
import type { Sentence } from './sentences.ts';

/**
 * Adjacent sentences of a paragraph; the first one needs no context. `isWhole`: the passage extends to the end of the
 * paragraph.
 */
export type Passage = { sentences: Sentence[]; text: string; isWhole: boolean; score: number };

/** What a format requires of passages: sizes in sentences and letters (textWidth), and a score factor. */
export type PassagePreference = {
  sentences: readonly [number, number];
  width: readonly [number, number];
  prefer?: (passage: Omit<Passage, 'score'>) => number;
};

const LEAD_MIN_WORDS = 6;
/** Score factor of passages at the start of a paragraph. */
const OPENING_FACTOR = 1.8;
/** Score factor of passages that extend to the end of a paragraph. */
const WHOLE_FACTOR = 1.25;

/** Whether a sentence can be understood without context. */
export function standsAlone(sentence: Sentence, language: Language): boolean {
  const { text, isQuestion, namesKnown, isNarrative, indexInBlock, isAfterGap } = sentence;
  // In the middle of a story, everything depends on its beginning.
  if (isQuestion || namesKnown || (isNarrative && indexInBlock > 0) || wordCount(text) < LEAD_MIN_WORDS) return false;
  if (language.dangling.test(text) || language.leaning.test(text)) return false;
  // For an unknown language, only the position is an indication.
  return language.isKnown || (indexInBlock === 0 && !isAfterGap);
}

/** All passages of the required size, best first. List items are excluded; they are for lists. */
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
    if (lead.kind !== 'paragraph' || !standsAlone(lead, language)) continue;
    for (const run of runsFrom(sentences, start, preference.sentences)) {
      const width = run.reduce((sum, sentence) => sum + (widths.get(sentence) ?? 0), run.length - 1);
      if (width < preference.width[0] || width > preference.width[1]) continue;
      const text = joinSentences(run.map((sentence) => sentence.text));
      const isWhole = sentences[start + run.length]?.block !== lead.block;
      const rank = run.reduce((sum, sentence) => sum + (ranks.get(sentence) ?? 0), 0) / run.length;
      const opening = lead.indexInBlock === 0 && !lead.isAfterGap ? OPENING_FACTOR : 1;
      const score =
        opening *
        (isWhole ? WHOLE_FACTOR : 1) *
        (0.4 + rank) *
        (preference.prefer?.({ sentences: run, text, isWhole }) ?? 1);
      if (score > 0) passages.push({ sentences: run, text, isWhole, score });
    }
  }
  return passages.sort((a, b) => b.score - a.score);
}

/** The runs of adjacent sentences from `start`, shortest first. */
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
