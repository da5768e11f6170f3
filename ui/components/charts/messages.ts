export const chartMessages = {
  showTable: 'Show as table',
  showChart: 'Show as chart',
  /** In place of an unknown value. */
  unknown: 'not known',
  /** Describes a sparkline: the first, the last and the highest value. */
  course: (first: string, last: string, most: string) => `From ${first} to ${last}, at most ${most}`,
} as const;
