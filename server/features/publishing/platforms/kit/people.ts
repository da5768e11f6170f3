/** Time limit of a platform's search for people, while the user waits for suggestions. */
export const PEOPLE_LIMIT_MS = 5_000;
