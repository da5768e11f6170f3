/** What goes wrong with a call that makes a post, everywhere alike. */
const FAULTS = [
  { when: 'after', answer: { status: 500 } },
  { when: 'after', answer: 'cut' },
  { when: 'before', answer: 'cut' },
  { when: 'before', answer: { status: 503 } },
] as const;
export const some = (chance: () => number) => FAULTS.filter(() => chance() < 0.4);
/** Reading back goes wrong, too. */
export const UNREAD = { when: 'before', answer: { status: 502 } } as const;
