import type { Font } from 'satori';
import type { FontSubset } from './card-text.ts';
import { readAsset } from './read-asset.ts';

export const CARD_WEIGHTS = [500, 700, 800] as const;

const loaded = new Map<string, Promise<Font[]>>();

/** Inter in the weights of the cards, for the given subsets. The same subsets give the same array, which is what satori caches by. */
export function loadFonts(subsets: readonly FontSubset[]): Promise<Font[]> {
  const key = subsets.join(' ');
  const known = loaded.get(key);
  if (known) return known;
  const fonts = Promise.all(subsets.flatMap((subset) => CARD_WEIGHTS.map((weight) => loadFont(subset, weight))));
  // A failed download is not remembered.
  fonts.catch(() => loaded.delete(key));
  loaded.set(key, fonts);
  return fonts;
}

/** The value of font-family for the given subsets: satori looks for a glyph in one family after the other. */
export function familyOf(subsets: readonly FontSubset[]): string {
  return subsets.map(nameOf).join(', ');
}

async function loadFont(subset: FontSubset, weight: (typeof CARD_WEIGHTS)[number]): Promise<Font> {
  const data = await readAsset(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`);
  return { name: nameOf(subset), data: data.buffer, weight, style: 'normal' };
}

function nameOf(subset: FontSubset): string {
  return `Inter ${subset}`;
}
