import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { chartMessages } from '@/components/charts/messages.ts';
import { shortNumber } from '@/lib/short-number.ts';

const WIDTH = 76;
const HEIGHT = 24;

/** A small line chart within text; null is a gap. Renders nothing if fewer than two values are known. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value) => value ?? []);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || known.length < 2) return null;
  const x = scaleLinear()
    .domain([0, values.length - 1])
    .range([2, WIDTH - 3]);
  const y = scaleLinear()
    .domain([Math.min(...known), Math.max(...known)])
    .range([HEIGHT - 3, 3]);
  const path = line<number | null>(
    (_, index) => x(index),
    (value) => y(value ?? 0),
  ).defined((value) => value !== null);
  const words = chartMessages.course(shortNumber(first), shortNumber(last), shortNumber(Math.max(...known)));
  return (
    <svg role="img" aria-label={words} width={WIDTH} height={HEIGHT} className="shrink-0 overflow-visible">
      <path
        d={path([...values]) ?? ''}
        className="fill-none stroke-primary"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={x(values.lastIndexOf(last))} cy={y(last)} r={2} className="fill-primary" />
    </svg>
  );
}
