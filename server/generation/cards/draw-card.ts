import type { Brand } from '../../../shared/pictures/brand.ts';
import type { CardDesign, Slide } from '../../../shared/pictures/card.ts';
import { paletteFor } from '../../../shared/pictures/palette.ts';
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type CardContent,
  type CardLayout,
  type CardPosition,
  type CardWords,
} from './card-layout.ts';
import { band } from './designs/band.ts';
import { headline } from './designs/headline.ts';
import { paper } from './designs/paper.ts';
import { drawableOnly, type FontSet, loadFonts } from './fonts/font-set.ts';
import { hasRightToLeft, isRightToLeft } from './layout/direction.ts';
import { paragraphOf } from './layout/paragraph.ts';
import { encodePng, rasterise } from './png.ts';
import { svgDocument } from './svg.ts';

const LAYOUTS: Record<CardDesign['style'], CardLayout> = { paper, headline, band };

/** Draws one slide as a PNG of CARD_WIDTH x CARD_HEIGHT pixels. */
export type CardDrawer = (slide: Slide, order: CardOrder) => Promise<Uint8Array>;

export type CardOrder = { design: CardDesign; position: CardPosition; brand: Brand };

/** The card being drawn; the next one waits for it. */
let drawing: Promise<unknown> = Promise.resolve();

/**
 * One slide as a PNG of CARD_WIDTH x CARD_HEIGHT pixels. Words are set as large as they fit and never cut; characters
 * that no bundled font has are left out (drawableText). Fonts and the renderer are loaded on first use.
 *
 * Drawing blocks the thread, so other work gets a turn between two cards; the final compression runs off the thread.
 */
export async function drawCard(slide: Slide, order: CardOrder): Promise<Uint8Array> {
  const card = drawing.then(async () => {
    const { pixels, width, height } = await rasterise(await cardSvg(slide, order));
    return encodePng(pixels, width, height);
  });
  drawing = card.catch(() => undefined);
  return card;
}

/** The same card as SVG, with all text as paths. */
export async function cardSvg(slide: Slide, { design, position, brand }: CardOrder): Promise<string> {
  const { title, body, kicker, footer } = slide;
  // The ellipsis is for shortened lines.
  const fonts = await loadFonts([title, body, kicker, footer, brand.brand_handle, '…'].join(' '));
  const words = cardWords(slide, brand.brand_handle, fonts);
  const isRtl = isRightToLeft(`${words.title} ${words.body}`);
  const content: CardContent = {
    words,
    theme: design.theme,
    position,
    palette: paletteFor(slide.kicker ?? '', brand.brand_color),
    isRtl,
    // A source line is mostly an address, which is always Latin.
    typeset: (text, style) => paragraphOf(text, isRtl ? hasRightToLeft(text) : isRightToLeft(text), style, fonts),
  };
  return svgDocument(CARD_WIDTH, CARD_HEIGHT, LAYOUTS[design.style](content));
}

/**
 * A text without characters that no bundled font has, and without the spaces and punctuation stranded by their removal.
 */
export function drawableText(text: string, fonts: FontSet): string {
  return drawableOnly(spaced(text), fonts)
    .replace(/ +([.,;:](?:\s|$))/g, '$1')
    .replace(/ {2,}/g, ' ')
    .replace(/^[\s\p{P}]+$/u, '')
    .trim();
}

/** A slide's words for a card. If no font has the title's script, the niche or the source replaces the title. */
function cardWords(slide: Slide, handle: string | null, fonts: FontSet): CardWords {
  const drawn = (text: string | null | undefined) => drawableText(text ?? '', fonts);
  const [niche, footer, title] = [drawn(slide.kicker), drawn(slide.footer), drawn(slide.title)];
  return { title: title || niche || footer, body: title && drawn(slide.body), niche, handle: drawn(handle), footer };
}

function spaced(text: string): string {
  return text.normalize('NFC').replace(/[\s\u202f]+/g, ' ');
}
