import type { ReadableSource } from '../post.ts';
import { siteOf } from '../sources/fetch-page.ts';
import type { Language } from './languages/language.ts';
import type { PhraseKind } from './languages/language-data.ts';
import type { Deck } from './seeded-deck.ts';
import type { Steps } from './slices.ts';
import { termsOf } from './text/measure.ts';
import { piecesOf } from './text/sentences.ts';

const CREDIT_TITLE_MAX_LENGTH = 110;
const FOOTER_MAX_LENGTH = 48;

/** Phrases around the sources' sentences. No hook repeats; calls to action repeat when all have been used. */
export type Phrasing = {
  niche: string;
  /** An opening that no post of this run has; null when all are used up, empty where the language has none. */
  hook(phrases: PhraseKind, n?: number): string | null;
  shortHook(): string;
  /** A title for a post with this hook: the hook alone says too little unless it names the niche. */
  title(hook: string): string;
  ask(phrases: PhraseKind): string;
  credit(source: ReadableSource): string;
  /** The small line at the foot of a card. */
  footer(source: ReadableSource): string;
  fill(phrase: string, n?: number): string;
  shuffle: Deck['shuffle'];
};

/**
 * `corpus` is the text of the sources in the language of `language`: it shows whether the niche is written small in the
 * middle of a sentence. A niche that they never mention, such as one in another language, is not woven into their
 * openings.
 */
export function* createPhrasing(niche: string, corpus: string, language: Language, deck: Deck): Steps<Phrasing> {
  const fitsNiche = corpus === '' || (yield* isMentioned(niche, corpus, language));
  const usedHooks = new Set<string>();
  const inner = language.capitalNouns ? niche : yield* inSentenceCase(niche, corpus);
  const fill = (phrase: string, n = 0) =>
    capitalise(
      withNonBreakingSpaces(phrase)
        .replaceAll('{niche}', () => inner)
        .replaceAll('{n}', String(n)),
    );
  return {
    niche,
    fill,
    shuffle: deck.shuffle,
    hook: (phrases, n) => {
      if (language.hooks[phrases].length === 0) return '';
      for (let drawn = deck.drawOnce(language.hooks[phrases]); drawn; drawn = deck.drawOnce(language.hooks[phrases])) {
        const hook = fill(drawn, n);
        if (usedHooks.has(hook) || (!fitsNiche && drawn.includes('{niche}'))) continue;
        usedHooks.add(hook);
        return hook;
      }
      return null;
    },
    shortHook: () => fill(language.shortListHook),
    title: (hook) => {
      const bare = hook.replace(/\s*[:：]$/, '');
      return /^$|[:：]/.test(bare) || bare.toLowerCase().includes(niche.toLowerCase())
        ? bare || niche
        : language.joinTitle.replace('{niche}', () => niche).replace('{hook}', () => bare);
    },
    ask: (phrases) => fill(deck.draw(language.callsToAction[phrases]) ?? ''),
    credit: (source) => language.credit.replace('{title}', () => creditName(source)),
    footer: (source) => {
      const site = siteOf(source.url);
      const name = isBareAddress(site) ? source.title : site;
      return name.length <= FOOTER_MAX_LENGTH ? name : '';
    },
  };
}

/** The niche as one line of plain words. */
export function tidyNiche(niche: string): string {
  return niche.replace(/[#<>{}|\s]+/g, ' ').trim();
}

function* isMentioned(niche: string, corpus: string, language: Language): Steps<boolean> {
  const said = corpus.toLowerCase();
  if (said.includes(niche.toLowerCase())) return true;
  const wanted = new Set(termsOf(niche.toLowerCase(), language).filter((word) => !language.stopwords.has(word)));
  for (const piece of piecesOf(said)) {
    if (termsOf(piece, language).some((word) => wanted.has(word))) return true;
    yield;
  }
  return false;
}

function creditName(source: ReadableSource): string {
  return source.title && source.title.length <= CREDIT_TITLE_MAX_LENGTH ? source.title : siteOf(source.url);
}

function isBareAddress(site: string): boolean {
  return /^(localhost|\d+\.\d+\.\d+\.\d+|\[)/.test(site);
}

/** "Night Trains" becomes "night trains" where the sources write all its words small; "Paris trips" stays. */
function* inSentenceCase(niche: string, corpus: string): Steps<string> {
  const small = new Set<string>();
  for (const piece of piecesOf(corpus)) {
    for (const [word] of piece.matchAll(/(?<!\p{L})\p{Ll}[\p{L}\p{N}'’-]*/gu)) small.add(word);
    yield;
  }
  if (niche.split(' ').every((word) => small.has(word.toLowerCase()))) return niche.toLowerCase();
  const [first = '', ...rest] = niche.split(' ');
  const isSentenceCase = rest.length > 0 && rest.every((word) => word === word.toLowerCase());
  const isName = corpus === '' || new RegExp(`\\p{Ll} ${first.replace(/[^\p{L}]/gu, '.')}`, 'u').test(corpus);
  return isSentenceCase && !isName ? niche.charAt(0).toLowerCase() + niche.slice(1) : niche;
}

/** French keeps its double marks on the line of their word. */
function withNonBreakingSpaces(phrase: string): string {
  return phrase.replace(/ (?=[?!:;»])|(?<=«) /g, '\u00a0');
}

function capitalise(text: string): string {
  return text.replace(/^([¿¡“«„"]*)(\p{Ll})/u, (_, quote: string, letter: string) => quote + letter.toUpperCase());
}
