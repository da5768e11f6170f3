export const chartMessages = {
  showTable: 'Show as table',
  showChart: 'Show as chart',
  /** In place of an unknown value. */
  unknown: 'not known',
  /** Of a small chart without its own words: the first value, the last, and the most. */
  course: (first: string, last: string, most: string) => `From ${first} to ${last}, at most ${most}`,
} as const;
