import type { ReadableSource } from '../../../../../server/generation/post.ts';
import { linkTo } from '../../../../../server/generation/writers/credit.ts';
import type { Language } from '../../../../../server/generation/writers/languages/language.ts';
import { splitSentences } from '../../../../../server/generation/writers/text/split-sentences.ts';
import { type Check, eachPost, isPhrase, linesOf, packsOf, sourceAt, sourceOf } from './run.ts';

const MARKUP = /<\/?[a-z]|&#?\w+;|https?:|www\.|\*\*|^## |^- |\[\d|\bundefined\b|\bnull\b|\{\w+\}|[^\S\n]{2,}|\ufffd/im;
/** Words of the site around an article, in all languages of the fixtures. */
const SITE =
  /cookie|クッキー|newsletter|infolettre|メルマガ|subscribe|suscr[ií]b|abonne[zr]|abonnier|assine a|subscreva|cadastre-se|affiliate|advertisement|publicidad|publicité|publicidade|anzeige:|広告|スポンサー|all rights|derechos reservados|droits réservés|direitos reservados|無断|photo:|foto:|写真＝|read more|lee también|leé también|lire aussi|leia também|veja também|comments? \(|comentarios \(|GLOW20|impressum|comparte est|compartila|compartir en/i;
/** The authors of the articles. */
const AUTHORS =
  /Whitlock|Ivo Marsh|Hannah Price|Torres|Brannigan|Garrick|Lucía Ferrer|Ximena|Katrin Voss|Marchand|Lemaire|Marina Couto|Rafael Nunes|佐伯|高木|小野寺|Salvatierra|Urrutia|Nuria Bayo|Achával|Moosbrugger|Lohmann|Hufnagel|Kermarrec|Aubry|Thibodeau|Bertolucci|Mesquita|Falcão|Teles|長谷川|今井|桐谷/;
const SENTENCE_START = /^(["“„»'¿¡「『（(]|«\s?)*[\p{Lu}\p{N}\p{Lo}]/u;
const SENTENCE_END = /[.!?。！？](["”“«’」』）)]|\s?»)*( — .+)?$/u;
const CUT_OFF = /(…|\.\.\.)$/;

/** Every line is a whole sentence, a phrase of the language, or a heading of the source. */
export const wholeSentences: Check = eachPost((post, run) => {
  const [hook = '', ...lines] = linesOf(withoutLink(post.caption));
  const source = sourceOf(post, run);
  const faults = /[\p{L}\p{N}.!?:：。？…](["”“」]|\s?»)?$/u.test(hook) ? [] : [`cut hook: ${hook}`];
  for (const line of source ? [hook, ...lines] : lines) {
    if (source && (line.includes(source.title) || headingsOf(source.text).includes(line))) continue;
    if (!SENTENCE_START.test(line) || !SENTENCE_END.test(line) || CUT_OFF.test(line))
      faults.push(`no sentence: ${line}`);
    if (!isBalanced(line)) faults.push(`open mark: ${line}`);
  }
  return faults;
});

function isBalanced(line: string): boolean {
  const count = (marks: string) => [...line].filter((mark) => marks.includes(mark)).length;
  const quotes = line.includes('„') ? count('„') === count('“”') : count('“') === count('”');
  return (
    quotes &&
    count('(（') === count(')）') &&
    count('「『') === count('」』') &&
    count('«') === count('»') &&
    count('"') % 2 === 0
  );
}

/** Nothing from the page around the article: no markup, cookie notices, calls to subscribe or authors' names. */
export const noClutter: Check = eachPost(({ caption }) =>
  [MARKUP, SITE, AUTHORS]
    .flatMap((clutter) => clutter.exec(withoutLink(caption))?.[0] ?? [])
    .map((found) => `clutter: ${found}`),
);

/** The passages that a post cites are in its source and in the caption, word for word. */
export const sourced: Check = eachPost((post, run) =>
  post.sources.flatMap(({ url, passage }) => {
    const text = sourceAt(url, run.sources)?.text;
    if (!text?.includes(passage)) return [`not in the source: ${passage}`];
    return squeezed(post.caption).includes(squeezed(passage)) ? [] : [`not in the caption: ${passage}`];
  }),
);

/**
 * Every sentence of a caption is from the source or a phrase of its language: nothing is invented, and no languages are
 * mixed.
 */
export const nothingInvented: Check = eachPost((post, run) => {
  const source = sourceOf(post, run);
  const languages = packsOf(post, run);
  const text = squeezed(source?.text ?? '');
  return linesOf(withoutLink(post.caption))
    .filter((line) => {
      const isSpoken = languages.some((language) => isPhrase(line, phrasesOf(language), run.niche));
      return !isSpoken && !(source && isNaming(line, source, languages));
    })
    .flatMap((line) => languages.slice(0, 1).flatMap((language) => splitSentences(line, language)))
    .filter((sentence) => !text.includes(squeezed(sentence)) && !text.includes(squeezed(sentence.slice(1, -1))))
    .map((sentence) => `neither said nor a phrase: ${sentence}`);
});

/** A post with a source names it once and ends with its link. */
export const credited: Check = eachPost((post, run) => {
  const source = sourceOf(post, run);
  if (!source) return [];
  const lines = linesOf(post.caption);
  const pages = new Set(post.sources.map(({ url }) => url));
  const link = linkTo(pages.size === 1 ? [...pages].join() : source.url);
  const faults = lines.at(-1) === link ? [] : ['no link at the end'];
  const naming = lines.filter((line) => isNaming(line, source, packsOf(post, run)));
  return naming.length === 1 ? faults : [...faults, `names its source ${naming.length} times`];
});

/** Whether a line names the source: the title itself, a list's first line, or the credit. */
function isNaming(
  line: string,
  { title, entries = [] }: ReadableSource,
  languages: readonly Pick<Language, 'credit' | 'fromTitle'>[],
): boolean {
  const names = [title, ...entries.flatMap(({ heading }) => [heading, `${heading} – ${title}`])];
  const filled = languages.flatMap(({ credit, fromTitle }) => [credit, fromTitle]);
  return (
    line === title || filled.some((phrase) => names.some((name) => line === phrase.replace('{title}', () => name)))
  );
}

function phrasesOf(language: Language): string[] {
  return language.prompts.flatMap(({ title, body }) => [title, body]);
}

/** Removes the last line of a post with a source, which is its address. */
function withoutLink(caption: string): string {
  return caption.replace(/\nhttps?:\S+$/, '');
}

function headingsOf(text: string): string[] {
  const headings = text.split('\n').filter((line) => line.startsWith('## '));
  return headings.map((line) => line.slice(3).replace(/^\d+[.)] /, ''));
}

function squeezed(text: string): string {
  return text.replace(/\n+(\d+\. )?|[\s–—]/g, '');
}
