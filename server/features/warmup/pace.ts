/** All timing and probability constants of a warm-up. A new value is drawn from a range each time, ends included. */
export type Range = readonly [min: number, max: number];

/** Time to view a photo in the feed, in milliseconds. */
export const PHOTO_MS: Range = [3_000, 6_000];
export const VIDEO_MS: Range = [8_000, 30_000];
/** A story, a reel, and a screen of Explore's grid. */
export const STORY_MS: Range = [3_000, 6_000];
export const REEL_MS: Range = [8_000, 30_000];
export const GRID_MS: Range = [3_000, 8_000];
/** Pause before the next item. */
export const PAUSE_MS: Range = [800, 5_000];
/** Rest between two places, and when there is time left. */
export const REST_MS: Range = [8_000, 40_000];
/** The rest of a session that is too short for anything else. */
export const CLOSING_MS: Range = [0, REST_MS[0]];

/** Number of visits that the feed posts are divided into. */
export const FEED_VISITS: Range = [1, 3];
/** Planned numbers of stories, reels and Explore screens. */
export const STORIES: Range = [2, 6];
export const REELS: Range = [4, 10];
export const GRIDS: Range = [3, 8];
/** Items of a visit that fills remaining time. */
export const EXTRA_ITEMS: Range = [2, 4];
/** No session views more than this. */
export const REELS_MAX = 30;
export const GRIDS_MAX = 30;
/** Probability of a rest before a visit. */
export const REST_CHANCE = 0.5;

/**
 * Reserved for each remaining post, in milliseconds: the shortest view of a video, the longest pause, and the page's
 * own time.
 */
export const POST_RESERVE_MS = VIDEO_MS[0] + PAUSE_MS[1] + 1_000;
/** Reserved for navigating to a place: loading its page, and reading and dismissing dialogs. */
export const WAY_RESERVE_MS = 15_000;
/** How much shorter than the settings' maximum a session is planned, to absorb slow pages. */
export const SLACK_MS = 30_000;

/** Mouse wheel: pixels per turn, and milliseconds in between. */
export const WHEEL_PX: Range = [60, 140];
export const WHEEL_MS: Range = [30, 110];
/** Distance scrolled at once, as a fraction of the window's height, and how far from its centre a post may end up. */
export const STRETCH = 0.8;
export const OFF_CENTRE = 0.2;
/** Distance scrolled in Explore's grid, as a fraction of the window's height. */
export const GRID_STRETCH: Range = [0.4, 0.9];
/** Steps of the pointer's path to a target, and the delay before the click, in milliseconds. */
export const POINTER_STEPS: Range = [8, 20];
export const HESITATION_MS: Range = [120, 600];
/** Where the pointer is while scrolling, as fractions of the window's size. */
export const MIDDLE: Range = [0.4, 0.6];
/** How long a dialog stays open before it is dismissed. */
export const READING_MS: Range = [1_000, 3_000];
/** Interval of checks for stop signals while nothing moves, in milliseconds. */
export const CHECK_MS = 4_000;
/** How long a page may take to respond to a check or a click, in milliseconds of real time. */
export const LOOK_LIMIT_MS = 20_000;
/**
 * A dialog is unknown if it is still there after this many more checks, with this many milliseconds of real time in
 * between.
 */
export const LOOKS_AGAIN = 3;
export const LOOK_AGAIN_MS = 250;
/** Delay before an automatic warm-up is retried after a failure unrelated to the account, in milliseconds. */
export const RETRY_DELAY_MS = 7_200_000;
