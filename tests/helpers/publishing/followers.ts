/** How many follow each account of the imitations. */
export const FOLLOWERS = 4200;
