import type { ReadableSource } from '../../post.ts';
import { isForeign } from '../languages/choose-language.ts';
import type { Language } from '../languages/language.ts';
import type { Steps } from '../slices.ts';
import { asReported } from './first-person.ts';
import { isWholeSentence, MAX_SENTENCES, sentencesOf } from './split-sentences.ts';

/** A sentence of a source with its position. */
export type Sentence = {
  /** As used in a post. */
  text: string;
  /** As written in the source. */
  original: string;
  /** Index of the source in the request. */
  source: number;
  /** The heading above it, without its `## `. */
  section: string | null;
  /** Blocks between it and its heading: 0 directly below. A heading describes its first block. */
  blocksBelowHeading: number;
  kind: 'paragraph' | 'bullet' | 'step';
  /** The block of the source it belongs to, and its index there. */
  block: number;
  indexInBlock: number;
  /** Its number in the source's list, 1-based; 0 outside lists. */
  nthItem: number;
  /** The number of items in its list, including those without sentences. */
  ofItems: number;
  /** The sentence before it in the source was left out. */
  isAfterGap: boolean;
  /** Whether it mentions something that was introduced earlier: a surname alone, “the council”. */
  namesKnown: boolean;
  isQuestion: boolean;
  /** Whether it is in a narrative paragraph, in which a single sentence lacks context. */
  isNarrative: boolean;
  /** The speaker named in a line below the quotation. */
  speaker: string | null;
};

/** Number of leading letters compared to find the first mention of a noun, because endings differ. */
const GIVEN_STEM_LENGTH = 7;

/** Maximum blocks read: a page of fragments has many without a sentence. */
const MAX_BLOCKS = 2000;

/** The line under a quotation: — Ana Lima, baker. */
const SPEAKER = /^[—–―-]+\s*(\p{Lu}[^!?\n]{1,80}[^.!?]|\p{Lo}[^。！？]{1,40})$/u;

