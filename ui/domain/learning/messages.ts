/** Texts beside a time that learning proposes. */
export const learningMessages = {
  proposal: 'A time that learning proposes',
  take: 'Use this time',
  giveBack: 'Use the next free slot',
} as const;
