import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Baseline, ChartPoint } from '@/components/charts/chart-point.ts';
import { type Geometry, geometryOf, nearest, ticksThatFit } from '@/components/charts/geometry.ts';
import { shortNumber } from '@/lib/short-number.ts';

/** The assumed width of a chart until it is measured, in pixels. */
const FIRST_WIDTH = 640;

type PlotProps = {
  /** What the chart shows: "Reach per day". */
  label: string;
  points: readonly ChartPoint[];
  places: readonly number[];
  baseline: Baseline;
  height: number;
  mark?: { value: number; label: string } | undefined;
  /** Draws the data as SVG; `active` is the selected point. */
  children: (geometry: Geometry, active: number | null) => ReactNode;
};

/**
 * The axes of a chart, with a callout for the selected point. For the keyboard it is a slider over the points: the
 * browser handles arrow keys, Home, End and a screen reader's gestures, and each point's description is announced.
 */
export function Plot({ label, points, places, baseline, height, mark, children }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const geometry = geometryOf({ width, height, points, baseline, mark: mark?.value, places });
  const last = points.length - 1;
  const [chosen, setChosen] = useState(last);
  const [isShown, setShown] = useState(false);
  const current = Math.min(Math.max(chosen, 0), last);
  const point = points[current];
  const active = isShown && point ? current : null;

  function pointAt(event: PointerEvent<HTMLDivElement>) {
    setChosen(nearest(geometry.xs, event.clientX - event.currentTarget.getBoundingClientRect().left));
    setShown(true);
  }

  return (
    <div
      ref={box}
      data-slot="chart"
      className="relative touch-pan-y rounded-md outline-offset-2 select-none has-focus-visible:outline-2 has-focus-visible:outline-ring"
      style={{ height }}
      onPointerMove={pointAt}
      onPointerDown={pointAt}
      onPointerLeave={({ currentTarget }) => setShown(currentTarget.contains(document.activeElement))}
    >
      <svg width={width} height={height} aria-hidden="true" className="absolute inset-0 overflow-visible">
        <Axes geometry={geometry} points={points} />
        {children(geometry, active)}
        {mark ? <Mark geometry={geometry} {...mark} /> : null}
      </svg>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={point ? `${point.name}: ${point.text}` : undefined}
        min={0}
        max={last}
        value={current}
        onChange={(event) => {
          setChosen(Number(event.target.value));
          setShown(true);
        }}
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        className="pointer-events-none absolute inset-0 size-full appearance-none opacity-0"
      />
      {active !== null && point ? <Callout x={geometry.xs[active] ?? 0} width={width} point={point} /> : null}
    </div>
  );
}

const SMALL = 'fill-muted-foreground text-[0.6875rem] tabular-nums';

function Axes({ geometry, points }: { geometry: Geometry } & Pick<PlotProps, 'points'>) {
  const { left, right, bottom, y, yTicks, xs, width } = geometry;
  return (
    <g>
      {yTicks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} className="stroke-border" />
          <text x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end" className={SMALL}>
            {shortNumber(tick)}
          </text>
        </g>
      ))}
      {ticksThatFit(points, xs).map((index) => {
        const x = xs[index] ?? 0;
        const anchor = x + 24 > width ? 'end' : x - 24 < left && points.length > 1 ? 'start' : 'middle';
        return (
          <text key={index} x={x} y={bottom + 18} textAnchor={anchor} className={SMALL}>
            {points[index]?.tick}
          </text>
        );
      })}
    </g>
  );
}

/** A labelled line across the chart; the label stays readable over the data. */
function Mark({ geometry: { left, right, y }, value, label }: { geometry: Geometry; value: number; label: string }) {
  return (
    <g>
      <line
        x1={left}
        x2={right}
        y1={y(value)}
        y2={y(value)}
        className="stroke-muted-foreground"
        strokeDasharray="3 3"
      />
      <text
        x={right}
        y={y(value) - 5}
        textAnchor="end"
        strokeWidth={4}
        className={`${SMALL} stroke-card [paint-order:stroke]`}
      >
        {label}
      </text>
    </g>
  );
}

/** The description of a point, above it and within the chart; screen readers get it from the slider. */
function Callout({ x, width, point }: { x: number; width: number; point: ChartPoint }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-0 z-10 w-max max-w-56 rounded-md border bg-popover px-2.5 py-1.5 text-xs leading-snug shadow-float"
      style={{ left: x, transform: `translateX(${x > width / 2 ? 'calc(-100% - 10px)' : '10px'})` }}
    >
      <p className="text-muted-foreground">{point.name}</p>
      <p className="font-medium tabular-nums">{point.text}</p>
    </div>
  );
}

function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth || FIRST_WIDTH));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
