import type { SnippetPart } from './memory.ts';

/** Approximate length of a snippet, in characters. */
const SNIPPET_LENGTH = 180;
/** Maximum characters before the first match. */
const LEAD_LENGTH = 50;

/**
 * The part of a text with the first words that match a search, split into pieces so that no markup is needed to
 * highlight them. Words match as in the database: ignoring case and accents, and by their beginnings.
 */
export function snippetOf(text: string, query: string): SnippetPart[] {
  const line = text.replace(/\s+/g, ' ').trim();
  const wanted = wordsIn(query).map(({ word }) => word);
  const found = wordsIn(line).filter(({ word }) => wanted.some((one) => isMatch(word, one)));
  const first = found[0]?.from ?? 0;
  const from = first <= LEAD_LENGTH ? 0 : wordStart(line, first - LEAD_LENGTH);
  const until = line.length - from <= SNIPPET_LENGTH ? line.length : wordEnd(line, from + SNIPPET_LENGTH);
  const parts: SnippetPart[] = [];
  const add = (piece: string, match: boolean) => piece && parts.push({ text: piece, isMatch: match });
  let at = from;
  for (const match of found.filter((one) => one.to <= until)) {
    add(`${at === from && from > 0 ? '…' : ''}${line.slice(at, match.from)}`, false);
    add(line.slice(match.from, match.to), true);
    at = match.to;
  }
  add(`${at === from && from > 0 ? '…' : ''}${line.slice(at, until)}${until < line.length ? '…' : ''}`, false);
  return parts;
}

type Word = { word: string; from: number; to: number };

const SIGNS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Myanmar}\p{sc=Khmer}]/u;

/** The words of a text without case and accents. In scripts without spaces, each character is a word. */
function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (!SIGNS.test(word)) words.push({ word: folded(word), from: index, to: index + word.length });
    else {
      let at = index;
      for (const sign of word) {
        words.push({ word: folded(sign), from: at, to: at + sign.length });
        at += sign.length;
      }
    }
  }
  return words;
}

function folded(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

function isMatch(word: string, wanted: string): boolean {
  return wanted.length > 2 ? word.startsWith(wanted) : word === wanted;
}

function wordStart(text: string, near: number): number {
  return text.lastIndexOf(' ', near) + 1;
}

function wordEnd(text: string, near: number): number {
  const end = text.indexOf(' ', near);
  return end === -1 || end - near > 40 ? near : end;
}
