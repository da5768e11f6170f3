import { Readability } from '@mozilla/readability';
import { CLUTTER_ELEMENTS, isClutterName } from './clutter.ts';
import { parsePage } from './parse-page.ts';
import { textBlocks, tidy } from './text-blocks.ts';

/** The part of a page that a person came for. `text` is null when there is none. */
export type PageContent = { title: string; text: string | null; language: string | null; picture: string | null };

/** Fewer characters than this are a teaser or an error page, not an article. */
const MIN_ARTICLE_LENGTH = 200;

/** Reduces an HTML page to its article with Readability; pages that it cannot judge are read paragraph by paragraph. */
export function readHtml(html: string, url: string): PageContent {
  const document = parsePage(html);
  const language = document.documentElement?.getAttribute('lang')?.trim() || null;
  const picture = leadPicture(document, url);
  const headline = headlineOf(document);
  removeClutter(document);
  const body = textBlocks(document.body ?? document.documentElement);
  const article = new Readability(document, { charThreshold: MIN_ARTICLE_LENGTH, keepClasses: false }).parse();
  const title = headline || tidy(article?.title ?? '');
  const read = article?.content ? textBlocks(parsePage(article.content).body) : [];
  const blocks = lengthOf(read) >= MIN_ARTICLE_LENGTH ? read : body.filter((block) => block.length > 60);
  const text = blocks.filter((block) => block !== `## ${title}`).join('\n\n');
  return { title, text: text.length >= MIN_ARTICLE_LENGTH ? text : null, language, picture };
}

/** The page's only big heading; pages with several use them for other things. */
function headlineOf(document: Document): string {
  const headings = Array.from(document.querySelectorAll('h1'));
  return headings.length === 1 ? tidy(headings[0]?.textContent ?? '') : '';
}

function lengthOf(blocks: string[]): number {
  return blocks.reduce((sum, block) => sum + block.length, 0);
}

function removeClutter(document: Document): void {
  for (const element of Array.from(document.querySelectorAll(CLUTTER_ELEMENTS))) element.remove();
  const whole = document.body?.textContent?.length ?? 0;
  for (const element of Array.from(document.querySelectorAll('[class], [id]'))) {
    const name = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
    // A box with a large part of the words is the article itself, whatever its class says.
    if (isClutterName(name) && (element.textContent?.length ?? 0) < whole / 4 && !element.querySelector('h1')) {
      element.remove();
    }
  }
}

function leadPicture(document: Document, base: string): string | null {
  const named = ['meta[property="og:image"]', 'meta[name="og:image"]', 'meta[name="twitter:image"]']
    .map((selector) => document.querySelector(selector)?.getAttribute('content'))
    .find(Boolean);
  const address = named ?? document.querySelector('article img[src], main img[src]')?.getAttribute('src');
  if (!address || !URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  return /^https?:$/.test(url.protocol) ? url.href : null;
}
