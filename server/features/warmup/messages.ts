import type { Sight } from './next-step.ts';
import type { Place } from './plan.ts';

/** The lines of a session's journal. */
export const WENT: { [place in Place]: string } = {
  feed: 'Opened the feed',
  stories: 'Opened the stories',
  reels: 'Opened Reels',
  explore: 'Opened Explore',
};
export const NOTHING_LEFT: { [place in Place]: string } = {
  feed: 'The feed has no more posts',
  stories: 'There are no more stories',
  reels: 'Reels has nothing more to show',
  explore: 'Explore has nothing more to show',
};
export const LOOKED: { [sight in Sight]: string } = {
  photo: 'Looked at a photo',
  video: 'Watched a video',
  story: 'Watched a story',
  reel: 'Watched a reel',
  grid: 'Looked around in Explore',
};
export const LIKED = 'Liked the photo';
export const RESTED = 'Paused';
export const DISMISSED = 'Dismissed a question about cookies, notifications or saving the log-in';
