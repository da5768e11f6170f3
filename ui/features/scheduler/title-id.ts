/** The id of the list's heading, which labels the list, and takes the focus when the focused element disappears. */
export const TITLE_ID = 'posts-title';
