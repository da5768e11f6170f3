import type { Brand } from '../../../../shared/brand.ts';
import { paletteFor } from '../../../../shared/palette.ts';
import type { CardDesign, Slide } from '../post.ts';
import { CARD_HEIGHT, CARD_WIDTH, type CardContent, type CardLayout, type CardPosition } from './card-layout.ts';
import { cardWords } from './card-text.ts';
import { band } from './designs/band.ts';
import { headline } from './designs/headline.ts';
import { paper } from './designs/paper.ts';
import { rasterise } from './rasterise.ts';
import { svgDocument } from './svg.ts';
import { hasRightToLeft, isRightToLeft } from './type/direction.ts';
import { loadFonts } from './type/font-set.ts';
import { paragraphOf } from './type/paragraph.ts';

const LAYOUTS: Record<CardDesign['style'], CardLayout> = { paper, headline, band };

/** How a slide is to be drawn. */
export type CardOrder = { design: CardDesign; position: CardPosition; brand: Brand };

/**
 * One slide as a PNG of CARD_WIDTH x CARD_HEIGHT pixels. Words are set as large as they fit and never cut; what no
 * bundled font draws is left out (drawableText). Fonts and the renderer are loaded when they are first needed.
 */
export async function drawCard(slide: Slide, order: CardOrder): Promise<Uint8Array> {
  return rasterise(await cardSvg(slide, order));
}

/** The same card as SVG, all words turned into paths. */
export async function cardSvg(slide: Slide, { design, position, brand }: CardOrder): Promise<string> {
  const { title, body, kicker, footer } = slide;
  // The ellipsis of a line that is shortened.
  const fonts = await loadFonts([title, body, kicker, footer, brand.brand_handle, '…'].join(' '));
  const words = cardWords(slide, brand.brand_handle, fonts);
  const isRtl = isRightToLeft(`${words.title} ${words.body}`);
  const content: CardContent = {
    words,
    theme: design.theme,
    position,
    palette: paletteFor(slide.kicker ?? '', brand.brand_color),
    isRtl,
    // A source's line is mostly its address, which is Latin anywhere.
    typeset: (text, style) => paragraphOf(text, isRtl ? hasRightToLeft(text) : isRightToLeft(text), style, fonts),
  };
  return svgDocument(CARD_WIDTH, CARD_HEIGHT, LAYOUTS[design.style](content));
}
