import { entryText } from '../entry-text.ts';

/** The fields of a Meta token's entry. */
export const metaTokenEntry = {
  accessToken: entryText,
  /** With both, a one-hour token is exchanged for a long-lived one. */
  appId: entryText.optional(),
  appSecret: entryText.optional(),
  /** Which of several Pages, or of several Pages with a linked account, to use. */
  page: entryText.optional(),
};

/**
 * Where Meta's log-ins return to. Published apps may not return to http://127.0.0.1, so nothing listens here: the person
 * pastes the address that the browser shows.
 */
export const META_RETURN_ADDRESS = 'https://localhost/api/channels/return';
