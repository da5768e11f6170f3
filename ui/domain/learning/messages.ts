/** Words beside a time that learning found. */
export const learningMessages = {
  proposal: 'A time that learning proposes',
  take: 'Use this time',
  giveBack: 'Use the next free slot',
} as const;
