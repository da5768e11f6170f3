/** Limits of a file of posts, in a file without zod. Sizes are in bytes, lengths in characters. */

export const IMPORT_MAX_BYTES = 2_000_000;
export const IMPORT_MAX_POSTS = 1000;
export const IMPORT_MAX_COLUMNS = 50;
/** Slightly more than the longest text that a platform accepts. */
export const IMPORT_MAX_CELL = 70_000;
/** Maximum reported problems per file. */
export const IMPORT_MAX_PROBLEMS = 500;

export const TOO_MANY_POSTS = `The file has more than ${IMPORT_MAX_POSTS.toLocaleString('en')} posts. Split it into several files.`;
