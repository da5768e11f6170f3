import { Blob, Font, Face as FontFile, Variation } from 'harfbuzzjs';
import decompress from 'woff2-encoder/decompress';
import { readAsset } from './read-asset.ts';

export type Weight = 500 | 700 | 800;

/** One layer of a glyph as an SVG path in font units, y upwards; a null colour is the text's colour. */
export type Layer = { path: string; color: string | null };

/** One font file. */
export type Face = {
  file: string;
  /** Font units per em. */
  unitsPerEm: number;
  has(codePoint: number): boolean;
  font(weight: Weight): Font;
  glyph(id: number, weight: Weight): readonly Layer[];
};

const faces = new Map<string, Promise<Face>>();

/** Loads the font file at this path in an npm package (readAsset), once. */
export function loadFace(file: string): Promise<Face> {
  const known = faces.get(file);
  if (known) return known;
  const face = readFace(file);
  // A failed download is not cached.
  face.catch(() => faces.delete(file));
  faces.set(file, face);
  return face;
}

async function readFace(file: string): Promise<Face> {
  const source = new FontFile(new Blob(await decompress(await readAsset(file))));
  const plain = new Font(source);
  const isVariable = Object.hasOwn(source.getAxisInfos(), 'wght');
  const fonts = new Map<Weight, Font>();
  const glyphs = new Map<string, readonly Layer[]>();

  function font(weight: Weight): Font {
    if (!isVariable) return plain;
    let known = fonts.get(weight);
    if (!known) {
      known = new Font(source);
      known.setVariations([new Variation('wght', weight)]);
      fonts.set(weight, known);
    }
    return known;
  }

  return {
    file,
    unitsPerEm: source.upem,
    has: (codePoint) => Boolean(plain.nominalGlyph(codePoint)),
    font,
    glyph(id, weight) {
      const key = `${id} ${weight}`;
      const layers = glyphs.get(key) ?? layersOf(source, font(weight), id);
      glyphs.set(key, layers);
      return layers;
    },
  };
}

function layersOf(source: FontFile, font: Font, id: number): Layer[] {
  const layers = source.hasColorLayers() ? source.getGlyphColorLayers(id) : [];
  if (layers.length === 0) return [{ path: font.glyphToPath(id), color: null }];
  const palette = source.getColorPalettes()[0]?.colors ?? [];
  return layers.map(({ glyph, colorIndex }) => {
    const color = colorIndex === undefined ? undefined : palette[colorIndex];
    return { path: font.glyphToPath(glyph), color: color ? hex(color) : null };
  });
}

function hex({ red, green, blue, alpha }: { red: number; green: number; blue: number; alpha: number }): string {
  return `#${[red, green, blue, alpha].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
