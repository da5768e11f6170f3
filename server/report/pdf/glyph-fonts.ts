import type { Layer, Weight } from '../../generation/cards/fonts/face.ts';
import type { PlacedGlyph, ShapedRun } from '../../generation/cards/layout/shape.ts';
import { colorOf } from './color.ts';
import { num, type PdfFile, type Ref, textString } from './pdf-file.ts';

const CODES = 256;
/** Units per em of the fonts in the file. */
const EM = 1000;

type Glyph = { font: number; code: number };
/** A glyph's outlines, and their offset in units of the PDF's fonts. */
type Part = { layers: readonly Layer[]; scale: number; x: number; y: number };
type Font = { procs: string[]; widths: number[]; texts: string[] };

/**
 * Builds a PDF's fonts from the used glyphs: their outlines, the text that each represents, so that it can be searched
 * and copied, and the colours of emoji. This supports every script that cards support, with the same shaping and order
 * (Type 3 fonts, ISO 32000-1, 9.6.5).
 */
export function glyphFonts(file: PdfFile) {
  const fonts: Font[] = [];
  const known = new Map<string, Glyph>();

  function glyphOf(cluster: readonly PlacedGlyph[], weight: Weight, width: number): Glyph {
    const [first] = cluster as [PlacedGlyph];
    const parts = cluster.map(({ face, id, x, y }) => ({
      layers: face.glyph(id, weight),
      scale: EM / face.unitsPerEm,
      x: (x - first.x) * EM,
      y: (y - first.y) * EM,
    }));
    const places = cluster.map(({ id }, index) => `${id} ${num(parts[index]?.x ?? 0)} ${num(parts[index]?.y ?? 0)}`);
    const key = `${first.face.file} ${weight} ${places.join(' ')} ${first.text}`;
    const found = known.get(key);
    if (found) return found;
    let font = fonts.at(-1);
    if (!font || font.procs.length === CODES) {
      font = { procs: [], widths: [], texts: [] };
      fonts.push(font);
    }
    const rounded = Math.round(Math.max(width, 0) * EM);
    font.procs.push(procOf(parts, rounded));
    font.widths.push(rounded);
    font.texts.push(first.text);
    const glyph = { font: fonts.length - 1, code: font.procs.length - 1 };
    known.set(key, glyph);
    return glyph;
  }

  return {
    /** Returns the operators that show runs, starting at a point; y counts upwards. */
    show(runs: readonly ShapedRun[], x: number, y: number, size: number): string {
      const shown: string[] = [];
      let pen = 0;
      for (const { glyphs, width, weight } of runs) {
        const clusters = clustersOf(glyphs);
        for (const [index, cluster] of clusters.entries()) {
          const [glyph] = cluster as [PlacedGlyph];
          const next = clusters[index + 1]?.[0]?.x ?? width;
          const { font, code } = glyphOf(cluster, weight, next - glyph.x);
          const place = `1 0 0 1 ${num(x + (pen + glyph.x) * size)} ${num(y + glyph.y * size)} Tm`;
          shown.push(`/F${font} ${num(size)} Tf ${place} <${code.toString(16).padStart(2, '0')}> Tj`);
        }
        pen += width;
      }
      return `BT\n${shown.join('\n')}\nET\n`;
    },
    /** Writes the fonts, and returns their names and references for the pages' resources. */
    write(): string {
      return fonts.map((font, index) => `/F${index} ${writeFont(file, font)} 0 R`).join(' ');
    },
  };
}

function writeFont(file: PdfFile, { procs, widths, texts }: Font): Ref {
  const names = procs.map((_, code) => `/g${code}`);
  const streams = procs.map((proc, code) => `${names[code]} ${file.addStream(proc)} 0 R`);
  const unicode = file.addStream(unicodeOf(texts));
  const encoding = `<< /Type /Encoding /Differences [0 ${names.join(' ')}] >>`;
  return file.add(
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [${1 / EM} 0 0 ${1 / EM} 0 0] /CharProcs << ${streams.join(' ')} >> ` +
      `/Encoding ${encoding} /FirstChar 0 /LastChar ${procs.length - 1} /Widths [${widths.join(' ')}] /Resources << >> /ToUnicode ${unicode} 0 R >>`,
  );
}

/** Groups each letter with its marks, which become one glyph of the PDF because they are read as one. */
function clustersOf(glyphs: readonly PlacedGlyph[]): PlacedGlyph[][] {
  const clusters: PlacedGlyph[][] = [];
  for (const glyph of glyphs) {
    const last = clusters.at(-1);
    if (last && glyph.text === '') last.push(glyph);
    else clusters.push([glyph]);
  }
  return clusters;
}

/** The ToUnicode CMap, which maps a font's codes to text. */
function unicodeOf(texts: readonly string[]): string {
  const lines = texts.map(
    (text, code) => `<${code.toString(16).padStart(2, '0')}> ${textString(text).replace('feff', '')}`,
  );
  const chunks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, index) => {
    const some = lines.slice(index * 100, index * 100 + 100);
    return `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`;
  });
  return (
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Glyphs def /CMapType 2 def\n' +
    `1 begincodespacerange <00> <ff> endcodespacerange\n${chunks.join('\n')}\n` +
    'endcmap CMapName currentdict /CMap defineresource pop end end'
  );
}

/** A glyph's drawing procedure. With a coloured layer, it is declared as coloured (d0), otherwise as a shape (d1). */
function procOf(parts: readonly Part[], width: number): string {
  const isColored = parts.some(({ layers }) => layers.some(({ color }) => color !== null));
  const shapes = parts.flatMap(({ layers, ...place }) =>
    layers
      .filter(({ path }) => path !== '')
      .map(({ path, color }) => `${color ? `${colorOf(color)} rg ` : ''}${outlineOf(path, place)} f`),
  );
  // A bounding box that is larger than any glyph.
  const head = isColored ? `${width} 0 d0` : `${width} 0 -1000 -1000 3000 2000 d1`;
  return `${head}\n${shapes.join('\n')}`;
}

/** Converts an SVG path of absolute commands (M, L, Q, C, Z) to PDF operators. */
function outlineOf(path: string, { scale, x: left, y: up }: Omit<Part, 'layers'>): string {
  const parts = path.match(/[MLQCZ][^MLQCZ]*/g) ?? [];
  let [x, y] = [left, up];
  return parts
    .map((part) => {
      const at = (part.slice(1).match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(
        (value, index) => Number(value) * scale + (index % 2 === 0 ? left : up),
      );
      const [a = 0, b = 0, c = 0, d = 0] = at;
      const [fromX, fromY] = [x, y];
      [x, y] = at.length >= 2 ? [at.at(-2) ?? 0, at.at(-1) ?? 0] : [x, y];
      if (part[0] === 'Z') return 'h';
      if (part[0] === 'M') return `${num(a)} ${num(b)} m`;
      if (part[0] === 'L') return `${num(a)} ${num(b)} l`;
      if (part[0] === 'C') return `${at.map(num).join(' ')} c`;
      const curve = [(fromX + 2 * a) / 3, (fromY + 2 * b) / 3, (c + 2 * a) / 3, (d + 2 * b) / 3, c, d];
      return `${curve.map(num).join(' ')} c`;
    })
    .join(' ');
}
