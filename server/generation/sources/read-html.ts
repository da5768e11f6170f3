import { Readability } from '@mozilla/readability';
import type { ReadableSource } from '../post.ts';
import { textWidth } from '../text/measure.ts';
import { CLUTTER_ELEMENTS, isClutterName } from './clutter.ts';
import { parsePage, walkPage } from './parse-page.ts';
import { normaliseSpace, textBlocks } from './text-blocks.ts';
import { webAddress } from './web-address.ts';

/** The main content of a page. `text` is null when there is none. */
export type PageContent = Pick<ReadableSource, 'title' | 'language' | 'picture' | 'entries'> & { text: string | null };

/** Shorter texts are teasers or error pages. In letters (textWidth): a Han or kana character counts as two. */
const MIN_ARTICLE_WIDTH = 200;
/** Minimum width of a paragraph if Readability finds no article, in letters. */
const MIN_BLOCK_WIDTH = 60;

/**
 * Readability's work grows with the depth of each element. Pages with a larger sum of depths are read without it;
 * ordinary pages of 2 MB have a tenth of this.
 */
const READABILITY_MAX_DEPTHS = 600_000;
/** Deeper pages are also read without Readability, which compares each element with its ancestors. */
const READABILITY_MAX_DEPTH = 100;

/** Longer attributes are removed: no address, name or description is that long. */
const ATTRIBUTE_MAX_LENGTH = 1000;
const ELEMENT_MAX_ATTRIBUTES = 64;
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const COMMENT_NODE = 8;

/** Reduces an HTML page to its article with Readability; pages without one are read paragraph by paragraph. */
export function readHtml(html: string, url: string): PageContent {
  const document = parsePage(html);
  removeUnreadNodes(document);
  const language = document.documentElement?.getAttribute('lang')?.trim() || null;
  const picture = leadPicture(document, url);
  const headline = headlineOf(document);
  removeClutter(document);
  // The whole page may have been clutter.
  const root: Element | null = document.body ?? document.documentElement;
  const body = root ? textBlocks(root) : [];
  const article = articleOf(document);
  const title = headline || normaliseSpace(article?.title || titleOf(document));
  const read = article?.content ? textBlocks(article.content) : [];
  const blocks =
    widthOf(read) >= MIN_ARTICLE_WIDTH
      ? read
      : body.filter((block) => textWidth(block.slice(0, MIN_ARTICLE_WIDTH)) > MIN_BLOCK_WIDTH);
  const text = blocks.filter((block) => block !== `## ${title}`).join('\n\n');
  return {
    title,
    text: textWidth(text.slice(0, MIN_ARTICLE_WIDTH)) >= MIN_ARTICLE_WIDTH ? text : null,
    language,
    picture,
  };
}

/** The article by Readability; null when it finds none, would take too long, or fails. */
function articleOf(
  document: Document,
): { title?: string | null | undefined; content?: Element | null | undefined } | null {
  let depths = 0;
  let deepest = 0;
  walkPage(document.documentElement, {
    enter(_, depth) {
      depths += depth;
      deepest = Math.max(deepest, depth);
    },
  });
  if (depths > READABILITY_MAX_DEPTHS || deepest > READABILITY_MAX_DEPTH) return null;
  const options = {
    charThreshold: MIN_ARTICLE_WIDTH,
    keepClasses: false,
    serializer: (node: Node) => node as Element,
  };
  try {
    return new Readability(document, options).parse();
  } catch {
    // Readability assumes a complete tree, but linkedom may produce an incomplete one, such as for content after
    // </body>.
    return null;
  }
}

/** Removes comments, unread attributes, and long ones that would slow patterns down. */
function removeUnreadNodes(document: Document): void {
  const comments: ChildNode[] = [];
  walkPage(document.documentElement, {
    enter(node) {
      if (node.nodeType === COMMENT_NODE) comments.push(node as ChildNode);
      if (node.nodeType !== ELEMENT_NODE) return;
      const element = node as Element;
      for (const [index, { name, value }] of Array.from(element.attributes).entries()) {
        const isUnread = index >= ELEMENT_MAX_ATTRIBUTES || name === 'srcset' || name.startsWith('data-');
        if (isUnread || value.length > ATTRIBUTE_MAX_LENGTH) element.removeAttribute(name);
      }
    },
  });
  for (const comment of comments) comment.remove();
  const title = document.querySelector('title');
  if (title) title.textContent = titleOf(document).slice(0, ATTRIBUTE_MAX_LENGTH);
}

/** The page's headline, if it has exactly one. */
function headlineOf(document: Document): string {
  const headings = Array.from(document.querySelectorAll('h1'));
  return headings.length === 1 ? normaliseSpace(headings[0]?.textContent ?? '') : '';
}

function titleOf(document: Document): string {
  return document.querySelector('title')?.textContent ?? '';
}

/** The width of blocks in letters; counts only until MIN_ARTICLE_WIDTH is reached. */
function widthOf(blocks: string[]): number {
  let width = 0;
  for (const block of blocks) {
    if (width >= MIN_ARTICLE_WIDTH) break;
    width += textWidth(block.slice(0, MIN_ARTICLE_WIDTH));
  }
  return width;
}

function removeClutter(document: Document): void {
  for (const element of Array.from(document.querySelectorAll(CLUTTER_ELEMENTS))) element.remove();
  const { lengths, titled } = measure(document.documentElement);
  const whole = (document.body && lengths.get(document.body)) ?? 0;
  for (const element of Array.from(document.querySelectorAll('[class], [id]'))) {
    const isNamed = ['class', 'id'].some((name) => isClutterName(element.getAttribute(name) ?? ''));
    // A box with a large share of the text is the article, whatever its class.
    if (isNamed && (lengths.get(element) ?? 0) < whole / 4 && !titled.has(element)) element.remove();
  }
}

/** The length of the text in each element, and the elements that contain a headline. */
function measure(root: Node | null): { lengths: Map<Node, number>; titled: Set<Node> } {
  const lengths = new Map<Node, number>();
  const titled = new Set<Node>();
  walkPage(root, {
    leave(node) {
      const length = node.nodeType === TEXT_NODE ? (node.textContent?.length ?? 0) : (lengths.get(node) ?? 0);
      const parent = node.parentNode;
      if (!parent || node === root) return;
      lengths.set(parent, (lengths.get(parent) ?? 0) + length);
      if (titled.has(node) || (node as Element).localName === 'h1') titled.add(parent);
    },
  });
  return { lengths, titled };
}

function leadPicture(document: Document, base: string): string | null {
  const named = ['meta[property="og:image"]', 'meta[name="og:image"]', 'meta[name="twitter:image"]']
    .map((selector) => document.querySelector(selector)?.getAttribute('content'))
    .find(Boolean);
  const address = named ?? document.querySelector('article img[src], main img[src]')?.getAttribute('src');
  return webAddress(address, base);
}
