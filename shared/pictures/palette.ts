import { contrast, mix, READABLE_CONTRAST, readableOn } from './colour.ts';

/** Matching colours: `accent`, the text colour on it, and a dark and a pale shade of its hue. */
export type Palette = { accent: string; onAccent: string; deep: string; pale: string };

const PALETTES: readonly Palette[] = [
  { accent: '#b94a29', onAccent: '#fff7f2', deep: '#32140c', pale: '#f6dccf' },
  { accent: '#2c6a4d', onAccent: '#f3faf5', deep: '#0f2a1e', pale: '#d3e7da' },
  { accent: '#2f4fc9', onAccent: '#f4f6ff', deep: '#0f1a48', pale: '#d9e0fa' },
  { accent: '#7b3a76', onAccent: '#fdf5fc', deep: '#2b1029', pale: '#eed9ec' },
  { accent: '#e0a526', onAccent: '#2b1d02', deep: '#352506', pale: '#f9e7bf' },
  { accent: '#11757d', onAccent: '#f0fbfb', deep: '#06292c', pale: '#cce8e8' },
];

/**
 * The palette of a workspace's posts: from the brand colour or, without one, from the niche, always the same for one
 * niche so that its posts look related.
 */
export function paletteFor(niche: string, brandColor: string | null): Palette {
  if (brandColor) return paletteOf(brandColor);
  let hash = 7;
  for (const character of niche.toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return PALETTES[hash % PALETTES.length] as Palette;
}

/** The palette of an accent colour, `#rrggbb`. Text in `onAccent` is readable on it, and text in `deep` on `pale`. */
export function paletteOf(accent: string): Palette {
  const tints = [mix(accent, '#ffffff', 0.94), mix(accent, '#000000', 0.82)];
  const onAccent = tints.find((tint) => contrast(tint, accent) >= READABLE_CONTRAST) ?? readableOn(accent, accent);
  const pale = mix(accent, '#ffffff', 0.8);
  return { accent, onAccent, deep: readableOn(pale, mix(accent, '#000000', 0.78)), pale };
}
