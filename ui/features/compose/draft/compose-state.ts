/** The state in the history entry of an opened post. */
export type ComposeState = {
  /** Newly created, so the backend does not have it. */
  isNew?: boolean;
  /** A copy of a post, or of its text, to be posted again. */
  from?: 'copy' | 'again';
  /** Just scheduled, to be repeated. */
  isRepeating?: boolean;
};
