export const optionMessages = {
  choose: 'Choose…',
  /** For accounts with different defaults. */
  differs: 'As each account has it by default',
  differsHint: 'Your accounts have different defaults.',
  list: (max: number, length: number) => `Up to ${max}, of ${length} characters each, separated by commas.`,
  unavailable: (reason: string) => `Not available: ${reason}.`,
  refused: (choices: string[], reason: string) => `Not ${choices.join(', ')}: ${reason}.`,
} as const;
