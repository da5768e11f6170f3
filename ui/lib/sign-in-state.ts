/**
 * What the history entry of /auth knows: where the sign-in leads, and whether a session ended in the middle of work.
 */
export type SignInState = { from?: string; ended?: boolean };
