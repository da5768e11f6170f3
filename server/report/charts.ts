import type { InsightBreakdown } from '../../shared/insights/insights.ts';
import { timesOf } from '../../shared/insights/why.ts';
import { INK, MARGIN, type Sheet, WIDTH } from './sheet.ts';
import { TOO_FEW } from './words.ts';

/** A day of a chart; `value` is null if unknown. */
type Point = { label: string; value: number | null };

const AXIS_WIDTH = 38;
const SMALL = 7.5;

/** Draws bars or a line over the days of a month, with a scale of round numbers. `alt` is for screen readers. */
export function drawChart(
  sheet: Sheet,
  points: readonly Point[],
  { kind, alt }: { kind: 'bars' | 'line'; alt: string },
) {
  const { pdf } = sheet;
  const height = 112;
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const lowest = kind === 'line' ? Math.min(...known) : 0;
  const scale = scaleOf(lowest, Math.max(...known, lowest + 1));
  const [left, width] = [MARGIN + AXIS_WIDTH, WIDTH - AXIS_WIDTH];
  const step = width / points.length;
  const top = sheet.y + 6;
  const yOf = (value: number) => top + height - ((value - scale.from) / (scale.to - scale.from)) * height;
  pdf.tag('Figure', { alt }, () => {
    for (const mark of scale.marks) {
      pdf.line(
        [
          [left, yOf(mark)],
          [left + width, yOf(mark)],
        ],
        { color: INK.line, width: 0.6 },
      );
      sheet.words(short(mark), {
        x: MARGIN,
        y: yOf(mark) - sheet.y - SMALL * 0.68,
        width: AXIS_WIDTH - 8,
        size: SMALL,
        color: INK.muted,
        align: 'end',
      });
    }
    if (kind === 'bars')
      for (const [index, { value }] of points.entries()) {
        if (value === null || value === 0) continue;
        const barTop = Math.min(yOf(value), top + height - 1);
        pdf.rectangle({
          x: left + index * step + step * 0.18,
          y: barTop,
          width: step * 0.64,
          height: top + height - barTop,
          color: INK.accent,
          radius: 1.5,
        });
      }
    else {
      const line = points.flatMap(({ value }, index): [number, number][] =>
        value === null ? [] : [[left + (index + 0.5) * step, yOf(value)]],
      );
      if (line.length > 1) pdf.line(line, { color: INK.accent, width: 1.8 });
      for (const [x, y] of line)
        pdf.rectangle({ x: x - 1.6, y: y - 1.6, width: 3.2, height: 3.2, color: INK.accent, radius: 1.6 });
    }
    for (const [index, { label }] of points.entries()) {
      if (index % 5 !== 0) continue;
      sheet.words(label, {
        x: left + (index + 0.5) * step - 20,
        y: top + height - sheet.y + 4,
        width: 40,
        size: SMALL,
        color: INK.muted,
        align: 'middle',
      });
    }
  });
  sheet.down(height + 30);
}

/**
 * Draws a comparison: for each group, the median as a point on its 90 % interval, with a line at 1, the usual value.
 * Half a page wide. Returns its height.
 */
export function drawComparison(
  sheet: Sheet,
  { groups }: Pick<InsightBreakdown, 'groups'>,
  { x, width, title, labelOf }: { x: number; width: number; title: string; labelOf(label: string | null): string },
): number {
  const { pdf } = sheet;
  const row = 17;
  const [labels, counts] = [86, 84];
  const [left, plot] = [x + labels, width - labels - counts];
  const most = Math.max(2, ...groups.map(({ high, median }) => Math.min(high ?? 0, 3 * Math.max(median ?? 0, 1))));
  const xOf = (times: number) => left + (Math.min(times, most) / most) * plot;
  let y = sheet.words(title, { x, width, size: 9.5, weight: 700, color: INK.text, role: 'P' }) + 3;
  pdf.tag('Table', {}, () => {
    for (const { label, posts, known, median, low, high } of groups) {
      const middle = sheet.y + y + row / 2;
      const words = (text: string, from: number, wide: number, color: string, align: 'left' | 'end' = 'left') =>
        sheet.words(text, { x: from, y: y + 3, width: wide, size: 8, color, align });
      const rowY = y;
      pdf.tag('TR', {}, () => {
        pdf.tag('TH', {}, () => words(labelOf(label), x, labels - 8, INK.text));
        const says =
          median === null ? TOO_FEW : `${timesOf(median)} times usual, ${timesOf(low ?? 0)} to ${timesOf(high ?? 0)}`;
        pdf.tag('TD', { actual: says }, () => {
          if (median === null || low === null || high === null) {
            words(TOO_FEW, left, plot, INK.muted);
            return;
          }
          pdf.line(
            [
              [xOf(1), middle - row / 2],
              [xOf(1), middle + row / 2],
            ],
            { color: INK.muted, width: 0.5 },
          );
          pdf.line(
            [
              [xOf(low), middle],
              [xOf(Math.min(high, most)), middle],
            ],
            { color: INK.bar, width: 3 },
          );
          pdf.rectangle({ x: xOf(median) - 3, y: middle - 3, width: 6, height: 6, color: INK.accent, radius: 3 });
          words(`${timesOf(median)}×`, left + plot, 28, INK.text, 'end');
        });
        pdf.tag('TD', {}, () => words(countOf(median === null ? posts : known), x + width - 52, 52, INK.muted, 'end'));
      });
      y = rowY + row;
    }
  });
  return y;
}

function countOf(posts: number): string {
  return posts === 1 ? '1 post' : `${posts.toLocaleString('en')} posts`;
}

/** A scale with three to six marks at round numbers, which covers `from` to `to`. */
function scaleOf(from: number, to: number): { from: number; to: number; marks: number[] } {
  const rough = (to - from) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max([1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough, 1);
  const [first, last] = [Math.floor(from / step) * step, Math.ceil(to / step) * step];
  const marks = Array.from({ length: Math.round((last - first) / step) + 1 }, (_, index) => first + index * step);
  return { from: first, to: last, marks };
}

/** Formats a number briefly: 12,400 as "12.4K". */
export function short(value: number): string {
  return new Intl.NumberFormat('en', {
    notation: value >= 10_000 ? 'compact' : 'standard',
    maximumFractionDigits: 1,
  }).format(value);
}
