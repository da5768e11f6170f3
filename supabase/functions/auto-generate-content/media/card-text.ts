import type { Slide } from '../post.ts';
import type { CardWords } from './card-layout.ts';
import { type FontSet, withoutUndrawable } from './type/font-set.ts';

/**
 * A text as it can stand on a card: what no bundled font draws is left out, together with punctuation that then stands
 * alone.
 */
export function drawableText(text: string, fonts: FontSet): string {
  return withoutUndrawable(spaced(text), fonts)
    .replace(/ +([.,;:](?:\s|$))/g, '$1')
    .replace(/ {2,}/g, ' ')
    .replace(/^[\s\p{P}]+$/u, '')
    .trim();
}

/**
 * A slide's words for a card. A slide in a script that no font has keeps what it has: the niche or the source in place
 * of the title.
 */
export function cardWords(slide: Slide, handle: string | null, fonts: FontSet): CardWords {
  const drawn = (text: string | null | undefined) => drawableText(text ?? '', fonts);
  const [niche, footer, title] = [drawn(slide.kicker), drawn(slide.footer), drawn(slide.title)];
  return { title: title || niche || footer, body: title && drawn(slide.body), niche, handle: drawn(handle), footer };
}

function spaced(text: string): string {
  return text.normalize('NFC').replace(/[\s\u202f]+/g, ' ');
}
