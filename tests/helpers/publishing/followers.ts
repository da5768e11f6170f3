/** The number of followers of each account in the imitations. */
export const FOLLOWERS = 4200;
