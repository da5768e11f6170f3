/** Every number of a warm-up that is no setting. A range is drawn from anew each time, both ends included. */
export type Range = readonly [min: number, max: number];

/** How long a post of the feed is looked at, in milliseconds. */
export const PHOTO_MS: Range = [3_000, 6_000];
export const VIDEO_MS: Range = [8_000, 30_000];
/** A story, a reel, and a piece of Explore's grid. */
export const STORY_MS: Range = [3_000, 6_000];
export const REEL_MS: Range = [8_000, 30_000];
export const GRID_MS: Range = [3_000, 8_000];
/** Between one of them and the next. */
export const PAUSE_MS: Range = [800, 5_000];
/** With the hands in the lap: between two places, and when there is time left. */
export const REST_MS: Range = [8_000, 40_000];
/** The rest of a session's time that is too short for anything else. */
export const CLOSING_MS: Range = [0, REST_MS[0]];

/** Into how many visits the posts of the feed are divided. */
export const FEED_VISITS: Range = [1, 3];
/** How many stories, reels and pieces of Explore a session sets out to see. */
export const STORIES: Range = [2, 6];
export const REELS: Range = [4, 10];
export const GRIDS: Range = [3, 8];
/** A visit that fills time that is left. */
export const EXTRA_ITEMS: Range = [2, 4];
/** However much time there is, no session sees more of them. */
export const REELS_MAX = 30;
export const GRIDS_MAX = 30;
/** How likely a rest is before a visit, from 0 to 1. */
export const REST_CHANCE = 0.5;

/**
 * Kept free for each post that is still to come, in milliseconds: the shortest look at a video, the longest pause, and
 * the page's own time.
 */
export const POST_RESERVE_MS = VIDEO_MS[0] + PAUSE_MS[1] + 1_000;
/** Kept free for the way to a place: its page is loaded, and what it asks is read and dismissed. */
export const WAY_RESERVE_MS = 15_000;
/**
 * How much earlier than the settings' most minutes a session means to end, so that slow pages do not make it longer.
 */
export const SLACK_MS = 30_000;

/** How the mouse wheel turns: pixels at a time, and milliseconds in between. */
export const WHEEL_PX: Range = [60, 140];
export const WHEEL_MS: Range = [30, 110];
/** How far one goes at a stretch, in parts of the window's height, and how far from its middle a post may rest. */
export const STRETCH = 0.8;
export const OFF_CENTRE = 0.2;
/** How far one scrolls in Explore's grid, in parts of the window's height. */
export const GRID_STRETCH: Range = [0.4, 0.9];
/** The way of the pointer to what is clicked, in steps, and the hesitation before the click, in milliseconds. */
export const POINTER_STEPS: Range = [8, 20];
export const HESITATION_MS: Range = [120, 600];
/** Where the pointer rests while the wheel turns, in parts of the window's width and height. */
export const MIDDLE: Range = [0.4, 0.6];
/** How long a dialog is read before it is dismissed. */
export const READING_MS: Range = [1_000, 3_000];
/** How often the page is looked at for stop signals while nothing moves, in milliseconds. */
export const CHECK_MS = 4_000;
/** How long a page may take to answer when it is looked at or clicked on, in milliseconds by the real clock. */
export const LOOK_LIMIT_MS = 20_000;
/**
 * An unknown dialog is one that is still there after so many more looks, so many milliseconds of the real clock apart.
 */
export const LOOKS_AGAIN = 3;
export const LOOK_AGAIN_MS = 250;
/** When an automatic warm-up is tried again that has failed for no fault of the account's, in milliseconds. */
export const RETRY_DELAY_MS = 7_200_000;
