import { entryText } from '../entry-text.ts';

/** The fields of a Meta token's entry. */
export const metaTokenEntry = {
  accessToken: entryText,
  /** With both, a one-hour token is exchanged for a long-lived one. */
  appId: entryText.optional(),
  appSecret: entryText.optional(),
  /** Which Page to use, if there are several, or several with a linked account. */
  page: entryText.optional(),
};

/**
 * The redirect address of Meta's logins. Published apps may not redirect to http://127.0.0.1, so nothing listens here:
 * the user pastes the address that the browser shows.
 */
export const META_RETURN_ADDRESS = 'https://localhost/api/channels/return';
