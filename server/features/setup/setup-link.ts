import { randomBytes } from 'node:crypto';

/** The one-time set-up token of this process. Kept in memory only, so that a restart invalidates earlier links. */
export type SetupLink = {
  /** The link for the user: the token is in the fragment, which browsers never send or log. */
  at(origin: string): string;
  /** The newest link's token. */
  token(): string;
  /** Makes a new token and invalidates earlier links. */
  renew(): void;
};

export function createSetupLink(): SetupLink {
  let token = newToken();
  return {
    at: (origin) => `${origin}/auth#setup=${token}`,
    token: () => token,
    renew: () => {
      token = newToken();
    },
  };
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}
