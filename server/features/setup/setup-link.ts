import { randomBytes } from 'node:crypto';

/** The one-time set-up token of this process. Kept in memory only, so that a restart makes earlier links worthless. */
export type SetupLink = {
  /** The link for a person: the token is in the fragment, which browsers send to no server and write to no log. */
  at(origin: string): string;
  /** The token that the newest link carries. */
  token(): string;
  /** Makes a new token; earlier links stop working. */
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
