import type satori from 'satori';

type Style = Record<string, string | number>;

/** What satori draws: an element tree without React. */
export type CardNode = {
  type: string;
  props: { style?: Style; children?: CardNode[] | string; [attribute: string]: unknown };
};

/** A flex box; satori knows no other layout. */
export function box(style: Style, children: (CardNode | null)[] = []): CardNode {
  return {
    type: 'div',
    props: {
      style: { display: 'flex', boxSizing: 'border-box', ...style },
      children: children.filter((child) => child !== null),
    },
  };
}

/** Text in a box of its own; null when there is none. */
export function text(content: string | undefined, style: Style): CardNode | null {
  return content
    ? { type: 'div', props: { style: { display: 'flex', boxSizing: 'border-box', ...style }, children: content } }
    : null;
}

/** An arrow to the right, as the font's Latin part has none. */
export function arrow(color: string, size: number): CardNode {
  const path = { type: 'path', props: { d: 'M2 12h19M14 5l7 7-7 7' } };
  const stroke = { fill: 'none', stroke: color, strokeWidth: 2.2, strokeLinecap: 'round', strokeLinejoin: 'round' };
  return { type: 'svg', props: { width: size, height: size, viewBox: '0 0 24 24', ...stroke, children: [path] } };
}

/** satori is typed for React elements, which these are in all but name. */
export function asElement(node: CardNode): Parameters<typeof satori>[0] {
  return node as unknown as Parameters<typeof satori>[0];
}
