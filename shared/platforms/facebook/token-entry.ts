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
