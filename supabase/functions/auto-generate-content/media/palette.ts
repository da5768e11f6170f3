/** Colours that go together: `accent` with what is written on it, and the deep and pale ends of its hue. */
export type Palette = { accent: string; onAccent: string; deep: string; pale: string };

const PALETTES: readonly Palette[] = [
  { accent: '#c4512f', onAccent: '#fff7f2', deep: '#32140c', pale: '#f6dccf' },
  { accent: '#2c6a4d', onAccent: '#f3faf5', deep: '#0f2a1e', pale: '#d3e7da' },
  { accent: '#2f4fc9', onAccent: '#f4f6ff', deep: '#0f1a48', pale: '#d9e0fa' },
  { accent: '#7b3a76', onAccent: '#fdf5fc', deep: '#2b1029', pale: '#eed9ec' },
  { accent: '#e0a526', onAccent: '#2b1d02', deep: '#352506', pale: '#f9e7bf' },
  { accent: '#11757d', onAccent: '#f0fbfb', deep: '#06292c', pale: '#cce8e8' },
];

/** The colours of a niche: always the same ones, so that an account's posts belong together. */
export function paletteFor(niche: string): Palette {
  let hash = 7;
  for (const character of niche.toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return PALETTES[hash % PALETTES.length] as Palette;
}
