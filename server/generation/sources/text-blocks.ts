import { isClutterBlock } from './clutter.ts';
import { walkPage } from './parse-page.ts';

const BLOCKS = new Set(
  'address article aside blockquote body center dd details div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/** Longer headings (in characters) are body text marked up as a heading. */
const HEADING_MAX_LENGTH = 300;

const HEADING = '## ';

/**
 * The text of an element as blocks in reading order: paragraphs unmarked, headings as `## …`, list items as `- …` or
 * `1. …`. White space is collapsed, and blocks that are mostly links or clutter are omitted.
 */
export function textBlocks(root: Element): string[] {
  const blocks: string[] = [];
  const marks: string[] = [];
  const items = new Map<Node | null, number>();
  let links = 0;
  let open = { text: '', linked: 0, mark: '' };

  const close = (mark: string) => {
    const text = normaliseSpace(open.text);
    const linkShare = open.linked / Math.max(1, text.length);
    const isLong = open.mark === HEADING && text.length > HEADING_MAX_LENGTH;
    if (text && linkShare < 0.6 && !isClutterBlock(text)) blocks.push((isLong ? '' : open.mark) + text);
    open = { text: '', linked: 0, mark };
  };
  const markOf = (element: Element): string => {
    const inherited = marks.at(-1) ?? '';
    const name = element.localName;
    if (/^h[1-6]$/.test(name)) return HEADING;
    if (name !== 'li') return name === 'p' ? inherited : '';
    const list = element.parentNode;
    const number = (items.get(list) ?? 0) + 1;
    items.set(list, number);
    return (list as Element | null)?.localName === 'ol' ? `${number}. ` : '- ';
  };

  walkPage(root, {
    enter(node) {
      if (node.nodeType === TEXT_NODE) {
        const text = node.textContent ?? '';
        open.text += text;
        if (links > 0) open.linked += text.trim().length;
      }
      if (node.nodeType !== ELEMENT_NODE) return;
      const element = node as Element;
      if (element.localName === 'br') open.text += '\n';
      if (element.localName === 'a') links += 1;
      if (!BLOCKS.has(element.localName)) return;
      const mark = markOf(element);
      close(mark);
      marks.push(mark);
    },
    leave(node) {
      if (node.nodeType !== ELEMENT_NODE) return;
      const { localName } = node as Element;
      if (localName === 'a') links -= 1;
      if (!BLOCKS.has(localName)) return;
      marks.pop();
      close(marks.at(-1) ?? '');
    },
  });
  close('');
  return blocks;
}

export function normaliseSpace(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();
}
