import { PRODUCT_NAME } from '@/lib/messages.ts';

/** §8, "Sign-out". */
export const signOutMessages = {
  success: { title: 'Signed out', description: 'Successfully logged out' },
  failure: (message: string) => ({ title: 'Error signing out', description: message, variant: 'destructive' as const }),
};

/** /config.json could not be loaded. */
export const agentUnreachable = {
  title: `${PRODUCT_NAME} is not responding`,
  description: (reason: string) => `${reason}. Start it with "npx local-agent start", then try again.`,
  reconnecting: `${PRODUCT_NAME} is not responding. Reconnecting…`,
  start: 'Start it in a terminal:',
  command: 'npx local-agent start',
  afterwards: 'This page continues as soon as it is back.',
};

/** The session could not be refreshed because Supabase was unreachable. */
export const sessionUnreachable = {
  title: 'Your session could not be checked',
  description: 'The sign-in service is not responding. Check your connection, then try again.',
};

/** A screen threw while rendering. */
export const screenFailed = {
  title: 'Something went wrong on this screen',
  description: (reason: string) => `${reason} Reload to try again; your data is safe.`,
  reload: 'Reload',
};

/** A screen has been loading for some seconds. */
export const slowNotice = 'This is taking longer than usual. Still waiting for the backend...';

/** For screen readers, next to "Scheduler" and "Accounts" in the sidebar. */
export const needsYou = (count: number) =>
  count === 1 ? ', 1 needs your attention' : `, ${count} need your attention`;

/** The same for "Answers". */
export const unreadAnswers = (count: number) => `, ${count} unread`;
