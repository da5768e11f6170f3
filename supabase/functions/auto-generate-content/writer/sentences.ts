import type { ReadableSource } from '../post.ts';
import type { LanguagePack } from './languages/language-pack.ts';

/** A sentence of a source and where it stood. */
export type Sentence = {
  text: string;
  /** Index of the source in the request. */
  source: number;
  /** The heading above it, without its mark. */
  section: string | null;
  /** How many blocks stand between it and its heading; a heading speaks for the first block. */
  below: number;
  kind: 'paragraph' | 'bullet' | 'step';
  /** Which block of the source it belongs to, and its place in there. */
  block: number;
  place: number;
  isQuestion: boolean;
};

/** Longest article part that is looked at, in sentences: ranking compares every pair. */
const MAX_SENTENCES = 400;

/** All sentences of a source that may stand in a post, in reading order. A block is broken where a sentence was left out, so that neighbours in a block were neighbours in the source. */
export function readSentences(source: ReadableSource, index: number, pack: LanguagePack): Sentence[] {
  const found: Sentence[] = [];
  let section: string | null = null;
  let block = 0;
  let below = -1;
  for (const raw of source.text.split(/\n{2,}/)) {
    if (raw.startsWith('## ')) {
      section = raw.slice(3).trim();
      below = -1;
      continue;
    }
    const [, mark = ''] = /^(- |\d+\. )/.exec(raw) ?? [];
    const kind = mark === '' ? 'paragraph' : mark === '- ' ? 'bullet' : 'step';
    block += 1;
    below += 1;
    let place = 0;
    for (const text of splitSentences(raw.slice(mark.length), pack)) {
      if (!isWholeSentence(text) || pack.boilerplate.test(text)) {
        block += 1;
        place = 0;
        continue;
      }
      const isQuestion = /[?？]["”»’')]*$/.test(text);
      found.push({ text, source: index, section, below, kind, block, place, isQuestion });
      place += 1;
    }
  }
  return found.slice(0, MAX_SENTENCES);
}

/** Sentences by Intl.Segmenter, put together again where it broke after an abbreviation. */
export function splitSentences(text: string, pack: LanguagePack): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of new Intl.Segmenter(pack.language, { granularity: 'sentence' }).segment(text)) {
    open += segment;
    if (pack.abbreviation.test(open.trimEnd()) || /(^|[\s(])\p{L}\.$/u.test(open.trimEnd())) continue;
    sentences.push(open.trim());
    open = '';
  }
  if (open.trim()) sentences.push(open.trim());
  return sentences.filter(Boolean);
}

/** Whether a text is one complete, clean sentence: capital, full stop, balanced quotes, no addresses or markup, neither a scrap nor a monster. */
export function isWholeSentence(text: string): boolean {
  if (text.length > 300 || wordCount(text) < 3) return false;
  if (!/^["“„«‘'¿¡(「]*[\p{Lu}\p{N}\p{Lo}]/u.test(text)) return false;
  if (!/[.!?。！？]["”“»’')\]」]*$/u.test(text) || /(\.\.\.|…)["”“»’')\]」]*$/.test(text)) return false;
  if (/[<>{}|\\^~`\u2022\ufffd]|https?:|www\.|\S@\S|&#?\w+;|\[\d*\]|(^|\s)[#@]\w|\S{40,}/.test(text)) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase()).length;
  return capitals <= letters.length * 0.4 && isBalanced(text);
}

/** Words, or pairs of characters in writing without spaces. */
export function wordCount(text: string): number {
  const unspaced = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  return unspaced > 0 ? Math.ceil(unspaced / 2) : text.split(/\s+/).length;
}

function isBalanced(text: string): boolean {
  const count = (characters: string) => [...text].filter((character) => characters.includes(character)).length;
  const german = text.includes('„');
  return (
    count('(') === count(')') &&
    count('[') === count(']') &&
    count('"') % 2 === 0 &&
    (german ? count('„') === count('“”') : count('“') === count('”')) &&
    count('«') === count('»') &&
    count('「') === count('」')
  );
}
