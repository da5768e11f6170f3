/** What a file of posts may hold, in a file without zod. Sizes are in bytes, lengths in characters. */

export const IMPORT_MAX_BYTES = 2_000_000;
export const IMPORT_MAX_POSTS = 1000;
export const IMPORT_MAX_COLUMNS = 50;
/** A little more than the longest text that a platform takes. */
export const IMPORT_MAX_CELL = 70_000;
/** Problems that are reported of one file. */
export const IMPORT_MAX_PROBLEMS = 500;

/** What is said of a file with more posts than that. */
export const TOO_MANY_POSTS = `The file has more than ${IMPORT_MAX_POSTS.toLocaleString('en')} posts. Split it into several files.`;
