/**
 * The state of the history entry of /auth: where to go after the sign-in, and whether a session has ended unexpectedly.
 */
export type SignInState = { from?: string; ended?: boolean };
