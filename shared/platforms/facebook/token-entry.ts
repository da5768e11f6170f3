import { entryText } from '../entry-text.ts';

/** What a token of Meta is entered with. */
export const metaTokenEntry = {
  accessToken: entryText,
  /** With both of them a token of an hour is exchanged for a long one. */
  appId: entryText.optional(),
  appSecret: entryText.optional(),
  /** Which of several Pages, or of several Pages with a linked account. */
  page: entryText.optional(),
};
