export const GUIDE_PURPOSE = 'connecting an account';
export const AGENT_STOPPED = 'The agent was stopped, which closed the window. Open it again.';
export const UNEXPECTED = 'Something went wrong in the agent. See its log (--log-level error) for details.';
export const timedOut = (minutes: number) =>
  `The window was closed after ${minutes} minutes. Open it again to continue.`;
export const notOpened = (host: string) =>
  `${host} could not be opened. Check this machine’s connection, then try again.`;
export const NO_SCREEN = 'No browser window can be shown on this machine. Open the pages in your own browser instead.';
export const OWN_BROWSER =
  'Google does not allow logins in a window that a program has opened. Open the page in your own browser.';
export const NO_STEP = 'This step is not in the guide of this platform. Reload the page, then try again.';
