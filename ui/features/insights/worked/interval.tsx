import type { Group } from '@/features/insights/worked/group-words.ts';

const WIDTH = 150;
const HEIGHT = 16;

/**
 * A group's median between the ends of its interval, on a scale from 0 to `most` with a mark at 1. Decorative: the text
 * says the same.
 */
export function Interval({ group: { median, low, high }, most }: { group: Group; most: number }) {
  const x = (value: number) => 4 + (Math.min(value, most) / most) * (WIDTH - 8);
  const middle = HEIGHT / 2;
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className="shrink-0 max-sm:hidden">
      <line x1={4} x2={WIDTH - 4} y1={middle} y2={middle} className="stroke-border" />
      <line x1={x(1)} x2={x(1)} y1={1} y2={HEIGHT - 1} strokeDasharray="2 2" className="stroke-muted-foreground" />
      {median === null || low === null || high === null ? null : (
        <>
          <line
            x1={x(low)}
            x2={x(high)}
            y1={middle}
            y2={middle}
            strokeWidth={4}
            strokeLinecap="round"
            className="stroke-primary/35"
          />
          <circle cx={x(median)} cy={middle} r={4} className="fill-primary" />
        </>
      )}
    </svg>
  );
}
