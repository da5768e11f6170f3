import { isClutterBlock } from './clutter.ts';

const BLOCKS = new Set(
  'address article aside blockquote body center dd details div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/**
 * The words of an element as blocks in reading order: paragraphs as they are, headings as `## …`, list items as `- …` or `1. …`. White space
 * is collapsed, and blocks that are mostly a link or belong to the site are left out.
 */
export function textBlocks(root: Element): string[] {
  const blocks: string[] = [];
  let open = { text: '', linked: 0, mark: '' };

  const close = (mark: string) => {
    const text = tidy(open.text);
    const linkShare = open.linked / Math.max(1, text.length);
    if (text && linkShare < 0.6 && !isClutterBlock(text)) blocks.push(open.mark + text);
    open = { text: '', linked: 0, mark };
  };

  const walk = (node: Node, inLink: boolean, mark: string) => {
    if (node.nodeType === TEXT_NODE) {
      const text = node.textContent ?? '';
      open.text += text;
      if (inLink) open.linked += text.trim().length;
      return;
    }
    if (node.nodeType !== ELEMENT_NODE) return;
    const element = node as Element;
    const name = element.localName;
    if (name === 'br') {
      open.text += '\n';
      return;
    }
    const isBlock = BLOCKS.has(name);
    const inner = isBlock ? markOf(element, mark) : mark;
    if (isBlock) close(inner);
    for (const child of Array.from(element.childNodes)) walk(child, inLink || name === 'a', inner);
    if (isBlock) close(mark);
  };

  walk(root, false, '');
  close('');
  return blocks;
}

function markOf(element: Element, inherited: string): string {
  if (/^h[1-6]$/.test(element.localName)) return '## ';
  if (element.localName !== 'li') return element.localName === 'p' ? inherited : '';
  const list = element.parentElement;
  if (list?.localName !== 'ol') return '- ';
  return `${
    Array.from(list.children)
      .filter((item) => item.localName === 'li')
      .indexOf(element) + 1
  }. `;
}

/** One line, no invisible characters, ordinary spaces. */
export function tidy(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();
}
