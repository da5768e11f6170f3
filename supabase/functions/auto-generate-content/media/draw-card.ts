import satori from 'satori';
import type { CardDesign, Slide } from '../post.ts';
import { familyOf, loadFonts } from './card-fonts.ts';
import { CARD_HEIGHT, CARD_WIDTH, type CardContent, type CardLayout, type CardPosition } from './card-layout.ts';
import { asElement, box, type CardNode } from './card-node.ts';
import { drawableText, kickerText, subsetsFor } from './card-text.ts';
import { band } from './designs/band.ts';
import { headline } from './designs/headline.ts';
import { paper } from './designs/paper.ts';
import { fitWords } from './fit-words.ts';
import { rasterise } from './rasterise.ts';

const LAYOUTS: Record<CardDesign['style'], CardLayout> = { paper, headline, band };

/**
 * One slide as a PNG of CARD_WIDTH x CARD_HEIGHT pixels. Words are set as large as they fit and never cut; what the font has no characters for is
 * left out (drawableText). Fonts and the renderer are loaded by the first call.
 */
export async function drawCard(slide: Slide, design: CardDesign, position: CardPosition): Promise<Uint8Array> {
  return rasterise(await cardSvg(slide, design, position));
}

/** The same card as SVG, all words turned into paths. */
export async function cardSvg(slide: Slide, design: CardDesign, position: CardPosition): Promise<string> {
  const content: CardContent = { slide: drawable(slide), theme: design.theme, position };
  const subsets = subsetsFor(Object.values(content.slide).join(' '));
  const fonts = await loadFonts(subsets);
  const draw = (element: Parameters<typeof satori>[0], size: { width?: number; height?: number }) =>
    satori(inFont(element), { ...(size as { width: number }), fonts });
  const inFont = (element: Parameters<typeof satori>[0]) =>
    asElement(box({ fontFamily: familyOf(subsets) }, [element as unknown as CardNode]));
  const layout = LAYOUTS[design.style];
  const words = await fitWords(content.slide, layout.frame(content), draw);
  return draw(asElement(layout.compose(content, words)), { width: CARD_WIDTH, height: CARD_HEIGHT });
}

/** A slide in a script that the font lacks keeps what it has: the niche or the source in place of the title. */
function drawable({ title, body, kicker, footer }: Slide): Slide {
  const frame = { kicker: kickerText(kicker ?? ''), footer: drawableText(footer ?? '') };
  const words = drawableText(title);
  return { ...frame, title: words || frame.kicker || frame.footer, body: words && drawableText(body ?? '') };
}
