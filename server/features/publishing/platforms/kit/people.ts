/** How long a platform may take to find people: somebody waits in front of a list. */
export const PEOPLE_LIMIT_MS = 5_000;