/** Whether a text consists only of a quotation. */
export function isQuotation(text: string): boolean {
  return /^(["“„»「]|« ?)[^"“”„«»「」]+([”“"«」]| ?»)[.。]?$/u.test(text);
}

/**
 * All usable sentences of a source, in reading order. Blocks are split at omitted sentences, so that adjacent sentences
 * of a block are also adjacent in the source.
 */
export function* readSentences(source: ReadableSource, index: number, language: Language): Steps<Sentence[]> {
  const found: Sentence[] = [];
  const surnames = surnamesIn(source.text, language);
  const raws = source.text.split(/\n{2,}/).slice(0, MAX_BLOCKS);
  const lengths = listLengths(raws);
  let told = '';
  const namesGiven = (text: string, titles: string) => {
    const stem = language.definite?.exec(text)?.[1]?.toLowerCase().slice(0, GIVEN_STEM_LENGTH);
    return stem !== undefined && told.includes(stem) && !titles.toLowerCase().includes(stem);
  };
  let nthItem = 0;
  let section: string | null = null;
  let block = 0;
  let below = -1;
  for (const [at, raw] of raws.entries()) {
    if (found.length >= MAX_SENTENCES) break;
    if (raw.startsWith('## ')) {
      section = raw.slice(3).trim();
      below = -1;
      nthItem = 0;
      continue;
    }
    const last = found.at(-1);
    const speaker = SPEAKER.exec(raw)?.[1];
    if (speaker && last?.block === block && isQuotation(last.text)) {
      last.speaker = speaker;
      continue;
    }
    const mark = markOf(raw);
    const kind = mark === '' ? 'paragraph' : mark === '- ' ? 'bullet' : 'step';
    nthItem = kind === 'paragraph' ? 0 : kind === 'step' ? Number.parseInt(mark, 10) : nthItem + 1;
    block += 1;
    below += 1;
    let place = 0;
    let isAfterGap = false;
    told += raws[at - 1]?.toLowerCase() ?? '';
    for (const original of yield* sentencesOf(raw.slice(mark.length), language)) {
      yield;
      const text = usable(original, language);
      if (text === null) {
        block += 1;
        place = 0;
        isAfterGap = true;
        continue;
      }
      const isQuestion = language.question.test(text);
      found.push({
        text,
        original,
        source: index,
        section,
        blocksBelowHeading: below,
        kind,
        block,
        indexInBlock: place,
        nthItem,
        ofItems: lengths[at] ?? 0,
        isAfterGap,
        namesKnown: namesOneOf(surnames, original) || namesGiven(original, `${source.title} ${section ?? ''}`),
        isQuestion,
        isNarrative: false,
        speaker: null,
      });
      place += 1;
      isAfterGap = false;
    }
  }
  return markNarrative(found.slice(0, MAX_SENTENCES), language);
}

function markOf(raw: string): string {
  return /^(- |\d+\. )/.exec(raw)?.[1] ?? '';
}

/** For each block, the length of its list; a numbered list restarts at 1. */
function listLengths(raws: readonly string[]): number[] {
  const lists: number[] = [];
  const listOf = raws.map((raw, at) => {
    const mark = markOf(raw);
    if (mark === '') return -1;
    const before = markOf(raws[at - 1] ?? '');
    const continues = before !== '' && (mark === '- ') === (before === '- ') && mark !== '1. ';
    if (!continues) lists.push(0);
    lists[lists.length - 1] = (lists.at(-1) ?? 0) + 1;
    return lists.length - 1;
  });
  return listOf.map((list) => lists[list] ?? 0);
}

/** A sentence in the form that a post may use; null if unsuitable. */
function usable(text: string, language: Language): string | null {
  const isOut =
    !isWholeSentence(text) ||
    isForeign(text, language) ||
    language.boilerplate.test(text) ||
    language.announcing.test(text) ||
    language.stale.test(text);
  return isOut ? null : asReported(text, language);
}

/** Names of people and companies, of two words or more. */
const FULL_NAME = /\p{Lu}[\p{L}'’-]+(?: (?:(?:de|da|van|von|di|la) )?\p{Lu}[\p{L}'’-]+)+/gu;

/**
 * Surnames from full names. Used alone, they refer to someone already introduced. Empty for German, in which all nouns
 * are capitalised.
 */
function surnamesIn(text: string, { capitalNouns, stopwords }: Language): ReadonlySet<string> {
  if (capitalNouns) return new Set();
  const names = [...text.matchAll(FULL_NAME)].map(([name]) => name.split(' '));
  const full = names.filter(([first = '']) => !stopwords.has(first.toLowerCase()));
  return new Set(full.map((words) => words.at(-1) ?? ''));
}

function namesOneOf(surnames: ReadonlySet<string>, text: string): boolean {
  if (surnames.size === 0) return false;
  const names = [...text.matchAll(/(?:\p{Lu}[\p{L}'’-]+ (?:(?:de|da|van|von|di|la) )?)*\p{Lu}[\p{L}'’-]+/gu)].map(
    ([name]) => name,
  );
  return names.some((name) => !name.includes(' ') && surnames.has(name.replace(/['’]s$/, '')));
}

/** Share of past-tense sentences at which a paragraph counts as narrative. */
export const NARRATIVE_SHARE = 0.7;

function markNarrative(sentences: Sentence[], language: Language): Sentence[] {
  const told = new Map<number, boolean>();
  for (const block of new Set(sentences.map((sentence) => sentence.block))) {
    const own = sentences.filter((sentence) => sentence.block === block);
    const past = own.filter((sentence) => language.narrative.test(sentence.text)).length;
    told.set(block, own.length >= 3 && past >= own.length * NARRATIVE_SHARE);
  }
  return sentences.map((sentence) => ({ ...sentence, isNarrative: told.get(sentence.block) ?? false }));
}
