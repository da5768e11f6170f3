export const optionMessages = {
  choose: 'Choose…',
  /** Its accounts have different defaults. */
  differs: 'As each account has it by default',
  differsHint: 'Your accounts have different defaults.',
} as const;
