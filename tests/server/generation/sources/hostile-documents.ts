import { isFull } from '../../../helpers/depth.ts';

/**
 * Documents that keep their reader busy, by design or by accident. Each is a third of the largest allowed source,
 * unless its name says otherwise: at this size, too, anything slower than linear does not finish. In `npm test` they
 * are a twentieth of that.
 */
export type HostileDocument = { type: string; text: string };

const LARGEST = 2 * 1024 * 1024 - 400;
const SIZE = Math.floor(LARGEST / (isFull ? 3 : 60));
/** The size of documents that take seconds for every tenth of SIZE. */
const SMALL = Math.floor(SIZE / (isFull ? 1 : 5));
const SENTENCE = 'Bread needs time, and time is free for all of us. ';
const TELLING =
  'A kitchen scale costs 12 euros and saves more loaves than a stand mixer for 400. Cups of flour differ by up to 20 percent.';
const ARTICLE = `<article><h1>Bread</h1><p>${TELLING}</p>${`<p>${SENTENCE.repeat(6)}</p>`.repeat(4)}</article>`;

const fill = (part: string, length = SIZE) => part.repeat(Math.floor(length / part.length));
const html = (text: string): HostileDocument => ({ type: 'text/html', text });
const plain = (text: string): HostileDocument => ({ type: 'text/plain', text });
const feed = (items: string, before = ''): HostileDocument => ({
  type: 'application/xml',
  text: `${before}<rss><channel><title>Feed</title>${items}</channel></rss>`,
});
const entry = (description: string) =>
  feed(`<item><title>Entry</title><description>${description}</description></item>`);
const cdata = (text: string) => entry(`<![CDATA[${text}]]>`);

/** Kinds of pages that really exist, whose article must be read. */
export const READABLE_DOCUMENTS: Record<string, HostileDocument> = {
  '26 comments before the article': html(`${'<!-- a -->\n'.repeat(26)}${ARTICLE}`),
  '30,000 comments before the article': html(`${fill('<!-- a -->', 300_000)}${ARTICLE}`),
  '1000 unclosed divs': html(`${'<div>a'.repeat(1000)}${ARTICLE}`),
  'thousands of list items': html(
    `<ul>${'<li>Flour, and water, and salt, and time'.repeat(isFull ? 8000 : 2000)}</ul>`,
  ),
  '300 kB of blanks': html(`${fill(' ', 300_000)}${ARTICLE}`),
  'a class of 300 kB': html(`<div class="${fill('advert_x-', 300_000)}"></div>${ARTICLE}`),
  'a title of 300 kB': html(`<title>${fill('a - b | ', 300_000)}</title>${ARTICLE}`),
  'paragraphs for three': html(fill(`<p>${SENTENCE}</p>`, 3 * SIZE)),
  'a feed of many entries': feed(
    `<item><title>a</title><description>${SENTENCE}</description></item>`.repeat(isFull ? 20_000 : 2_000),
  ),
};

/** Documents that need not be read successfully, but reading them must finish. */
export const HOSTILE_DOCUMENTS: Record<string, HostileDocument> = {
  ...READABLE_DOCUMENTS,
  'comments before what might be a feed': html(fill('<!-- --> ')),
  'comments that never end': html(fill('<!--')),
  'divs that never end': html(fill('<div>a')),
  'inline elements that never end': html(fill('<i><b><u>x')),
  'tables in tables': html(fill('<table><tr><td>')),
  'nesting at the limit, again and again': html(fill(`${'<div>a'.repeat(90)}${'</div>'.repeat(90)}`, SMALL)),
  'clutter in clutter': html(fill(`${'<div class="share">'.repeat(80)}x${'</div>'.repeat(80)}`)),
  'list items': html(`<ol>${fill('<li>x')}`),
  headings: html(fill('<h1>x</h1>', SMALL)),
  'line breaks': html(`<div>${fill('<br>')}`),
  'blanks and a letter': plain(`${fill(' \n\t')}x`),
  'one attribute': html(`<p class="${fill('promo_x ')}">x</p>`),
  'attributes without number': html(`<p ${Array.from({ length: SIZE / 7 }, (_, n) => `a${n}`).join(' ')}>x</p>`),
  'an attribute that never ends': html(`<p a="${fill('<p>')}`),
  srcset: html(fill(`<img src=x srcset="${'a'.repeat(900)}">`)),
  entities: html(`<p>${fill('&amp;&lt;&nbsp;')}`),
  ampersands: html(`<p>${fill('&')}`),
  'CDATA in HTML': html(fill('<![CDATA[x]]>')),
  'angle brackets': html(fill('<', SMALL)),
  'no sentence': plain(fill('a ')),
  'full stops': plain(fill('a.')),
  'abbreviations without end': plain(fill('a. ')),
  'open quotations': plain(fill('“A b. ')),
  hashes: plain(fill('#')),
  mentions: plain(fill('@a ')),
  'a letter with accents only': plain(`A${fill('\u0301')} b c.`),
  exclamations: plain(`${fill('!')}a`),
  'a phrase for every number': plain(
    Array.from({ length: SIZE / 26 }, (_, n) => `The word${n} the word${n}.`).join(' '),
  ),
  'a feed of nothing but entries': feed(fill('<item/>')),
  'a feed as deep as it is long': feed(`<item>${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}</item>`),
  'a feed that multiplies its entities': feed(
    `<item><title>a</title><description>${'&d;'.repeat(10_000)}</description></item>`,
    `<!DOCTYPE rss [<!ENTITY a "${'a'.repeat(10)}">${['ab', 'bc', 'cd'].map(([from, to]) => `<!ENTITY ${to} "${`&${from};`.repeat(10)}">`).join('')}]>`,
  ),
  'a feed of blanks': entry(`${fill(' ')}x`),
  'a feed of links that never end': cdata(fill('<a ')),
  'a feed of cut marks': cdata(fill('[')),
  'a feed of CDATA': entry(fill('<![CDATA[a]]>')),
  'a feed of attributes': { type: 'application/xml', text: `<rss ${fill('a="b" ')}><channel><item/></channel></rss>` },
  'a feed of names': feed(`<item>${fill('<a:b>x</a:b>')}</item>`),
  'processing instructions': { type: 'application/xml', text: fill('<?a ?> ') },
};
