export const wakeMessages = {
  title: 'Wake this computer',
  label: 'Wake it for posts',
  hint: 'Two minutes before a post, the system wakes the computer that this agent runs on.',
  cannot: 'The computer of this agent cannot be woken: it has no clock that runs while it sleeps.',
  loading: 'Loading whether this computer is woken...',
  loadFailed: 'Failed to load whether this computer is woken',
  failed: 'The switch was not changed',
  setFor: (when: string) => `Wakes ${when}`,
  nothingSet: 'Wakes for the next post that you schedule.',
  problem: (reason: string) => `The system did not take the time: ${reason}`,
  permit: 'An administrator permits it once, in a terminal:',
} as const;
