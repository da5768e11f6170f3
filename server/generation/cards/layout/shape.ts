import { Buffer, Direction, shape } from 'harfbuzzjs';
import type { Face, Weight } from '../fonts/face.ts';

/**
 * A glyph with its origin in em from the start of its run, y upwards. `text` is the cluster that it draws; '' if an
 * earlier glyph of the cluster has it.
 */
export type PlacedGlyph = { face: Face; id: number; x: number; y: number; text: string };

/** Glyphs from left to right, and their width in em. */
export type ShapedRun = { glyphs: readonly PlacedGlyph[]; weight: Weight; width: number };

/** Cached runs per font file; the oldest are dropped first. */
const CACHED_RUNS_MAX = 2000;

const shaped = new WeakMap<Face, Map<string, ShapedRun>>();

/**
 * Shapes text of one font file and direction: joined, kerned and mirrored by the rules of its script. Adds `tracking`
 * em to each glyph.
 */
export function shapeRun(text: string, face: Face, weight: Weight, rtl: boolean, tracking: number): ShapedRun {
  const runs = shaped.get(face) ?? new Map<string, ShapedRun>();
  shaped.set(face, runs);
  const key = `${weight} ${rtl} ${tracking} ${text}`;
  let run = runs.get(key);
  if (!run) {
    run = shapeUncached(text, face, weight, rtl, tracking);
    runs.set(key, run);
    if (runs.size > CACHED_RUNS_MAX) runs.delete(runs.keys().next().value as string);
  }
  return run;
}

function shapeUncached(text: string, face: Face, weight: Weight, rtl: boolean, tracking: number): ShapedRun {
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(rtl ? Direction.RTL : Direction.LTR);
  shape(face.font(weight), buffer);
  const positions = buffer.getGlyphPositions();
  const glyphs: PlacedGlyph[] = [];
  let x = 0;
  const infos = buffer.getGlyphInfos();
  const starts = [...new Set(infos.map(({ cluster }) => cluster)), text.length].sort((a, b) => a - b);
  let before = -1;
  for (const [index, { codepoint, cluster }] of infos.entries()) {
    const position = positions[index];
    if (!position) break;
    const { xOffset, yOffset, xAdvance } = position;
    const isFirst = cluster !== before;
    before = cluster;
    glyphs.push({
      face,
      id: codepoint,
      x: x + xOffset / face.unitsPerEm,
      y: yOffset / face.unitsPerEm,
      text: isFirst ? text.slice(cluster, starts[starts.indexOf(cluster) + 1]) : '',
    });
    x += xAdvance / face.unitsPerEm + (xAdvance === 0 ? 0 : tracking);
  }
  return { glyphs, weight, width: x };
}
