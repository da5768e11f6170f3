export const optionMessages = {
  choose: 'Choose…',
  /** For accounts with different defaults. */
  differs: 'Each account’s default',
  differsHint: 'Your accounts have different defaults.',
  list: (max: number, length: number) => `Up to ${max}, each at most ${length} characters, separated by commas.`,
  unavailable: (reason: string) => `Not available: ${reason}.`,
  refused: (choices: string[], reason: string) => `Not ${choices.join(', ')}: ${reason}.`,
} as const;
