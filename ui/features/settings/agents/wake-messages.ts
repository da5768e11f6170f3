export const wakeMessages = {
  title: 'Wake this computer',
  label: 'Wake it for posts',
  hint: 'Two minutes before a post, the system wakes the computer that this agent runs on.',
  cannot: 'The computer that runs this agent cannot be woken: it has no clock that keeps running while it sleeps.',
  loading: 'Loading the wake setting...',
  loadFailed: 'Failed to load the wake setting',
  failed: 'The setting was not changed',
  setFor: (when: string) => `Wakes ${when}`,
  nothingSet: 'Wakes for the next post that you schedule.',
  problem: (reason: string) => `The system did not accept the wake-up time: ${reason}`,
  permit: 'An administrator must allow it once, in a terminal:',
} as const;
