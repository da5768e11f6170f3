/** One point of a chart: where it is, and what it is in words. A value that is not known is null, and leaves a gap. */
export type ChartPoint = {
  /** "Monday, Nov 23, 2026", as it is spoken and stands above the value. */
  name: string;
  /** On the axis; empty for none. */
  tick: string;
  value: number | null;
  /** The value in words: "1,204 views", "not known". */
  text: string;
  /** Drawn in outline: too little is known to rely on it. */
  isFaint?: boolean;
};

/** Where a chart's values begin: at 0, or at the least of them. */
export type Baseline = 'zero' | 'least';
