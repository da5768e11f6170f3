/** Texts beside a time that learning proposes. */
export const learningMessages = {
  proposal: 'Suggested time',
  take: 'Use this time',
  giveBack: 'Use the next free slot',
} as const;
