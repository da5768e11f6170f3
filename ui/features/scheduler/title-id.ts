/** The id of the list's heading, which names the list, and takes the focus of what has left the screen. */
export const TITLE_ID = 'posts-title';
