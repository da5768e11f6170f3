import type { Weight } from '../fonts/face.ts';
import { type FontSet, graphemes, type SetFace } from '../fonts/font-set.ts';
import { inVisualOrder, levelsOf } from './direction.ts';
import { lineStarts, mayBegin } from './line-breaks.ts';
import { type ShapedRun, shapeRun } from './shape.ts';

/** How letters are set; `tracking` is the extra space between them, in em. */
export type TextStyle = { weight: Weight; tracking: number };

/** Letter spacing of emoji, in em: they fill their square and would touch. */
const EMOJI_TRACKING = 0.06;

/** A part of a text that stays on one line; `gap` is the width of the space after it. Widths in em. */
type Unit = { start: number; end: number; width: number; gap: number };

/** A part of a text in one font file and direction. */
type Run = { start: number; end: number; set: SetFace; level: number };

/** Part of a text from `start` to before `end`, and its width in em. */
export type Line = { start: number; end: number; width: number };

/** A text without line breaks, measured once for all sizes and widths. */
export type Paragraph = {
  text: string;
  /** Line height relative to Latin. */
  leading: number;
  /** The width in em of its widest unbreakable part. */
  widest: number;
  /** Lines of at most `width` em. Only a part wider than that is broken. */
  wrap(width: number): Line[];
  /** The glyphs of a line from left to right. */
  shape(line: Line): ShapedRun[];
};

/** Measures a text in one reading direction; every cluster must have a font (drawableOnly). */
export function paragraphOf(text: string, isRtl: boolean, style: TextStyle, fonts: FontSet): Paragraph {
  const runs = runsOf(text, isRtl, fonts);
  const shapePart = (start: number, end: number) =>
    inVisualOrder(partsOf(runs, start, end)).map(({ start, end, set, level }) =>
      shapeRun(text.slice(start, end), set.face, style.weight, level % 2 === 1, trackingOf(set, style)),
    );
  const measure = (start: number, end: number) => shapePart(start, end).reduce((total, { width }) => total + width, 0);
  const units = unitsOf(text, measure);
  return {
    text,
    leading: Math.max(1, ...runs.map(({ set }) => set.family?.leading ?? 1)),
    widest: Math.max(0, ...units.map(({ width }) => width)),
    wrap: (width) =>
      linesOf(
        units.flatMap((unit) => (unit.width > width ? broken(unit, width, text, measure) : unit)),
        width,
      ),
    shape: ({ start, end }) => shapePart(start, end),
  };
}

function trackingOf({ family }: SetFace, { tracking }: TextStyle): number {
  if (!family) return EMOJI_TRACKING;
  return family.isTracked ? tracking : 0;
}

function runsOf(text: string, isRtl: boolean, fonts: FontSet): Run[] {
  const levels = levelsOf(text, isRtl);
  const runs: Run[] = [];
  let start = 0;
  for (const cluster of graphemes(text)) {
    const end = start + cluster.length;
    const level = levels[start] ?? 0;
    const last = runs.at(-1);
    const set = fonts.faceFor(cluster);
    if (last && set && last.set.face === set.face && last.level === level) last.end = end;
    else if (set) runs.push({ start, end, set, level });
    start = end;
  }
  return runs;
}

/** The runs between two indices, clipped to them. */
function partsOf(runs: readonly Run[], start: number, end: number): Run[] {
  return runs
    .filter((run) => run.end > start && run.start < end)
    .map((run) => ({ ...run, start: Math.max(run.start, start), end: Math.min(run.end, end) }));
}

function unitsOf(text: string, measure: (start: number, end: number) => number): Unit[] {
  const starts = [0, ...lineStarts(text)];
  return starts.map((start, index) => {
    const next = starts[index + 1] ?? text.length;
    const end = start + text.slice(start, next).trimEnd().length;
    return { start, end, width: measure(start, end), gap: end < next ? measure(end, next) : 0 };
  });
}

function linesOf(units: readonly Unit[], width: number): Line[] {
  const lines: Line[] = [];
  let gap = 0;
  for (const unit of units) {
    const line = lines.at(-1);
    if (line && line.width + gap + unit.width <= width) {
      line.width += gap + unit.width;
      line.end = unit.end;
    } else lines.push({ start: unit.start, end: unit.end, width: unit.width });
    gap = unit.gap;
  }
  return lines;
}

/** Splits a part that is wider than a line. */
function broken(unit: Unit, width: number, text: string, measure: (start: number, end: number) => number): Unit[] {
  const pieces: Unit[] = [];
  let start = unit.start;
  let end = start;
  let allowed = start;
  for (const cluster of graphemes(text.slice(unit.start, unit.end))) {
    if (end > start && mayBegin(cluster, text.slice(start, end))) allowed = end;
    if (end > start && measure(start, end + cluster.length) > width) {
      const cut = allowed > start ? allowed : end;
      pieces.push({ start, end: cut, width: measure(start, cut), gap: 0 });
      start = cut;
    }
    end += cluster.length;
  }
  return [...pieces, { start, end, width: measure(start, end), gap: unit.gap }];
}
