import { Resvg } from '@resvg/resvg-wasm';
import { CARD_HEIGHT, CARD_WIDTH } from '../../../../server/generation/cards/card-layout.ts';
import { rasterise } from '../../../../server/generation/cards/png.ts';
import { svgDocument } from '../../../../server/generation/cards/svg.ts';

/** A drawn picture: `at` gives the red, green and blue of a pixel. */
export type Picture = { width: number; height: number; at(x: number, y: number): [number, number, number] };

let loading: Promise<unknown> | undefined;

/** Loads resvg by drawing a first picture. */
function loadRenderer(): Promise<unknown> {
  loading ??= rasterise(svgDocument(1, 1, []));
  return loading;
}

/** An SVG as a browser would show it. */
export async function pictureOf(svg: string): Promise<Picture> {
  await loadRenderer();
  const { width, height, pixels } = new Resvg(svg).render();
  return {
    width,
    height,
    at(x, y) {
      const start = (y * width + x) * 4;
      return [pixels[start] ?? 0, pixels[start + 1] ?? 0, pixels[start + 2] ?? 0];
    },
  };
}

/** The text blocks of a card, each as a separate SVG without the card's shapes. */
export function blocksOf(svg: string): string[] {
  const blocks = svg.match(/<g fill="[^"]*">.*?<\/g>(?=<(?:g fill|rect|circle|path transform)|<\/svg>)/gs) ?? [];
  return blocks.map((block) => svgDocument(CARD_WIDTH, CARD_HEIGHT, [block]));
}

/** All of a card's text blocks in one SVG. */
export function textOf(svg: string): string {
  const blocks = blocksOf(svg).map((block) => block.replace(/^<svg[^>]*>|<\/svg>$/g, ''));
  return svgDocument(CARD_WIDTH, CARD_HEIGHT, blocks);
}

/** The bounding box of everything that is drawn, in pixels; null if nothing is. */
export async function boxOf(svg: string) {
  await loadRenderer();
  const box = new Resvg(svg).getBBox();
  return box && { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}
