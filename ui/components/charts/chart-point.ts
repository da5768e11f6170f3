/** One point of a chart, with its description. An unknown value is null and leaves a gap. */
export type ChartPoint = {
  /** "Monday, Nov 23, 2026": announced by screen readers, and shown above the value. */
  name: string;
  /** The label on the axis; may be empty. */
  tick: string;
  value: number | null;
  /** The value in words: "1,204 views", "not known". */
  text: string;
  /** Drawn in outline: there is too little data to rely on it. */
  isFaint?: boolean;
};

/** Where the value axis starts: at 0, or at the smallest value. */
export type Baseline = 'zero' | 'least';
