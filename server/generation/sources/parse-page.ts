import { parseHTML } from 'linkedom';

/**
 * Maximum elements read from a page. Long articles have about ten thousand; the rest is cut, as with SOURCE_MAX_BYTES.
 */
const PAGE_MAX_ELEMENTS = 50_000;
/** Includes end tags, comments and everything else that starts with `<`. */
const PAGE_MAX_MARKS = 200_000;

/** Parses any HTML, including fragments and pages without <html> and <body>, which linkedom would take literally. */
export function parsePage(html: string): Document {
  const read = withinElementLimit(html);
  const whole = /<body[\s>]/i.test(read) && /<html[\s>]/i.test(read);
  const page = whole ? parseHTML(read).document : null;
  // <html> may be inside an unclosed comment or another element.
  if (page?.documentElement?.localName === 'html') return page;
  return parseHTML(`<!DOCTYPE html><html><body>${read}</body></html>`).document;
}

/** The beginning of a page, within the element limit. */
function withinElementLimit(html: string): string {
  let elements = 0;
  let marks = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    marks += 1;
    if (isLetter(html.charCodeAt(at + 1))) elements += 1;
    if (elements > PAGE_MAX_ELEMENTS || marks > PAGE_MAX_MARKS) return html.slice(0, at);
  }
  return html;
}

function isLetter(code: number): boolean {
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

type Visitor = { enter?(node: Node, depth: number): void; leave?(node: Node): void };

/** Visits a node and its descendants in document order. Iterative, since pages may nest deeper than the stack. */
export function walkPage(root: Node | null, { enter, leave }: Visitor): void {
  if (!root) return;
  let depth = 0;
  let node: Node = root;
  for (;;) {
    enter?.(node, depth);
    const child = node.firstChild;
    if (child) {
      node = child;
      depth += 1;
      continue;
    }
    leave?.(node);
    while (node !== root && !node.nextSibling) {
      node = node.parentNode as Node;
      depth -= 1;
      leave?.(node);
    }
    if (node === root) return;
    node = node.nextSibling as Node;
  }
}
