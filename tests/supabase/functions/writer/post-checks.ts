import { expect } from 'vitest';
import { checkText } from '../../../../shared/platform-limits.ts';
import { PLATFORM_IDS } from '../../../../shared/platforms.ts';
import type { ReadableSource, WrittenPost } from '../../../../supabase/functions/auto-generate-content/post.ts';
import { chooseLanguage } from '../../../../supabase/functions/auto-generate-content/writer/languages/choose-language.ts';
import { splitSentences } from '../../../../supabase/functions/auto-generate-content/writer/sentences.ts';

const MARKUP = /<\/?[a-z]|&#?\w+;|https?:|www\.|\*\*|^## |^- |\[\d|\bundefined\b|\bnull\b|\{\w+\}|[^\S\n]{2,}|\ufffd/im;
/** The words of the site, not of the article, in all languages of the fixtures. */
const SITE =
  /cookie|クッキー|newsletter|メルマガ|subscribe|suscr[ií]b|abonne[zr]|abonnier|assine a|affiliate|advertisement|publicidad|publicité|anzeige:|広告|all rights|derechos reservados|droits réservés|direitos reservados|無断|photo:|foto:|写真＝|read more|lee también|lire aussi|leia também|comments? \(|GLOW20/i;
/** The people who wrote the articles. */
const AUTHORS =
  /Whitlock|Ivo Marsh|Hannah Price|Torres|Brannigan|Garrick|Lucía Ferrer|Ximena|Katrin Voss|Marchand|Lemaire|Marina Couto|Rafael Nunes|佐伯|高木|小野寺/;
const SENTENCE_START = /^(["“„'¿¡「『（(]|«\s?)*[\p{Lu}\p{N}\p{Lo}]/u;
const SENTENCE_END = /[.!?。！？](["”“’」』）)]|\s?»)*$/u;
const CUT_OFF = /(…|\.\.\.)$/;

/** The lines of a caption without the numbers of a list. */
function linesOf(caption: string): string[] {
  return caption
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replace(/^\d+\. /, ''));
}

/** Every line is a whole sentence, or a heading that stands so in the source, or the hook, or the credit. */
export function expectWholeSentences(post: WrittenPost, source: ReadableSource): void {
  const [hook = '', ...lines] = linesOf(post.caption);
  expect(hook).toMatch(/[\p{L}\p{N}.!?:：。？]["”“»」]?$/u);
  for (const line of lines) {
    if (line.endsWith(source.title) || source.text.includes(`## ${line}`)) continue;
    expect(line).toMatch(SENTENCE_START);
    expect(line).toMatch(SENTENCE_END);
    expect(line).not.toMatch(CUT_OFF);
    expectBalanced(line);
  }
}

function expectBalanced(line: string): void {
  const count = (marks: string) => [...line].filter((mark) => marks.includes(mark)).length;
  expect(count('(（'), line).toBe(count(')）'));
  expect(count('«「『'), line).toBe(count('»」』'));
  if (line.includes('„')) expect(count('„'), line).toBe(count('“”'));
  else expect(count('“'), line).toBe(count('”'));
  expect(count('"') % 2, line).toBe(0);
}

/** Nothing of the page around the article: no markup, cookies, calls to subscribe, names of authors. */
export function expectNoClutter(post: WrittenPost): void {
  expect(post.caption).not.toMatch(MARKUP);
  expect(post.caption).not.toMatch(SITE);
  expect(post.caption).not.toMatch(AUTHORS);
}

/** The source's sentences begin the post in a way that a stranger understands: no pronoun or connective that points back, nothing tied to a day. */
export function expectStandsAlone(post: WrittenPost, source: ReadableSource): void {
  const pack = chooseLanguage(source.text, source.language);
  for (const { passage } of post.sources) expect(passage).not.toMatch(pack.stale);
  const [first] = splitSentences(post.sources[0]?.passage ?? '', pack);
  if (first) expect(first).not.toMatch(pack.dangling);
}

/** What a post claims stands word for word in the source and in the caption. */
export function expectSourced(post: WrittenPost, source: ReadableSource): void {
  const flat = (text: string) => text.replace(/\n+(\d+\. )?|\s/g, '');
  for (const { url, passage } of post.sources) {
    expect(url).toBe(source.url);
    expect(source.text).toContain(passage);
    expect(flat(post.caption)).toContain(flat(passage));
  }
}

/** Three to eight tags, each once, whole words with their accents, the niche first, nothing but common words in none. */
export function expectFittingHashtags(post: WrittenPost, niche: string, source: ReadableSource): void {
  const pack = chooseLanguage(source.text, source.language);
  const known = simplify(`${niche} ${source.text} ${pack.tagPhrases.join(' ')}`);
  expect(post.hashtags.length).toBeGreaterThanOrEqual(3);
  expect(post.hashtags.length).toBeLessThanOrEqual(8);
  expect(new Set(post.hashtags.map((tag) => tag.toLowerCase())).size).toBe(post.hashtags.length);
  expect(simplify(post.hashtags[0] ?? '')).toBe(simplify(niche));
  for (const tag of post.hashtags) {
    expect(tag).toMatch(/^#[\p{L}\p{N}\p{M}ー]{2,28}$/u);
    expect(pack.stopwords.has(tag.slice(1).toLowerCase()), tag).toBe(false);
    const words = tag.slice(1).split(/(?=\p{Lu})/u);
    for (const word of words) expect(known).toContain(simplify(word).replaceAll(simplify(niche), ''));
  }
}

/** The text for each platform keeps to its limits and says nothing that the caption does not say. */
export function expectWithinLimits(post: WrittenPost): void {
  for (const platform of PLATFORM_IDS) {
    const text = post.alternatives[platform];
    expect(text?.caption, platform).toMatch(/\p{L}/u);
    const { isTooLong, hasTooManyHashtags, hasBadTitle } = checkText(
      platform,
      text?.caption ?? '',
      text?.hashtags ?? [],
    );
    expect({ platform, isTooLong, hasTooManyHashtags, hasBadTitle }).toEqual({
      platform,
      isTooLong: false,
      hasTooManyHashtags: false,
      hasBadTitle: false,
    });
    for (const line of linesOf(text?.caption ?? '').slice(1)) expect(post.caption).toContain(line);
  }
}

function simplify(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}ー]+/gu, '');
}
