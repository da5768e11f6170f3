import type { SnippetPart } from './memory.ts';

/** Characters of a snippet, about. */
const SNIPPET_LENGTH = 180;
/** Characters before the first match. */
const LEAD_LENGTH = 50;

/**
 * The part of a text in which the words of a search first stand, in pieces: what is shown between them is never markup.
 * Words match as the database matches them: without case and accents, and by their beginnings.
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

/** The words of a text, folded; each sign of a script without spaces is one. */
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
